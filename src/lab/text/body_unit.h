// Units of parameters that depend on the scene's body.
#pragma once

#include "core/model/model.h"
#include "core/model/parameters.h"

namespace xpbd::lab {

/// A parameter's row with the unit for this body. Bending is a distance in some scenes and an angle in others, and a
/// tearing limit can apply to an edge or to a fabric.
ParameterInfo with_unit_of(const Model& model, ParameterInfo info);

} // namespace xpbd::lab
