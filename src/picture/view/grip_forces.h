// Forces at the grips of a material test, as arrows and numbers.
#pragma once

#include "picture/view/annotations.h"

#include <span>
#include <vector>

namespace xpbd::picture {

/// The force at a grip of a strip or a frame (Model::specimen), drawn as an arrow outside the grip.
struct GripForce {
    render::Arrow arrow;  ///< the grip's pull on the cloth; `from` equals `to` if the force is zero
    double newtons = 0;   ///< measured force; negative if the grip pushes [N]
    bool on_left = false; ///< the arrow points to -x
};
/// The forces of both grips; the first is the one whose value is read out. Empty for other bodies and for methods
/// without forces. All panes share one scale, in which the largest measured or expected force has an arrow of a fixed
/// share of the body's size.
std::vector<GripForce> grip_forces(const lab::Snapshot& snapshot, int pane);

/// @name Parts of a picture that PictureOptions::ruler turns on
/// @{
void append_grip_arrows(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                        std::vector<render::Arrow>& out);
/// Appends the numbers at the arrows' tips.
void append_grip_labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, const glm::vec3& colour,
                        std::vector<Label>& out);
/// @}

} // namespace xpbd::picture
