#pragma once

#include "lab/run/runner.h"
#include "render/renderer.h"

#include <array>
#include <optional>
#include <vector>

namespace xpbd::picture {

/// The rectangle in which a view is drawn [px], and the scale of its lines and letters.
struct Screen {
    glm::vec2 size{1};
    float scale = 1;
};

/// The first of the scene's readouts that is a height, dimensioned as in a technical drawing, as seen from a camera: a
/// sag, a drop, or the height of the body itself. Two thin level lines lead from the body to an upright one with
/// arrows. The lower one begins at the lowest point that is drawn (of hem, rope or load) and runs below the parts of
/// the body that are nearer; the upper one, above it, ends at the outline. Points in metres.
struct Ruler {
    using Line = std::array<glm::vec3, 2>;
    double length = 0;               ///< as the readout [m]
    glm::vec3 top{0};                ///< of the upright line: where the lowest point was at the start, or the highest
    glm::vec3 bottom{0};             ///< of the upright line: level with the lowest point
    std::array<Line, 2> extension{}; ///< from the body to `top` and to `bottom`, and a little beyond
    glm::vec3 outward{0};            ///< from the body to the upright line: level, of length 1
    bool outside = false;            ///< the arrows point at the lines from outside: there is no room between them
    std::vector<Line> arrows;        ///< heads, and their shafts where they are outside
    glm::vec3 number{0};             ///< beside this point stands the number, outward of it
    glm::vec3 lowest{0};             ///< below all lines
};
/// None for a body that nothing pulls down, for a drop of a body that nothing holds, for a length of next to nothing,
/// and where the camera looks down on it.
/// The ruler is on the side of the view where the body hangs freely, or where there is room. The side depends on the
/// scene and the camera, not on how the body moves.
std::optional<Ruler> make_ruler(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                const Screen& screen);

} // namespace xpbd::picture
