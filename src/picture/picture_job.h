#pragma once

#include "picture/picture.h"
#include "picture/text/stamps.h"

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
    bool done() const { return pane_ == layout_.panes.size(); }
    double progress() const; ///< in [0, 1]
    /// The picture, once it is done.
    render::Image take() { return std::move(picture_); }
    const lab::Snapshot& snapshot() const { return *snapshot_; }
    /// Where the panes' views lie in the picture, beside what is written.
    const StampLayout& layout() const { return layout_; }

private:
    PictureJob(render::Renderer& renderer, SceneViews& views, std::shared_ptr<const lab::Snapshot> snapshot,
               std::vector<lab::Camera> cameras, const PictureOptions& options);
    Status begin_pane();
    void end_pane();
    void write_labels(const StampLayout::Pane& at);

    render::Renderer* renderer_;
    SceneViews* views_;
    std::shared_ptr<const lab::Snapshot> snapshot_;
    std::vector<lab::Camera> cameras_;
    PictureOptions options_;
    ColourScale scale_;
    StampLayout layout_;
    std::size_t pane_ = 0; ///< that is drawn now: a place in the layout
    render::Image picture_;
    std::unique_ptr<ImageText> letters_; ///< where there is text at all
    render::OrbitCamera camera_;         ///< of the pane that is drawn now
    std::optional<render::Capture> capture_;
};

} // namespace xpbd::picture
