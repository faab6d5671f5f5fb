#pragma once

#include <glm/glm.hpp>

namespace xpbd {

/// World-space vector in double precision. Right-handed, y up; SI units throughout.
using Vec3 = glm::dvec3;
/// Packed particle: position [m] in xyz, inverse mass [1/kg] in w (0 = fixed).
using Vec4 = glm::dvec4;

/// The position stored in a packed particle [m].
inline Vec3 xyz(const Vec4& packed) {
    return {packed.x, packed.y, packed.z};
}

} // namespace xpbd
