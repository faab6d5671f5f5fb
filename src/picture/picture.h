// Pictures of a lab state: their options, the views that the renderer draws, and saving with the session inside.
#pragma once

#include "lab/files/session/session.h"
#include "lab/run/runner.h"
#include "picture/looks/colouring.h"
#include "picture/view/framing.h"
#include "render/renderer.h"
#include "system/locked_file.h"

#include <memory>
#include <string>
#include <vector>

namespace xpbd::picture {

using lab::ViewMode;

/// Options of pictures that the window and `shot` share: everything except the simulation.
struct PictureOptions : lab::Looks {
    render::Quality quality = render::Quality::low;
    float line_scale = 1; ///< width of ruler and strokes relative to the plain one: the interface's scale, or in
                          ///< proportion to the letters
    int width = 1920;     ///< width of the whole picture [px]
    int height = 1080;
    int supersampling = 2;
    bool transparent = false; ///< background with alpha 0, without stamp

    bool operator==(const PictureOptions&) const = default;
};

/// The theme of a picture: for print, if it has that look.
render::Theme theme_of(const PictureOptions& options);

/// Converts snapshots to render views. Owns the data to which a View's spans point, and caches data that is costly to
/// compute while the model stays the same (line lists, pins, obstacles). One per window or shot; not thread-safe.
class SceneViews {
public:
    SceneViews();
    ~SceneViews();
    /// The view of one pane. Its spans are valid until the next call for the same pane; keep `snapshot` and this object
    /// alive while drawing. `scale`: from picture_scale().
    render::View view(const lab::Snapshot& snapshot, int pane, const lab::Camera& camera, const PictureOptions& options,
                      const ColourScale& scale);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The colour range for this snapshot with these options; one for all panes.
ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options);
/// The colouring of this scene's bodies: the user's choice, else the scene's (SceneInfo::colour). If the scene's choice
/// needs a fabric and the scene is made of springs: tension.
Colouring colouring_of(const scenes::SceneSpec& scene, const lab::Looks& looks);
/// True if such a picture of this scene needs snapshots with forces (SetDetail::forces).
bool needs_forces(const scenes::SceneSpec& scene, const PictureOptions& options);
/// A few words on why a pane cannot show the forces that such a picture needs; empty if it can. If it cannot, the body
/// has its material's colour and there are no arrows.
std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options);
/// Length of the longest arrow over the camera's distance.
inline constexpr float kLongestArrow = 0.10f;
/// Length of the arrow of a unit force at this distance of the camera, for all panes [m/N]; 0 if there is no contact.
float arrow_scale(const lab::Snapshot& snapshot, float camera_distance);

/// Renders the panes of the mode side by side, off screen, at the size given in `options`, with the stamp.
Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options);

/// Encodes the image with the session inside and writes the file. Fails as write_file() and the encoder do.
Status save_picture(const render::Image& image, const lab::Session& session, const std::string& path,
                    const StopToken& stop = {}, system::Existing existing = system::Existing::replaced);

/// A file name `{folder}/{scene}_{A}-{B}_{date}_{n}.png` that does not exist yet.
std::string picture_path(const std::string& folder, const lab::Session& session);

/// A file name for a recording: neither the file, nor its first numbered file, nor a table of that name exists.
std::string recording_path(const std::string& folder, const lab::Session& session, const std::string& extension);

/// Badge of a pane: a word and its reason.
struct Badge {
    enum class Kind { engine, no_levels, not_converged, slow, diverged } kind = Kind::not_converged;
    std::string text;   ///< "NOT CONVERGED", "SLOW 43 %", "DIVERGED - PAUSED", "SLOW ENGINE", "NO HIERARCHY"
    std::string reason; ///< one or two sentences
};
/// The warnings of a pane, most severe first. Empty without warnings.
std::vector<Badge> badges(const lab::Snapshot& snapshot, int pane);

} // namespace xpbd::picture
