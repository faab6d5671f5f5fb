#pragma once

#include <cstddef>
#include <glm/glm.hpp>

namespace xpbd {

/// World-space vector in double precision. Right-handed, y up; SI units throughout.
using Vec3 = glm::dvec3;
/// Packed particle: position [m] in xyz, inverse mass [1/kg] in w (0 = fixed).
using Vec4 = glm::dvec4;

/// Position of a packed particle [m].
inline Vec3 xyz(const Vec4& packed) {
    return {packed.x, packed.y, packed.z};
}

/// A non-negative index as std::size_t.
inline std::size_t index_of(int particle) {
    return static_cast<std::size_t>(particle);
}

} // namespace xpbd
