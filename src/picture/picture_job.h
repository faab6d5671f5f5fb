#pragma once

#include "picture/picture.h"
#include "picture/stamps.h"

#include <memory>
#include <optional>
#include <vector>

namespace xpbd::picture {

/// A picture off screen that is drawn step by step, so that a window shows frames in between. Destroyed before its end,
/// it leaves nothing behind. Needs the GL context.
class PictureJob {
public:
    /// Holds the snapshot until the picture is done. `views` may serve nobody else meanwhile. Fails where the size
    /// cannot be made (kind: bad_input).
    static Result<PictureJob> begin(render::Renderer& renderer, SceneViews& views,
                                    std::shared_ptr<const lab::Snapshot> snapshot, std::vector<lab::Camera> cameras,
                                    const PictureOptions& options);

    /// Draws on for about so many seconds; see render::Renderer::draw_on. Fails where the driver has no memory.
    Status step(double seconds);
    bool done() const { return pane_ == panes_; }
    double progress() const; ///< in [0, 1]
    /// The picture, once it is done.
    render::Image take() { return std::move(picture_); }
    const lab::Snapshot& snapshot() const { return *snapshot_; }

private:
    PictureJob(render::Renderer& renderer, SceneViews& views, std::shared_ptr<const lab::Snapshot> snapshot,
               std::vector<lab::Camera> cameras, const PictureOptions& options);
    int shown_pane() const;
    PicturePart part() const;
    Status begin_pane();
    void end_pane();
    void stamp_ghosts(const StampColours& colours);

    render::Renderer* renderer_;
    SceneViews* views_;
    std::shared_ptr<const lab::Snapshot> snapshot_;
    std::vector<lab::Camera> cameras_;
    PictureOptions options_;
    ColourScale scale_;
    int panes_ = 1, columns_ = 1, rows_ = 1;
    int pane_ = 0; ///< that is drawn now: a place in the picture
    render::Image picture_;
    std::unique_ptr<ImageText> stamp_; ///< where text is stamped at all
    std::optional<render::Capture> capture_;
};

} // namespace xpbd::picture
