// The look of a body's material: texture coordinates, weave, hem, rod stripes and line widths.
#pragma once

#include "core/model/model.h"

#include <array>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace xpbd::picture {

/// Data for the look of a body's material, computed from the rest shape once per model.
struct MaterialLook {
    std::vector<glm::vec2> texture; ///< per particle [m]: coordinates on the flat cloth, or distance along the rope
    std::vector<int> stripe_ghosts; ///< rods: the ghost particle of each segment; empty if the body is not a rod
    float print_size = 0.25f; ///< side of a square of the checked print [m]; kChecks squares along the longer side
    float thread = 0.01f;     ///< width of a thread [m]; 0 = no weave
    float hem_radius = 0;     ///< [m]
};
inline constexpr int kChecks = 8;

/// The look of a model. A cloth without flat coordinates is projected onto the two longest sides of its bounding box.
MaterialLook make_material_look(const Model& model);
/// Radius of a cloth's hem, equal to MaterialLook::hem_radius [m].
float hem_radius(const Model& model);

/// Direction of a rod's stripe on each of `segments`, a subset of the model's in the same order: from the segment
/// towards its ghost particle, so it follows the material frame. Empty for a rope.
void stripe_directions(const Model& model, const MaterialLook& look, std::span<const std::array<int, 2>> segments,
                       std::span<const glm::vec3> positions, std::vector<glm::vec3>& out);

/// Line width of every distance constraint [px], from its role and its tension; `full` is the tension of the widest
/// line [N]. With an empty `tension`, from the role alone.
void line_widths(const Model& model, std::span<const float> tension, double full, std::vector<float>& out);

} // namespace xpbd::picture
