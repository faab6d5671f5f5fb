#pragma once

#include "core/constraints/angle.h"
#include "core/constraints/bend_twist.h"
#include "core/constraints/dihedral.h"
#include "core/constraints/dihedral_arccos.h"
#include "core/constraints/distance.h"
#include "core/constraints/isometric.h"

#include <tuple>

namespace xpbd {

/// Applies a template to every constraint type. THE list: a new constraint is one header and one name here;
/// projection, colouring, measures, files and gradient tests fold over it, in this order. Distance stays first: its
/// index within the batch is its index in State::lambda.
template <template <class> class Each>
using ForEachConstraint =
    std::tuple<Each<Distance>, Each<Dihedral>, Each<DihedralArccos>, Each<Isometric>, Each<Angle>, Each<BendTwist>>;

} // namespace xpbd
