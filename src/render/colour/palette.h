// Colours and lights of the themes.
#pragma once

#include "render/colour/colour_map.h"

#include <array>
#include <glm/glm.hpp>

namespace xpbd::render {

/// Colours of a theme in sRGB, and its lights in linear light.
struct Palette {
    Backdrop stage;
    glm::vec3 grid;
    glm::vec3 wire;     ///< edges of a surface
    glm::vec3 obstacle; ///< colliders and fixtures
    glm::vec3 pin, arrow;
    glm::vec3 above, horizon, below; ///< the studio's sky, linear
    glm::vec3 key;                   ///< the key light, linear
    glm::vec3 rim;                   ///< the light from behind, which brightens the body's edge, linear
    glm::vec3 tint_range; ///< least and largest luminance of colours from the map, so that they stay readable, and the
                          ///< softness of this limit
};

const Palette& palette_of(Theme theme);

/// Coefficients of the irradiance of a palette's sky, divided by pi, for the polynomial in shaders/sky.glsl.
std::array<glm::vec3, 9> sky_irradiance(const Palette& palette);

/// Direction towards the key light. It comes from the side, so that folds cast shadows.
glm::vec3 key_light_direction();
/// Direction towards the key light's reflection from the room: from the other side, so that folds are visible there,
/// too.
glm::vec3 bounce_light_direction();
/// Direction towards the rim light, which is behind the body as seen by the camera. `away`: the camera's unit direction
/// of view.
glm::vec3 rim_light_direction(const glm::vec3& away);

} // namespace xpbd::render
