#pragma once

#include <glm/glm.hpp>

/// Colour spaces. "Code" means sRGB in [0, 1], as files and screens have it.
namespace xpbd::render {

/// One channel or colour from sRGB codes to linear light, and back.
float to_linear(float code);
glm::vec3 to_linear(const glm::vec3& code);
float to_code(float linear);

/// sRGB codes to OKLab (Ottosson, 2020: "A perceptual color space for image processing"): lightness in [0, 1], then
/// green to red, then blue to yellow. Distances are about as large as they look.
glm::vec3 to_oklab(const glm::vec3& code);
/// Back; what lies outside of sRGB is clipped.
glm::vec3 from_oklab(const glm::vec3& lab);

/// Contrast of two sRGB colours by WCAG 2.1 (relative luminance), from 1 to 21.
float contrast(const glm::vec3& a, const glm::vec3& b);

} // namespace xpbd::render
