#include "picture/picture_job.h"

#include "picture/view/annotations.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace xpbd::picture {
namespace {

constexpr int kSeparator = 2;         // [px]
constexpr float kPlateOpacity = 0.7f; ///< opacity of the plate behind a number or a name that can be over a body
constexpr float kPlateRoom = 0.2f;    ///< margin of the plate around its letters, over their height
constexpr float kPlainHeight = 720;   ///< height of a view whose lines have their plain width [px]

float line_scale(const PicturePart& view) {
    return std::max(1.0f, static_cast<float>(view.height) / kPlainHeight);
}

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
    if (!options.transparent) {
        letters_ = std::make_unique<ImageText>();
    }
    layout_ =
        options.stamp && letters_ ? stamp_layout(*letters_, *snapshot_, options) : plain_layout(*snapshot_, options);
}

Status PictureJob::begin_pane() {
    const PicturePart at = layout_.panes[pane_].view;
    // Allocated only when drawing starts, as other jobs may be queued before this one.
    picture_.pixels.resize(static_cast<std::size_t>(options_.width) * static_cast<std::size_t>(options_.height) * 4);
    PictureOptions options = options_;
    options.width = at.width;
    options.height = at.height;
    options.line_scale = line_scale(at);
    const int pane = layout_.panes[pane_].panes.front();
    const lab::Camera& camera = cameras_[std::min(static_cast<std::size_t>(pane), cameras_.size() - 1)];
    render::View view = views_->view(*snapshot_, pane, camera, options, scale_);
    camera_ = view.camera;
    Result<render::Capture> capture =
        renderer_->begin_capture(std::move(view), at.width, at.height, options.supersampling);
    if (!capture) {
        return capture.error();
    }
    capture_.emplace(std::move(*capture));
    return ok();
}

/// Writes the numbers and names of a view. The letters grow with the view.
void PictureJob::write_labels(const StampLayout::Pane& at) {
    const PicturePart& view = at.view;
    const float type = std::max(kLeastType, std::round(static_cast<float>(view.height) / 48));
    const Screen screen{{view.width, view.height}, line_scale(view)};
    const std::vector<Label> all = labels(*snapshot_, at.panes.front(), options_, camera_, screen, theme_of(options_));
    std::vector<glm::vec2> sizes;
    sizes.reserve(all.size());
    for (const Label& label : all) {
        sizes.emplace_back(letters_->width(label.text, type, true), type);
    }
    const auto corners = label_corners(all, sizes, camera_, glm::vec2(view.width, view.height));
    const glm::vec4 plate(glm::vec3(stamp_colours(theme_of(options_)).strip), kPlateOpacity);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!corners[i]) {
            continue;
        }
        const glm::vec2 low = glm::vec2(view.x, view.y) + glm::round(*corners[i]);
        const glm::vec2 room(std::round(kPlateRoom * type), std::round(0.5f * kPlateRoom * type));
        const glm::ivec2 from(glm::max(low - room, glm::vec2(view.x, view.y)));
        const glm::ivec2 to(
            glm::min(low + glm::ceil(sizes[i]) + room, glm::vec2(view.x + view.width, view.y + view.height)));
        ImageText::box(picture_, from.x, from.y, to.x - from.x, to.y - from.y, plate);
        letters_->text(picture_, low.x, low.y, type, all[i].text, glm::vec4(all[i].colour, 1), true);
    }
}

/// Draws the lines between the panes and the text of this pane.
void PictureJob::end_pane() {
    const StampColours colours = stamp_colours(theme_of(options_));
    const StampLayout::Pane& at = layout_.panes[pane_];
    if (letters_) {
        write_labels(at);
    }
    if (layout_.type > 0) {
        stamp_pane(picture_, *letters_, *snapshot_, at, layout_.type, colours);
    }
    if (!options_.transparent && at.view.x > 0) {
        ImageText::box(picture_, at.view.x - kSeparator / 2, at.view.y, kSeparator, at.view.height + at.strip.height,
                       colours.line);
    }
    if (!options_.transparent && at.view.y > layout_.top.height) {
        ImageText::box(picture_, at.view.x, at.view.y - kSeparator / 2, at.view.width, kSeparator, colours.line);
    }
    capture_.reset();
    ++pane_;
    if (layout_.type > 0 && done()) {
        stamp_top(picture_, *letters_, *snapshot_, options_, scale_, layout_, colours);
    }
}

Status PictureJob::step(double seconds) {
    if (!capture_) {
        Status begun = begin_pane();
        if (!begun) {
            return begun;
        }
    }
    const PicturePart at = layout_.panes[pane_].view;
    Status drawn = renderer_->draw_on(*capture_, picture_, at.x, at.y, seconds);
    if (drawn && capture_->done()) {
        end_pane();
    }
    return drawn;
}

double PictureJob::progress() const {
    return (static_cast<double>(pane_) + (capture_ ? capture_->progress() : 0)) /
           static_cast<double>(layout_.panes.size());
}

Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options) {
    // The job ends before this function returns, so that it need not own the snapshot.
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
