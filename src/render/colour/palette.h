#pragma once

#include "render/renderer.h"

#include <array>
#include <glm/glm.hpp>

namespace xpbd::render {

/// Colours of a theme, sRGB, and its light, linear.
struct Palette {
    glm::vec3 bottom, top; ///< of the background
    glm::vec3 ground, grid;
    glm::vec3 wire;     ///< edges of a surface
    glm::vec3 obstacle; ///< colliders and what carries a body
    glm::vec3 pin, arrow;
    glm::vec3 above, horizon, below; ///< the studio's sky, linear
    glm::vec3 key;                   ///< the key light, linear
    float tint_shade;                ///< how far light and shade change a colour of the map, in [0, 1]
    glm::vec2 tint_range;            ///< least and largest luminance of such a colour, so that it stays readable
};

const Palette& palette_of(Theme theme);

/// Coefficients of the irradiance of a palette's sky, over pi, for the polynomial in shaders/studio.glsl.
std::array<glm::vec3, 9> sky_irradiance(const Palette& palette);

/// Direction towards the key light.
glm::vec3 key_light_direction();

} // namespace xpbd::render
