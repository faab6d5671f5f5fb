#pragma once

#include "lab/files/session/session.h"
#include "lab/run/runner.h"
#include "picture/looks/colouring.h"
#include "picture/view/framing.h"
#include "render/renderer.h"
#include "system/locked_file.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::picture {

/// Which panes a picture shows, and how.
enum class ViewMode { side_by_side, single, ghost };

/// What the window and `shot` share about looks: everything that is not the simulation.
struct PictureOptions {
    render::Look look;
    ViewMode mode = ViewMode::side_by_side;
    int active_pane = 0;                ///< shown alone in `single`, in front in `ghost`
    std::optional<Colouring> colouring; ///< none: colouring_of() the scene
    int other_pane = -1;                ///< compared with, in colouring and as a ghost; -1 = the first other one
    bool overlay = false;               ///< draws the compared pane translucent over every pane
    bool contact_forces = false;        ///< as arrows
    bool ruler = true;                  ///< how far the body sags, beside it; and the forces at a specimen's grips
    bool rest_outline = false;          ///< the shape at the start
    bool warp = false;                  ///< the direction of a fabric's warp, as short strokes on it
    float line_scale = 1; ///< of the lines of both: the interface's scale, or as large as a picture's letters
    /// The user's own colour range of each quantity; else the one that the scene suggests.
    std::array<std::optional<ColourRange>, kColouringCount> own_range{};
    int width = 1920; ///< of the whole picture [px]
    int height = 1080;
    int supersampling = 2;
    bool stamp = true;        ///< writes method, parameters, measured values and the colour bar beside the panes
    bool transparent = false; ///< background alpha 0, no stamp
    /// For print, whatever the theme of `look`: white, black letters, no ground but for its shadow. Off screen only.
    bool paper = false;

    bool operator==(const PictureOptions&) const = default;
};

/// Converts snapshots to render views. Keeps what a View's spans point to, and what is costly to recompute while the
/// model stays the same (line lists, pins, obstacles): one per window or shot, not shared between threads.
class SceneViews {
public:
    SceneViews();
    ~SceneViews();
    /// The view of one pane. Its spans live until the next call for the same snapshot's successor, i.e. keep `snapshot`
    /// and this object alive while drawing.
    /// `scale`: see picture_scale().
    render::View view(const lab::Snapshot& snapshot, int pane, const lab::Camera& camera, const PictureOptions& options,
                      const ColourScale& scale);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The colour range that `options` give for this snapshot; one for all panes.
ColourScale picture_scale(const lab::Snapshot& snapshot, const PictureOptions& options);
/// What colours the bodies of this scene: the user's choice, else the scene's (SceneInfo::colour); tension where
/// the scene's needs a fabric and the scene is made of springs.
Colouring colouring_of(const scenes::SceneSpec& scene, const PictureOptions& options);
/// True where the snapshots of such a picture of this scene must hold forces: SetDetail::forces.
bool needs_forces(const scenes::SceneSpec& scene, const PictureOptions& options);
/// Why a pane shows nothing of the forces that such a picture is about, in a few words; empty where it does. Its body
/// then has the colour of its material, and no arrows.
std::string missing_forces(const lab::Snapshot& snapshot, int pane, const PictureOptions& options);
/// The longest arrow, of the distance of the camera.
inline constexpr float kLongestArrow = 0.10f;
/// Length of the arrow of a unit force, for all panes, at this distance of the camera [m/N]; 0 where nothing touches.
float arrow_scale(const lab::Snapshot& snapshot, float camera_distance);

/// Renders all panes that the mode shows, side by side, off screen at the explicit size, with the stamp.
Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options);

/// Encodes the image, puts the session into it and writes the file; fails on what write_file and the encoder fail on.
Status save_picture(const render::Image& image, const lab::Session& session, const std::string& path,
                    const StopToken& stop = {}, system::Existing existing = system::Existing::replaced);

/// `{folder}/{scene}_{A}-{B}_{date}_{n}.png`, never one that exists.
std::string picture_path(const std::string& folder, const lab::Session& session);

/// The same for a recording: neither the file, nor its numbered first one, nor a table of that name exists.
std::string recording_path(const std::string& folder, const lab::Session& session, const std::string& extension);

/// Badge of a pane: a word, and the reason for it.
struct Badge {
    enum class Kind { engine, no_levels, not_converged, slow, diverged } kind = Kind::not_converged;
    std::string text;   ///< "NOT CONVERGED", "SLOW 43 %", "DIVERGED - PAUSED", "SLOW ENGINE", "NO HIERARCHY"
    std::string reason; ///< one or two sentences
};
/// What deserves attention in a pane, most severe first; nothing where all is well.
std::vector<Badge> badges(const lab::Snapshot& snapshot, int pane);

} // namespace xpbd::picture
