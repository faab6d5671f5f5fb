#pragma once

#include "core/model.h"

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace xpbd::picture {

/// What the look of a body's material takes from its rest shape, computed once per model.
struct Fabric {
    std::vector<glm::vec2> texture; ///< per particle: place on the flat cloth, or way along the rope [m]
    std::vector<int> stripe_ghosts; ///< rods: the ghost particle beside each segment; empty: no rod
    float print_size = 0.25f;       ///< side of a check [m]: kChecks of them along the longer side
    float thread = 0.01f;           ///< width [m]; 0 = no weave
    float hem_radius = 0;           ///< [m]
};
inline constexpr int kChecks = 8;

/// A cloth without coordinates of its own is laid flat along the two longest sides of its box.
Fabric make_fabric(const Model& model);
/// Radius of the rim of a cloth, as in its Fabric [m].
float hem_radius(const Model& model);

/// Direction of the stripe on the segments of a rod, all of the model's or those that are whole, in its order: towards
/// the ghost particle, so along the material frame. Empty for a rope.
void stripe_directions(const Model& model, const Fabric& fabric, std::span<const std::array<int, 2>> segments,
                       std::span<const glm::vec3> positions, std::vector<glm::vec3>& out);

/// Width of the line of every distance constraint [px]: by what it is for, and by its tension; `full` is the tension of
/// the widest [N]. An empty tension: by what it is for alone.
void line_widths(const Model& model, std::span<const float> tension, double full, std::vector<float>& out);

} // namespace xpbd::picture
