#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

namespace xpbd {

/// Value of a constraint function C(x) and its gradient for each of its particles.
/// @tparam S scalar type; @tparam Arity number of particles
template <class S, std::size_t Arity>
struct Evaluation {
    S value{};                                    ///< C [m] or [rad]
    std::array<glm::vec<3, S>, Arity> gradient{}; ///< grad_i C [1] or [rad/m]
};

/// Positions of one constraint's particles [m].
template <class S, std::size_t Arity>
using Points = std::array<glm::vec<3, S>, Arity>;

} // namespace xpbd
