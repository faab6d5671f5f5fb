#pragma once

#include "picture/picture.h"
#include "picture/view/ruler.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What a picture tells beside its bodies: the shape at the start, the height that the scene is about, whose ghost it
/// is.
namespace xpbd::picture {

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
                          const render::OrbitCamera& camera, const Screen& screen, render::Theme theme);

/// Upper left corners of labels' texts of these sizes in a view, y down, so that they stay inside and do not touch
/// where there is room; none behind the camera. [px]
std::vector<std::optional<glm::vec2>> label_corners(std::span<const Label> labels, std::span<const glm::vec2> texts,
                                                    const render::OrbitCamera& camera, glm::vec2 view);

/// Border of a model's surface, or all of its rope pieces where it has none: its outline at rest. Empty for a surface
/// without a border.
std::vector<std::array<int, 2>> outline_edges(const Model& model);
/// Edges in which a surface at rest turns away from an eye: the outline of one without a border.
std::vector<std::array<int, 2>> silhouette_edges(const Model& model, const glm::vec3& eye);

/// Adds the lines that `options` turn on to the view of a pane of their width and height. `outline`: of
/// outline_edges().
void add_annotations(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
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
