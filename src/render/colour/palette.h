#pragma once

#include "render/renderer.h"

#include <array>
#include <glm/glm.hpp>

namespace xpbd::render {

/// Colours of a theme, sRGB, and its light, linear.
struct Palette {
    Backdrop stage;
    glm::vec3 grid;
    glm::vec3 wire;     ///< edges of a surface
    glm::vec3 obstacle; ///< colliders and what carries a body
    glm::vec3 pin, arrow;
    glm::vec3 above, horizon, below; ///< the studio's sky, linear
    glm::vec3 key;                   ///< the key light, linear
    glm::vec3 rim;                   ///< the light from behind, which draws the body's edge, linear
    glm::vec3 tint_range; ///< least and largest luminance of a colour of the map, so that it stays readable, and how
                          ///< softly it gets there
};

const Palette& palette_of(Theme theme);

/// Coefficients of the irradiance of a palette's sky, over pi, for the polynomial in shaders/studio.glsl.
std::array<glm::vec3, 9> sky_irradiance(const Palette& palette);

/// Direction towards the key light: from the side, so that folds throw their shade.
glm::vec3 key_light_direction();
/// Direction towards what comes back of it from the room: from the other side, so that folds show there too.
glm::vec3 bounce_light_direction();
/// Direction towards the rim light, which stands behind the body as the camera sees it.
glm::vec3 rim_light_direction(const OrbitCamera& camera);

} // namespace xpbd::render
