// Springs drawn as coils of wire.
#pragma once

#include "render/renderer.h"

#include <array>
#include <glm/glm.hpp>
#include <vector>

namespace xpbd::picture {

/// Buffers for drawing a body's springs as coils, rewritten for every view.
struct Coils {
    std::vector<glm::vec3> positions;         ///< the body's particles, then the points along the coils [m]
    std::vector<std::array<int, 2>> segments; ///< pairs of points along the coils
    std::vector<float> level;                 ///< colour level per position; empty if the body has no levels
};

/// Replaces every segment of the body by a coil of wire between its two particles, with the body's tube radius. The
/// number of turns is constant, whatever the length. Particles keep their indices. If the body has no levels per
/// particle, segment i gets the level of line i. Afterwards the body's spans point into `coils`.
void wind_coils(render::Body& body, Coils& coils);

} // namespace xpbd::picture
