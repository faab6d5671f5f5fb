#pragma once

#include "core/role.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <string_view>
#include <type_traits>

namespace xpbd {

/// How a constraint type is written in a scene of one's own (scenes/CUSTOM.md).
struct ConstraintFormat {
    std::string_view list = "";         ///< that holds it; "" = none: a rod's joint is written as a whole
    std::string_view kind = "";         ///< its name in a list of several types; the first one where none is given
    Role role = Role::stretch;          ///< whose parameters it follows where it gives no material of its own
    std::string_view damping_unit = ""; ///< of beta
    std::string_view rest_key = "";     ///< of the one number of its rest data; not given, they come from the shape
    std::string_view rest_needed = "";  ///< what that number must be; "" = it takes none,
    std::string_view rest_refused = ""; ///< and why
    bool rest_has_sign = false;
};

/// What a constraint type says about itself: the source of the help, the table of REFERENCE.md and the file formats.
struct ConstraintInfo {
    std::string_view key;             ///< name in files
    std::string_view label;           ///< name in the window
    std::string_view value_unit;      ///< of C
    std::string_view compliance_unit; ///< of alpha
    std::string_view formula;         ///< C
    std::string_view source;          ///< paper
    std::string_view summary;         ///< one paragraph: what it does, and its known limits
    /// C is a length, or an angle without sign: it has a smallest value, least(rest), and its gradient has no direction
    /// there and turns round beyond. AVBD keeps no multiplier for such a constraint.
    bool is_norm = false;
    ConstraintFormat format{};
};

/// Value of a constraint function C(x) and its gradient for each of its particles.
/// @tparam S scalar type; @tparam Arity number of particles
/// Not zero from the start: GCC would write a kilobyte of zeros for each pack of constraints.
template <class S, std::size_t Arity>
struct Evaluation {
    S value;                                    ///< C, in the constraint's value_unit
    std::array<glm::vec<3, S>, Arity> gradient; ///< grad_i C, per metre
};

/// Positions of one constraint's particles [m].
template <class S, std::size_t Arity>
using Points = std::array<glm::vec<3, S>, Arity>;

/// Rest data in another scalar type: a kernel's Rest<S> is an array of numbers, in the order that the kernel documents.
template <class T, class S, std::size_t Count>
std::array<T, Count> as_scalar(const std::array<S, Count>& rest) {
    std::array<T, Count> result;
    for (std::size_t i = 0; i < Count; ++i) {
        result[i] = static_cast<T>(rest[i]);
    }
    return result;
}

/// @name Where a shape is degenerate
/// Edges shorter than a picometre and triangles smaller than a square nanometre count as degenerate. The gradients of
/// angles grow with the inverse of these sizes: without a limit they would overflow.
/// @{
inline constexpr double kNoLength2 = 1e-24; ///< squared length [m^2]
inline constexpr double kNoArea2 = 1e-36;   ///< squared (double) area [m^4]; within single precision
/// @}

/// @name How far a linear step is valid
/// A constraint type may have a static member most_change(value, rest): the largest change of C that one projection may
/// make [value_unit]. The gradient of an angle is right for a small turn only. A linear step that turns a triangle by
/// phi moves its corner along the tangent, and so makes its height longer by the factor sqrt(1 + phi^2): 3.3 for pi,
/// the turn that C = 0 needs for a fold in its own plane. Twenty iterations of that have no bound.
/// @{
inline constexpr double kLongestTurn = 1.5; ///< [rad]; sharp folds of a cloth that hangs stay below it
template <class ConstraintType, class S>
concept LimitsItsChange = requires(const S& value, const typename ConstraintType::template Rest<S>& rest) {
    ConstraintType::most_change(value, rest);
};
/// @}

/// @name Choices
/// Kernels use these instead of branches, because a comparison of SIMD packs (simd/pack.h) has one answer per lane.
/// Packs have their own overloads. Both values are computed; the one that is not taken may be NaN.
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

/// A unit vector perpendicular to v, which must not be zero: an arbitrary but fixed choice.
template <class S>
glm::vec<3, S> any_perpendicular(const glm::vec<3, S>& v) {
    using Vec = glm::vec<3, S>;
    using std::sqrt;
    const Vec across_y(-v.z, S(0), v.x); // v x y
    const Vec across_x(S(0), v.z, -v.y); // v x x
    const Vec side = select(v.x * v.x > v.y * v.y, across_y, across_x);
    return side / S(sqrt(glm::dot(side, side)));
}

} // namespace xpbd
