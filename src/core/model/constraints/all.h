#pragma once

// All constraint types, and their properties.

#include "core/model/constraints/angle.h"
#include "core/model/constraints/bend_twist.h"
#include "core/model/constraints/dihedral.h"
#include "core/model/constraints/dihedral_arccos.h"
#include "core/model/constraints/distance.h"
#include "core/model/constraints/isometric.h"
#include "core/model/constraints/membrane.h"
#include "core/model/constraints/triangle_curvature.h"
#include "core/model/constraints/types.h"
#include "core/model/constraints/world_distance.h"
#include "core/model/constraints/woven.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>

namespace xpbd {

/// A constraint type is a struct of static members; core/model/constraints/distance.h is the shortest one:
///   info       its description (ConstraintInfo)
///   arity      number of particles
///   branchless true: `eval` takes no branch and calls only sqrt and atan2, so that the fast engine runs it on SIMD
///              packs; false: the fast engine runs it constraint by constraint
///   rows_together (optional) this many neighbours in the type's array that have the same particles are projected as
///              one unit: their particles are loaded and stored once
///   eval_row<k, S>, is_row (optional, for units whose rows differ in kind) `eval` of a unit's row k; and whether rest
///              data can belong to row k
///   Rest<S>    its rest data, a std::array of numbers
///   eval<S>    C and its gradients; S is double, float, a pack, or an AutoDiff number
///   rest<S>    the rest data that make C = 0 in a shape
///   hessian_bounds<S>  bounds of the second derivatives of C (evaluation.h)
///   least<S>   (for norms, ConstraintInfo::is_norm) the smallest value of C
///   is_edge, is_weighted_sum, is_quadratic, is_fabric, may_be_outside, is_tied_to_world, turns_are_left_out (optional)
///   properties that
///              some methods use: the concepts below

/// True if types.h and the type's header have the same sizes.
template <class ConstraintType>
inline constexpr bool kSizesAgree =
    ConstraintType::arity == SizesOf<ConstraintType>::arity&&
                                 std::is_same_v<typename ConstraintType::template Rest<double>, RestOf<ConstraintType>>;
template <class... ConstraintType>
constexpr bool all_sizes_agree(ConstraintList<ConstraintType...>) {
    return (kSizesAgree<ConstraintType> && ...);
}
static_assert(all_sizes_agree(ConstraintTypes{}), "a type's sizes in types.h are not those of its header");

/// @name Properties that some methods use
/// A type has a static member of the same name.
/// @{

/// C is the length of the edge between its two particles minus the rest length. Edges have kernels of their own.
template <class ConstraintType>
concept IsEdge = requires {
    ConstraintType::is_edge;
};
/// C is the length of a weighted sum of its particles; the rest data are the weights. Its exact Hessian is known.
template <class ConstraintType>
concept IsWeightedSum = requires {
    ConstraintType::is_weighted_sum;
};
/// C is a quadratic form of its edges, so that the second derivatives of C are constant.
template <class ConstraintType>
concept IsQuadratic = requires {
    ConstraintType::is_quadratic;
};
/// A row of a triangle of fabric (Model::fabric).
template <class ConstraintType>
concept IsFabricRow = requires {
    ConstraintType::is_fabric;
};
/// A row of woven fabric: the stretch of warp or weft, or the shear between warp and weft.
template <class ConstraintType>
concept IsYarnRow = requires(const typename ConstraintType::template Rest<double>& rest) {
    ConstraintType::is_shear(rest);
};
/// Soft bending of such a type may be left out of the matrix that both Newton methods factor; conjugate gradients then
/// correct the difference. The other types are rare, or their Hessian has no upper bound, which this needs.
template <class ConstraintType>
concept MayBeOutside = requires {
    ConstraintType::may_be_outside;
};
/// C ties its particle to a place of the world, whose coordinates are the first three rest numbers. `eval` depends on
/// the origin of the coordinates: seen_from() gives the rest data for another one.
template <class ConstraintType>
concept IsTiedToWorld = requires {
    ConstraintType::is_tied_to_world;
};
/// The second derivatives of C may make the energy's Hessian indefinite; the Primal-dual Newton method leaves them out.
template <class ConstraintType>
concept LeavesOutTurns = requires {
    ConstraintType::turns_are_left_out;
};
/// @}

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

} // namespace xpbd
