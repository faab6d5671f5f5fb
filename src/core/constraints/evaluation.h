#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>
#include <string_view>
#include <type_traits>

namespace xpbd {

/// What a constraint type says about itself: the source of the help, the README's table and the file formats.
struct ConstraintInfo {
    std::string_view key;             ///< name in files
    std::string_view label;           ///< name in the window
    std::string_view value_unit;      ///< of C
    std::string_view compliance_unit; ///< of alpha
    std::string_view formula;         ///< C
    std::string_view source;          ///< paper
    std::string_view summary;         ///< one paragraph: what it does, and its known limits
    /// C is a length, or an angle without sign: it has a smallest value, and its gradient has no direction there. AVBD
    /// keeps no multiplier for such a constraint.
    bool is_norm = false;
};

/// Value of a constraint function C(x) and its gradient for each of its particles.
/// @tparam S scalar type; @tparam Arity number of particles
template <class S, std::size_t Arity>
struct Evaluation {
    S value{};                                    ///< C, in the constraint's value_unit
    std::array<glm::vec<3, S>, Arity> gradient{}; ///< grad_i C, per metre
};

/// Positions of one constraint's particles [m].
template <class S, std::size_t Arity>
using Points = std::array<glm::vec<3, S>, Arity>;

/// @name Where a shape is degenerate
/// Edges shorter than a picometre and triangles smaller than a square nanometre count as degenerate. The gradients of
/// angles grow with the inverse of these sizes: without a limit they would overflow.
/// @{
inline constexpr double kNoLength2 = 1e-24; ///< squared length [m^2]
inline constexpr double kNoArea2 = 1e-36;   ///< squared (double) area [m^4]; within single precision
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
