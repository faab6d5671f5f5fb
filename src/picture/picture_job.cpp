#include "picture/picture_job.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace xpbd::picture {
namespace {

constexpr int kSeparator = 2; // [px]

} // namespace

Result<PictureJob> PictureJob::begin(render::Renderer& renderer, SceneViews& views,
                                     std::shared_ptr<const lab::Snapshot> snapshot, std::vector<lab::Camera> cameras,
                                     const PictureOptions& options) {
    if (options.width < 1 || options.height < 1 || options.width > renderer.max_side() ||
        options.height > renderer.max_side()) {
        return Error{"a picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                     " pixels cannot be made; each side may be 1 to " + std::to_string(renderer.max_side())};
    }
    return PictureJob(renderer, views, std::move(snapshot), std::move(cameras), options);
}

PictureJob::PictureJob(render::Renderer& renderer, SceneViews& views, std::shared_ptr<const lab::Snapshot> snapshot,
                       std::vector<lab::Camera> cameras, const PictureOptions& options)
    : renderer_(&renderer),
      views_(&views),
      snapshot_(std::move(snapshot)),
      cameras_(std::move(cameras)),
      options_(options),
      scale_(picture_scale(*snapshot_, options)),
      picture_{options.width, options.height, {}} {
    panes_ = options.mode == ViewMode::side_by_side ? static_cast<int>(snapshot_->panes.size()) : 1;
    const bool two_rows = panes_ == 4 || (panes_ == 3 && options.width < 2 * options.height);
    columns_ = two_rows ? 2 : panes_;
    rows_ = two_rows ? 2 : 1;
    if (options.stamp && !options.transparent) {
        stamp_ = std::make_unique<ImageText>();
    }
}

/// A pane that was just added may be missing in the snapshot.
int PictureJob::shown_pane() const {
    const int last = static_cast<int>(snapshot_->panes.size()) - 1;
    return std::min(options_.mode == ViewMode::side_by_side ? pane_ : options_.active_pane, last);
}

PicturePart PictureJob::part() const {
    const int column = pane_ % columns_;
    const int row = pane_ / columns_;
    const int left = options_.width * column / columns_;
    const int top = options_.height * row / rows_;
    // The last pane of an odd number takes the rest of its row.
    const int right = pane_ + 1 == panes_ ? options_.width : options_.width * (column + 1) / columns_;
    return {left, top, std::max(1, right - left), std::max(1, options_.height * (row + 1) / rows_ - top)};
}

Status PictureJob::begin_pane() {
    const PicturePart at = part();
    // Not before it is drawn: jobs may wait for each other.
    picture_.pixels.resize(static_cast<std::size_t>(options_.width) * static_cast<std::size_t>(options_.height) * 4);
    PictureOptions options = options_;
    options.width = at.width;
    options.height = at.height;
    const int pane = shown_pane();
    const lab::Camera& camera = cameras_[std::min(static_cast<std::size_t>(pane), cameras_.size() - 1)];
    Result<render::Capture> capture = renderer_->begin_capture(views_->view(*snapshot_, pane, camera, options, scale_),
                                                               at.width, at.height, options.supersampling);
    if (!capture) {
        return capture.error();
    }
    capture_.emplace(std::move(*capture));
    return ok();
}

/// Lines between the panes, and text.
void PictureJob::end_pane() {
    const StampColours colours = stamp_colours(options_.look.theme);
    const PicturePart at = part();
    if (!options_.transparent && at.x > 0) {
        ImageText::box(picture_, at.x - kSeparator / 2, at.y, kSeparator, at.height, colours.line);
    }
    if (!options_.transparent && at.y > 0) {
        ImageText::box(picture_, at.x, at.y - kSeparator / 2, at.width, kSeparator, colours.line);
    }
    if (stamp_ && options_.mode != ViewMode::ghost) {
        stamp_pane(picture_, *stamp_, *snapshot_, shown_pane(), at, colours);
    }
    capture_.reset();
    ++pane_;
    if (stamp_ && done()) {
        if (options_.mode == ViewMode::ghost) {
            stamp_ghosts(colours);
        }
        stamp_legend(picture_, *stamp_, *snapshot_, options_, scale_, colours);
    }
}

/// One card for each of the bodies that are drawn over each other.
void PictureJob::stamp_ghosts(const StampColours& colours) {
    const int count = static_cast<int>(snapshot_->panes.size());
    for (int pane = 0; pane < count; ++pane) {
        stamp_pane(picture_, *stamp_, *snapshot_, pane,
                   {options_.width * pane / count, 0, options_.width / count, options_.height}, colours,
                   2 * pane < count ? CardSide::left : CardSide::right, pane == options_.active_pane ? "" : " (ghost)");
    }
}

Status PictureJob::step(double seconds) {
    if (!capture_) {
        const Status begun = begin_pane();
        if (!begun) {
            return begun;
        }
    }
    const PicturePart at = part();
    const Status drawn = renderer_->draw_on(*capture_, picture_, at.x, at.y, seconds);
    if (drawn && capture_->done()) {
        end_pane();
    }
    return drawn;
}

double PictureJob::progress() const {
    return (pane_ + (capture_ ? capture_->progress() : 0)) / panes_;
}

Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options) {
    // The job ends before we return: it need not own the snapshot.
    const std::shared_ptr<const lab::Snapshot> borrowed(std::shared_ptr<void>(), &snapshot);
    Result<PictureJob> job = PictureJob::begin(renderer, views, borrowed, cameras, options);
    if (!job) {
        return job.error();
    }
    while (!job->done()) {
        const Status drawn = job->step(std::numeric_limits<double>::infinity());
        if (!drawn) {
            return drawn.error();
        }
    }
    return job->take();
}

} // namespace xpbd::picture
