#pragma once

#include "render/renderer.h"

#include <array>
#include <glm/glm.hpp>
#include <vector>

namespace xpbd::picture {

/// What a body's springs need to be drawn as coils, rewritten for every view.
struct Coils {
    std::vector<glm::vec3> positions;         ///< the body's own, then the points along the coils [m]
    std::vector<std::array<int, 2>> segments; ///< of the coils
    std::vector<float> level;                 ///< per position; empty: the body has no levels
};

/// Makes every segment of the body a coil of wire, of the body's tube radius, between its two particles. A spring that
/// is pulled or pressed keeps its turns. Particles keep their numbers. Segment i has the level of line i, where no
/// particles have one. The body's spans point to `coils` afterwards.
void wind_coils(render::Body& body, Coils& coils);

} // namespace xpbd::picture
