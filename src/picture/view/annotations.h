#pragma once

#include "picture/picture.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What a picture tells beside its bodies: the shape at the start, the height that the scene is about, whose ghost it
/// is.
namespace xpbd::picture {

/// The first of the scene's readouts that is a height, as a line beside the body, seen from a camera: a sag, a drop, or
/// the height of the body itself. It ends level with the body's lowest point.
struct Ruler {
    glm::vec3 top{0};    ///< where the body's lowest point is without the sag, or its highest one [m]
    glm::vec3 bottom{0}; ///< [m]
    glm::vec3 across{0}; ///< half of the ticks at its ends [m]
    double length = 0;   ///< as the readout [m]
};
/// None for a body that nothing pulls down, for a drop of a body that nothing holds, and where the line would be too
/// short to see. `aspect`: of the view, whose right border it does not cross.
std::optional<Ruler> make_ruler(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                float aspect);

/// A line of text at a point of the scene.
struct Label {
    glm::vec3 at{0}; ///< [m]
    std::string text;
    glm::vec3 colour{1};  ///< sRGB
    bool on_left = false; ///< the text ends at the point; else it begins there
    /// Where there is no room beside the point, the text ends at the view's edge, below this one [m].
    std::optional<glm::vec3> below;
};
/// The ruler's number, and the name of every ghost in its pane's colour. `theme` is the picture's.
std::vector<Label> labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                          const render::OrbitCamera& camera, float aspect, render::Theme theme);

/// Upper left corners of labels' texts of these sizes in a view, y down, so that they stay inside and do not touch
/// where there is room; none behind the camera. [px]
std::vector<std::optional<glm::vec2>> label_corners(std::span<const Label> labels, std::span<const glm::vec2> texts,
                                                    const render::OrbitCamera& camera, glm::vec2 view);

/// Border of a model's surface, or all of its rope pieces where it has none: its outline at rest. Empty for a surface
/// without a border.
std::vector<std::array<int, 2>> outline_edges(const Model& model);
/// Edges in which a surface at rest turns away from an eye: the outline of one without a border.
std::vector<std::array<int, 2>> silhouette_edges(const Model& model, const glm::vec3& eye);

/// Adds the lines that `options` ask for to the view of a pane, which has this aspect. `outline`: of outline_edges().
void add_annotations(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, float aspect,
                     std::span<const std::array<int, 2>> outline, render::View& view);

/// Triangles of fabric on which the direction of the warp is drawn.
struct WarpMarks {
    std::vector<std::size_t> triangles; ///< of Model::fabric
    float length = 0;                   ///< of a stroke on the cloth at rest [m]
};
/// Spread evenly over the cloth, a hundred or so whatever its mesh. None where the body is no fabric.
WarpMarks find_warp_marks(const Model& model);
/// Adds the strokes to the view of a pane: they move, turn and stretch with their triangles; none on one that is torn.
void add_warp_marks(const WarpMarks& marks, const lab::PaneSnapshot& pane, const PictureOptions& options,
                    render::View& view);

} // namespace xpbd::picture
