#pragma once

#include "picture/picture.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What a picture tells beside its bodies: the shape at the start, how far the body sags below it, whose ghost it is.
namespace xpbd::picture {

/// How far the body has sunk, as a line beside it, seen from a camera.
struct SagRuler {
    glm::vec3 rest{0};   ///< at the level of the rest shape's lowest point [m]
    glm::vec3 now{0};    ///< at the level of the body's lowest point [m]
    glm::vec3 across{0}; ///< half of the ticks at its ends [m]
    double sag = 0;      ///< as Measure::sag [m]
};
/// None for a body that nothing holds or pulls, and where the line would be too short to see.
std::optional<SagRuler> sag_ruler(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera);

/// A line of text at a point of the scene.
struct Label {
    glm::vec3 at{0}; ///< [m]
    std::string text;
    glm::vec3 colour{1};            ///< sRGB
    bool on_left = false;           ///< the text ends at the point; else it begins there
    std::optional<glm::vec3> above; ///< point that it stands above where there is no room beside the other [m]
};
/// The ruler's number, and the name of every ghost in its pane's colour. `theme` is the picture's.
std::vector<Label> labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                          const render::OrbitCamera& camera, render::Theme theme);

/// Upper left corner of a label's text in a view, y down, so that it stays inside; none behind the camera. [px]
std::optional<glm::vec2> label_corner(const Label& label, const render::OrbitCamera& camera, glm::vec2 view,
                                      glm::vec2 text);

/// Border of a model's surface, or all of its rope pieces where it has none: its outline at rest.
std::vector<std::array<int, 2>> outline_edges(const Model& model);

/// Adds the lines that `options` ask for to the view of a pane. `outline`: of outline_edges().
void add_annotations(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                     std::span<const std::array<int, 2>> outline, render::View& view);

} // namespace xpbd::picture
