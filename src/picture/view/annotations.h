#pragma once

#include "picture/looks/picture_options.h"
#include "picture/view/ruler.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Marks beside the bodies of a picture: the rest outline, the ruler, the warp strokes, and labels.
namespace xpbd::picture {

/// A line of text at a point of the scene.
struct Label {
    glm::vec3 at{0}; ///< [m]
    std::string text;
    glm::vec3 colour{1};  ///< sRGB
    bool on_left = false; ///< true: the text ends at the point; false: it begins there
    /// If there is no room beside the point, the text is placed at the view's border, below this point [m].
    std::optional<glm::vec3> below;
};
/// The numbers of the ruler and of the grip forces, and the name of every ghost in the colour of the ghost's pane.
std::vector<Label> labels(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                          const render::OrbitCamera& camera, const Screen& screen, render::Theme theme);

/// Upper left corners [px, y down] for label texts of the given sizes, inside the view and without overlap if there is
/// room. std::nullopt for labels behind the camera.
std::vector<std::optional<glm::vec2>> label_corners(std::span<const Label> labels, std::span<const glm::vec2> texts,
                                                    const render::OrbitCamera& camera, glm::vec2 view);

/// The border edges of a model's surface, or all pieces of its rope if it has no surface. Empty for a closed surface.
std::vector<std::array<int, 2>> outline_edges(const Model& model);
/// Edges between a triangle that faces the eye and one that does not, at rest: the outline of a closed surface.
std::vector<std::array<int, 2>> silhouette_edges(const Model& model, const glm::vec3& eye);

/// Adds the lines that `options` turn on to the view of a pane. `outline`: the result of outline_edges(); if it is
/// empty, silhouette_edges() is used instead.
void add_annotations(const lab::Snapshot& snapshot, int pane, const PictureOptions& options,
                     std::span<const std::array<int, 2>> outline, render::View& view);

/// Adds the strings that the user has tied, as lines.
void add_strings(const lab::Snapshot& snapshot, int pane, const PictureOptions& options, render::View& view);

/// Fabric triangles on which a stroke shows the direction of the warp.
struct WarpMarks {
    std::vector<std::size_t> triangles; ///< indices of Model::fabric
    float length = 0;                   ///< length of a stroke on the cloth at rest [m]
};
/// Chooses about a hundred evenly spread triangles, whatever the mesh. Empty if the body is not a fabric.
WarpMarks find_warp_marks(const Model& model);
/// Adds the strokes to the view of a pane. They move, turn and stretch with their triangles. Torn triangles have no
/// stroke.
void add_warp_marks(const WarpMarks& marks, const lab::PaneSnapshot& pane, const PictureOptions& options,
                    render::View& view);

} // namespace xpbd::picture
