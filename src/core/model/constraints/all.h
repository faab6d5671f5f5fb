#pragma once

// The list of constraint types, and compile-time constants over it.

#include "core/model/constraints/angle.h"
#include "core/model/constraints/bend_twist.h"
#include "core/model/constraints/dihedral.h"
#include "core/model/constraints/dihedral_arccos.h"
#include "core/model/constraints/distance.h"
#include "core/model/constraints/isometric.h"
#include "core/model/constraints/membrane.h"
#include "core/model/constraints/triangle_curvature.h"
#include "core/model/constraints/woven.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>

namespace xpbd {

/// The list of constraint types, and constants over all of them.
template <class... ConstraintType>
struct ConstraintList {
    template <template <class> class Each>
    using Apply = std::tuple<Each<ConstraintType>...>;

    static constexpr std::size_t size = sizeof...(ConstraintType);
    static constexpr std::size_t most_particles = std::max({ConstraintType::arity...}); ///< particles of one constraint
    static constexpr std::size_t most_rest_numbers =
        std::max({std::tuple_size_v<typename ConstraintType::template Rest<double>>...}); ///< of one constraint

    /// The index of a type in the list.
    template <class Wanted>
    static constexpr std::size_t place_of = [] {
        constexpr std::array<bool, size> is_it{std::is_same_v<Wanted, ConstraintType>...};
        return static_cast<std::size_t>(std::find(is_it.begin(), is_it.end(), true) - is_it.begin());
    }();
};

/// A constraint type is a struct of static members; core/model/constraints/distance.h is the shortest one:
///   info       its description (ConstraintInfo)
///   arity      number of particles
///   branchless true: `eval` takes no branch and calls only sqrt and atan2, so that the fast engine runs it on SIMD
///              packs; false: the fast engine runs it constraint by constraint
///   rows_together (optional) this many neighbours in the type's array that have the same particles are projected as
///              one unit: their particles are loaded and stored once
///   eval_row<k, S>, is_row (optional, for units whose rows differ in kind) `eval` of a unit's row k; and whether rest
///              data are those of row k
///   Rest<S>    its rest data, a std::array of numbers
///   eval<S>    C and its gradients; S is double, float, a pack, or an AutoDiff number
///   rest<S>    the rest data that make C = 0 in a shape
///   least<S>   (for norms, ConstraintInfo::is_norm) the smallest value of C
///
/// THE list of constraint types. The volume is not in it, because it has as many particles as its surface. A new
/// constraint is one header and one name here. The following iterate over this list, in its order: projection in both
/// engines, colouring, measures, files and gradient tests. Distance must be first: its index within the type's array is
/// then its index in State::lambda.
using ConstraintTypes =
    ConstraintList<Distance, Dihedral, DihedralArccos, Isometric, Angle, BendTwist, Membrane, Woven, TriangleCurvature>;

/// ConstraintType::rows_together, or 1.
template <class ConstraintType>
inline constexpr std::size_t kRowsTogether = [] {
    if constexpr (requires { ConstraintType::rows_together; }) {
        return ConstraintType::rows_together;
    } else {
        return std::size_t{1};
    }
}();

/// Whether the rows of a unit differ in kind: true if ConstraintType has eval_row and is_row.
template <class ConstraintType>
inline constexpr bool kRowsDiffer = requires(const typename ConstraintType::template Rest<double>& rest) {
    ConstraintType::is_row(std::size_t{}, rest);
};

/// Applies a template to every constraint type: std::tuple<Each<Distance>, ...>.
template <template <class> class Each>
using ForEachConstraint = ConstraintTypes::Apply<Each>;

} // namespace xpbd
