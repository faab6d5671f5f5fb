#pragma once

#include <glm/glm.hpp>

/// Conversions between colour spaces. A "code" is an sRGB value in [0, 1], as stored in files and shown on screens.
namespace xpbd::render {

/// Conversions of a channel or a colour between sRGB codes and linear light.
float to_linear(float code);
glm::vec3 to_linear(const glm::vec3& code);
float to_code(float linear);

/// sRGB codes to OKLab (Ottosson, 2020: "A perceptual color space for image processing"): lightness in [0, 1], then
/// green to red, then blue to yellow. Distances approximate perceived differences.
glm::vec3 to_oklab(const glm::vec3& code);
/// The inverse of to_oklab(). Colours outside of sRGB are clipped.
glm::vec3 from_oklab(const glm::vec3& lab);

/// Contrast ratio of two sRGB colours by WCAG 2.1 (relative luminance), from 1 to 21.
float contrast(const glm::vec3& a, const glm::vec3& b);

} // namespace xpbd::render
