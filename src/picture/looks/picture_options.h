// The options of a picture, and what follows from them for a scene: colouring, range and forces.
#pragma once

#include "lab/run/snapshot.h"
#include "picture/looks/colouring.h"
#include "render/renderer.h"

#include <array>
#include <optional>
#include <string>

namespace xpbd::picture {

/// Which panes a picture shows, and how.
enum class ViewMode { side_by_side, single, ghost };

/// Options of pictures that the window and `shot` share: everything except the simulation.
struct PictureOptions {
    render::Look look;
    ViewMode mode = ViewMode::side_by_side;
    int active_pane = 0;                ///< the pane shown in `single`, and in front in `ghost`
    std::optional<Colouring> colouring; ///< if empty, colouring_of() the scene
    int other_pane = -1;         ///< the pane for comparisons, in colouring and as a ghost; -1 = the first other pane
    bool overlay = false;        ///< draws the compared pane translucent over every pane
    bool contact_forces = false; ///< draws contact forces as arrows
    bool ruler = true;           ///< draws the body's sag beside it, and the forces at a specimen's grips
    bool rest_outline = false;   ///< draws the outline of the shape at the start
    bool warp = false;           ///< draws short strokes along a fabric's warp
    float line_scale = 1;        ///< width of ruler and strokes relative to the plain one: the interface's scale, or in
                                 ///< proportion to the letters
    /// The user's own colour range of each quantity; if empty, the scene's suggestion.
    std::array<std::optional<ColourRange>, kColouringCount> own_range{};
    int width = 1920; ///< width of the whole picture [px]
    int height = 1080;
    int supersampling = 2;
    bool stamp = true;        ///< writes method, parameters, measured values and the colour bar beside the panes
    bool transparent = false; ///< background with alpha 0, without stamp
    /// Style for print, whatever the theme of `look`: white background, black letters, of the ground only the shadow.
    /// Off screen only.
    bool paper = false;

    bool operator==(const PictureOptions&) const = default;
};

/// The colour range for this snapshot with these options; one for all panes.
ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options);
/// The colouring of this scene's bodies: the user's choice, else the scene's (SceneInfo::colour). If the scene's choice
/// needs a fabric and the scene is made of springs: tension.
Colouring colouring_of(const scenes::SceneSpec& scene, const PictureOptions& options);
/// True if such a picture of this scene needs snapshots with forces (SetDetail::forces).
bool needs_forces(const scenes::SceneSpec& scene, const PictureOptions& options);
/// A few words on why a pane cannot show the forces that such a picture needs; empty if it can. If it cannot, the body
/// has its material's colour and there are no arrows.
std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options);

} // namespace xpbd::picture
