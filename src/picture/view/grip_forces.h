#pragma once

#include "picture/view/annotations.h"

#include <span>
#include <vector>

namespace xpbd::picture {

/// The force at a grip of a strip or a frame (Model::specimen), as an arrow on the grip's outside.
struct GripForce {
    render::Arrow arrow;  ///< of the grip's pull on the cloth; from and to are one point where there is no force
    double newtons = 0;   ///< as measured: negative where the cloth is pushed [N]
    bool on_left = false; ///< the arrow points to -x
};
/// Of both grips, the one that is read first. Empty for other bodies, and for a method without forces. One scale for
/// all panes, in which the largest force that is measured or asked for has an arrow of a fixed share of the body's
/// size.
std::vector<GripForce> grip_forces(const lab::Snapshot& snapshot, int pane);

/// @name What PictureOptions::ruler adds of them to a picture
/// @{
void append_grip_arrows(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                        std::vector<render::Arrow>& out);
/// Their numbers, at the tips.
void append_grip_labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, const glm::vec3& colour,
                        std::vector<Label>& out);
/// @}

} // namespace xpbd::picture
