// Converts a snapshot to the view that the renderer draws.
#pragma once

#include "lab/run/snapshot.h"
#include "picture/looks/picture_options.h"
#include "render/renderer.h"

#include <memory>

namespace xpbd::picture {

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

/// Length of the longest arrow over the camera's distance.
inline constexpr float kLongestArrow = 0.10f;
/// Length of the arrow of a unit force at this distance of the camera, for all panes [m/N]; 0 if there is no contact.
float arrow_scale(const lab::Snapshot& snapshot, float camera_distance);

} // namespace xpbd::picture
