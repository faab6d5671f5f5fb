#pragma once

#include "core/constraints/dihedral.h"
#include "core/constraints/distance.h"

#include <tuple>

namespace xpbd {

/// Applies a template to every constraint type. THE list: a new constraint is one header and one name here;
/// projection, colouring, measures, files and gradient tests fold over it, in this order.
template <template <class> class Each>
using ForEachConstraint = std::tuple<Each<Distance>, Each<Dihedral>>;

} // namespace xpbd
