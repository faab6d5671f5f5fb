#pragma once

#include <glm/glm.hpp>

namespace xpbd::render {

/// One channel or colour from sRGB codes to linear light.
float to_linear(float code);
glm::vec3 to_linear(const glm::vec3& code);

} // namespace xpbd::render
