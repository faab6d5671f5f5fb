#pragma once

#include "core/model.h"
#include "core/parameters.h"

namespace xpbd::lab {

/// Bending is a distance in one scene and an angle in another, what tears is an edge or a fabric: a row with the one of
/// its units that this body has.
ParameterInfo with_unit_of(const Model& model, ParameterInfo info);

} // namespace xpbd::lab
