// An off-screen picture that is drawn in several steps.
#pragma once

#include "picture/picture.h"
#include "picture/text/stamps.h"

#include <memory>
#include <optional>
#include <vector>

namespace xpbd::picture {

/// An off-screen picture that is drawn in steps, so that a window can show frames in between. Can be destroyed at any
/// time. Needs the GL context.
class PictureJob {
public:
    /// Holds the snapshot until the picture is done. `views` must not be used for anything else meanwhile. Fails if the
    /// size is not possible (kind: bad_input).
    static Result<PictureJob> begin(render::Renderer& renderer, SceneViews& views,
                                    std::shared_ptr<const lab::Snapshot> snapshot, std::vector<lab::Camera> cameras,
                                    const PictureOptions& options);

    /// Continues drawing for about this many seconds, as render::Renderer::draw_on does. Fails if the driver runs out
    /// of memory.
    Status step(double seconds);
    bool done() const { return pane_ == layout_.panes.size(); }
    double progress() const; ///< in [0, 1]
    /// The picture; call it once, when done() is true.
    render::Image take() { return std::move(picture_); }
    const lab::Snapshot& snapshot() const { return *snapshot_; }
    /// Positions of the panes' views and strips in the picture.
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
    std::size_t pane_ = 0; ///< the pane being drawn, an index of `layout_.panes`
    render::Image picture_;
    std::unique_ptr<ImageText> letters_; ///< null if the picture has no text
    render::OrbitCamera camera_;         ///< camera of the pane being drawn
    std::optional<render::Capture> capture_;
};

} // namespace xpbd::picture
