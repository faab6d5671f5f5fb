// The options of a picture, and what follows from them for a scene: colouring, range and forces.
#pragma once

#include "lab/looks/looks.h"
#include "lab/run/snapshot.h"
#include "picture/looks/colouring.h"
#include "render/renderer.h"

#include <string>

namespace xpbd::picture {

using lab::ViewMode;

/// Options of pictures that the window and `shot` share: everything except the simulation.
struct PictureOptions : lab::Looks {
    render::Quality quality = render::Quality::low;
    float line_scale = 1; ///< factor of the widths of ruler and strokes: in the window the scale of the interface, else
                          ///< proportional to the height of a view
    int width = 1920;     ///< width of the whole picture [px]
    int height = 1080;
    int supersampling = 2;
    bool transparent = false; ///< background with alpha 0, without stamp

    bool operator==(const PictureOptions&) const = default;
};

/// The theme of a picture: Theme::paper if `paper` is set, else the chosen theme.
render::Theme theme_of(const PictureOptions& options);

/// The colour range for this snapshot with these options; one for all panes.
ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options);
/// The colouring of this scene's bodies: the user's choice, else the scene's (SceneInfo::colour). If the scene's choice
/// needs a fabric and the scene is made of springs: tension.
Colouring colouring_of(const scenes::SceneSpec& scene, const lab::Looks& looks);
/// True if a picture of this scene with these options needs snapshots with forces (SetDetail::forces).
bool needs_forces(const scenes::SceneSpec& scene, const PictureOptions& options);
/// A few words on why a pane cannot show the forces that these options ask for; empty if it can. A pane that cannot has
/// a body in its material's colour and no arrows.
std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options);

} // namespace xpbd::picture
