// The dimension line beside a body.
#pragma once

#include "lab/run/runner.h"
#include "render/renderer.h"

#include <array>
#include <optional>
#include <vector>

namespace xpbd::picture {

/// Size of the view's rectangle [px], and the scale of its lines and letters.
struct Screen {
    glm::vec2 size{1};
    float scale = 1;
};

/// A dimension line, as in a technical drawing, for the first of the scene's readouts that is a height: a sag, a drop
/// or the body's height. Two thin level lines lead from the body to an upright line with arrows. The lower one starts
/// at the lowest drawn point (of hem, rope or load) and passes below nearer parts of the body. The upper one ends at
/// the outline. Points in metres.
struct Ruler {
    using Line = std::array<glm::vec3, 2>;
    double length = 0;   ///< the readout's value [m]
    glm::vec3 top{0};    ///< upper end of the upright line: initial height of the lowest point, or the highest point
    glm::vec3 bottom{0}; ///< lower end of the upright line, at the height of the lowest point
    std::array<Line, 2> extension{}; ///< level lines from the body to `top` and `bottom` and slightly beyond
    glm::vec3 outward{0};            ///< horizontal unit vector from the body to the upright line
    bool outside = false;     ///< the arrows point at the lines from outside, because there is no room between them
    std::vector<Line> arrows; ///< arrow heads, and shafts if the arrows are outside
    glm::vec3 number{0};      ///< the number is written outward of this point
    glm::vec3 lowest{0};      ///< a point below all lines
};
/// std::nullopt for a body without downward force, for the drop of a body that nothing holds, for a very small length,
/// and if the camera looks down on the body. The ruler is on the side of the view where the body hangs freely, or where
/// there is room. The side depends only on the scene and the camera, not on the motion.
std::optional<Ruler> make_ruler(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                const Screen& screen);

} // namespace xpbd::picture
