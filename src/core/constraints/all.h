#pragma once

#include "core/constraints/angle.h"
#include "core/constraints/bend_twist.h"
#include "core/constraints/dihedral.h"
#include "core/constraints/dihedral_arccos.h"
#include "core/constraints/distance.h"
#include "core/constraints/isometric.h"
#include "core/constraints/membrane.h"
#include "core/constraints/triangle_curvature.h"
#include "core/constraints/woven.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>

namespace xpbd {

/// Constraint types in order, and what follows from them all.
template <class... ConstraintType>
struct ConstraintList {
    template <template <class> class Each>
    using Apply = std::tuple<Each<ConstraintType>...>;

    static constexpr std::size_t size = sizeof...(ConstraintType);
    static constexpr std::size_t most_particles = std::max({ConstraintType::arity...}); ///< of one constraint
    static constexpr std::size_t most_rest_numbers =
        std::max({std::tuple_size_v<typename ConstraintType::template Rest<double>>...}); ///< likewise

    /// The place of a type in the list.
    template <class Wanted>
    static constexpr std::size_t place_of = [] {
        constexpr std::array<bool, size> is_it{std::is_same_v<Wanted, ConstraintType>...};
        return static_cast<std::size_t>(std::find(is_it.begin(), is_it.end(), true) - is_it.begin());
    }();
};

/// A constraint type is a struct of static members; core/constraints/distance.h is the shortest one:
///   info       what it says about itself (ConstraintInfo)
///   arity      number of particles
///   branchless true: `eval` takes no branch and calls nothing but sqrt and atan2, so that the fast engine runs it on
///              SIMD packs; false: one by one
///   rows_together (optional) so many neighbours in its array that have the same particles are projected as one unit:
///              their particles are loaded and stored once
///   eval_row<k, S>, is_row (optional) `eval` of a unit's row k, where its rows differ in kind, and whether rest data
///              are those of such a row
///   Rest<S>    its rest data, a std::array of numbers
///   eval<S>    C and its gradients; S is double, float, a pack, or an AutoDiff number
///   rest<S>    the rest data that make C = 0 in a shape
///   least<S>   of a norm (ConstraintInfo::is_norm): the smallest value of C
///
/// THE list of constraint types, but for the volume, which has as many particles as its surface: a new constraint is
/// one header and one name here. Everything folds over it, in this order: projection in both engines, colouring,
/// measures, files and gradient tests. Distance stays first: its index within the type's array is its index in
/// State::lambda.
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

/// Whether the rows of a unit differ in kind: whether ConstraintType has eval_row and is_row.
template <class ConstraintType>
inline constexpr bool kRowsDiffer = requires(const typename ConstraintType::template Rest<double>& rest) {
    ConstraintType::is_row(std::size_t{}, rest);
};

/// Applies a template to every constraint type: std::tuple<Each<Distance>, ...>.
template <template <class> class Each>
using ForEachConstraint = ConstraintTypes::Apply<Each>;

} // namespace xpbd
