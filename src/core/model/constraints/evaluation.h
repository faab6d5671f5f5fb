#pragma once

// The vocabulary of constraint kernels: the description of a type, value and gradients, limits of degenerate
// shapes, and branch-free choices that work on doubles and on SIMD packs.

#include "core/model/constraints/role.h"
#include "core/model/constraints/types.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <string_view>
#include <type_traits>

namespace xpbd {

/// How a constraint type is written in a scene of one's own (scenes/CUSTOM.md).
struct ConstraintFormat {
    std::string_view list = "";         ///< list that holds the constraint; "": cannot be written singly (rod joints)
    std::string_view kind = "";         ///< name in a list of several types; the type without a name is the default
    Role role = Role::stretch;          ///< role whose parameters apply to a constraint without own material
    std::string_view damping_unit = ""; ///< unit of beta
    std::string_view rest_key = "";     ///< key of the rest value; without it the rest data are computed from the shape
    std::string_view rest_needed = "";  ///< requirement for the rest value; "": a rest value is not allowed
    std::string_view rest_refused = ""; ///< error message if a rest value is given but not allowed
    bool rest_has_sign = false;
};

/// Description of a constraint type: source of the help, of a table in REFERENCE.md and of the file formats.
struct ConstraintInfo {
    std::string_view key;             ///< name in files
    std::string_view label;           ///< name in the window
    std::string_view value_unit;      ///< unit of C
    std::string_view compliance_unit; ///< unit of alpha
    std::string_view formula;         ///< formula of C
    std::string_view source;          ///< paper
    std::string_view summary;         ///< one paragraph: effect and known limits
    /// C is a length, or an angle without sign: it has a smallest value, least(rest). There its gradient is undefined;
    /// beyond, the gradient reverses. AVBD keeps no multiplier for such a constraint.
    bool is_norm = false;
    ConstraintFormat format{};
};

/// Value of a constraint function C(x) and its gradient for each of its particles.
/// @tparam S scalar type; @tparam Arity number of particles
/// Not initialised: GCC would write a kilobyte of zeros for each pack of constraints.
template <class S, std::size_t Arity>
struct Evaluation {
    S value;                                    ///< C, in the constraint's value_unit
    std::array<glm::vec<3, S>, Arity> gradient; ///< grad_i C [value_unit per metre]
};

/// Converts rest data to another scalar type. A type's Rest<S> is an array of numbers in the order that the type
/// documents.
template <class T, class S, std::size_t Count>
std::array<T, Count> as_scalar(const std::array<S, Count>& rest) {
    std::array<T, Count> result;
    for (std::size_t i = 0; i < Count; ++i) {
        result[i] = static_cast<T>(rest[i]);
    }
    return result;
}

/// @name Limits of degenerate shapes
/// Edges shorter than a picometre and triangles smaller than a square nanometre count as degenerate. The gradients of
/// angles grow with the inverse of these sizes: without a limit they would overflow.
/// @{
inline constexpr double kNoLength2 = 1e-24; ///< squared length [m^2]
inline constexpr double kNoArea2 = 1e-36;   ///< square of twice the area [m^4]; representable in single precision
/// @}

/// @name Limit of a linear step
/// A constraint type may have a static member most_change(value, rest): the largest change of C in one projection
/// [value_unit]. The gradient of an angle is accurate for small rotations only. A linear step that rotates a triangle
/// by phi moves its corner along the tangent and multiplies its height by sqrt(1 + phi^2): by 3.3 for phi = pi, the
/// rotation that a fold onto itself needs for C = 0. Over twenty iterations the height grows without bound.
/// @{
inline constexpr double kLongestTurn = 1.5; ///< [rad]; sharp folds of a hanging cloth are below it
template <class ConstraintType, class S>
concept LimitsItsChange = requires(const S& value, const typename ConstraintType::template Rest<S>& rest) {
    ConstraintType::most_change(value, rest);
};
/// @}

/// @name Bounds of second derivatives
/// Every constraint type has a static member hessian_bounds(x, rest): per particle i a number H_i >= 1/2 sum_k |C''_ik|
/// [value_unit/m^2]; C''_ik is the 3 x 3 block of second derivatives for the particles i and k, |.| its largest
/// singular value. The diagonal matrix of all H_i is then at least half of C'' and of -C'' (Gershgorin). For a
/// constraint that does not change in a common translation, H_i is also at least |C''_ii|, because the blocks of a row
/// add up to zero. Where the gradients are set to zero, the bounds may be zero too.
/// @{

/// A bound on the blocks of a type in the form |C''_ik| <= factor g_i g_k: H_i = factor/2 g_i sum_k g_k.
template <class S, std::size_t Arity>
std::array<S, Arity> product_bounds(const S& factor, const std::array<S, Arity>& g) {
    S sum = g[0];
    for (std::size_t k = 1; k < Arity; ++k) {
        sum = sum + g[k];
    }
    std::array<S, Arity> bounds;
    for (std::size_t i = 0; i < Arity; ++i) {
        bounds[i] = S(0.5) * factor * g[i] * sum;
    }
    return bounds;
}
/// @}

/// @name Choices without branches
/// Kernels use these functions instead of branches, because a comparison of SIMD packs (simd/pack.h) has one result per
/// lane. Packs have their own overloads. Both values are computed; the one that is not selected may be NaN.
/// @{
inline bool both(bool a, bool b) {
    return a && b;
}
template <class S>
S select(bool condition, const S& a, const S& b) {
    return condition ? a : b;
}
template <class Condition, class S>
requires(!std::is_same_v<Condition, bool>) glm::vec<3, S> select(const Condition& condition, const glm::vec<3, S>& a,
                                                                 const glm::vec<3, S>& b) {
    return {select(condition, a.x, b.x), select(condition, a.y, b.y), select(condition, a.z, b.z)};
}
/// @}

/// The size of the multiplier as far as it can turn the constraint's part -lambda C'' of the energy's Hessian negative:
/// |lambda|; max(lambda, 0) for rows whose C'' is positive semidefinite (a type's member is_convex(rest)).
template <class ConstraintType, class S>
S buckling_multiplier(const S& lambda, const typename ConstraintType::template Rest<S>& rest) {
    using std::abs;
    using std::max;
    const S size = abs(lambda);
    if constexpr (requires { ConstraintType::is_convex(rest); }) {
        return select(ConstraintType::is_convex(rest), max(lambda, S(0)), size);
    } else {
        return size;
    }
}

/// 1/length; below a picometre, where a direction is undefined, 1e12/m.
template <class S>
S inverse_length(const S& length) {
    constexpr double kShortest = 1e-12; // [m]
    return S(1) / select(length > S(kShortest), length, S(kShortest));
}

/// A unit vector perpendicular to v, which must not be zero. Which one is arbitrary, but always the same for the same
/// v.
template <class S>
glm::vec<3, S> any_perpendicular(const glm::vec<3, S>& v) {
    using Vec = glm::vec<3, S>;
    using std::sqrt;
    const Vec across_y(-v.z, S(0), v.x); // v x (0, 1, 0)
    const Vec across_x(S(0), v.z, -v.y); // v x (1, 0, 0)
    const Vec side = select(v.x * v.x > v.y * v.y, across_y, across_x);
    return side / S(sqrt(glm::dot(side, side)));
}

} // namespace xpbd
