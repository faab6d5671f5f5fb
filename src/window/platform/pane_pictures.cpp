#include "window/platform/pane_pictures.h"

#include <chrono>
#include <cstddef>
#include <glad/gl.h>
#include <optional>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kSharedPicture = 0.5; ///< seconds between two pictures of a pane while something else wants the cores

} // namespace

void PanePictures::draw(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot,
                        const Layout& layout, int height, float ratio, bool shared) {
    picture::PictureOptions options = state.stage.picture;
    options.look.quality = chosen_quality(state.preferences, automatic_.quality());
    const bool timed = state.preferences.quality == QualityChoice::automatic && automatic_.wants_time(state.now);
    if (timed) {
        glFinish(); // else it would be timed with what was asked for before
    }
    const auto begin = std::chrono::steady_clock::now();
    draw_panes(state, options, snapshot, layout, height, ratio, shared);
    if (timed && pixels_ > 0) {
        glFinish();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        automatic_.observe(state.now, passed.count(), pixels_);
    }
}

void PanePictures::draw_panes(const AppState& state, const picture::PictureOptions& options,
                              const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout, int height,
                              float ratio, bool shared) {
    pixels_ = 0;
    const bool keep = shared && state.now - drawn_ < kSharedPicture;
    drawn_ = keep ? drawn_ : state.now;
    for (std::size_t slot = snapshot->panes.size(); slot < shown_.size(); ++slot) {
        shown_[slot] = {}; // it holds a whole snapshot
    }
    std::optional<picture::ColourScale> scale; // where a picture is drawn at all
    for (const PaneRects& pane : layout.panes) {
        if (pane.pane >= static_cast<int>(snapshot->panes.size())) {
            continue;
        }
        const ScreenRect& view = pane.view;
        const render::Rect rect{static_cast<int>(view.min.x * ratio), height - static_cast<int>(view.max.y * ratio),
                                static_cast<int>(view.width() * ratio), static_cast<int>(view.height() * ratio)};
        if (rect.width < 1 || rect.height < 1) {
            continue;
        }
        const auto slot = static_cast<std::size_t>(pane.pane);
        Content content{snapshot, options, state.stage.cameras[slot]};
        content.options.width = rect.width;
        content.options.height = rect.height;
        Content& shown = shown_[slot];
        if ((keep || content == shown) && renderer_.repeat(rect, 0, slot)) {
            continue;
        }
        if (!scale) {
            scale = picture::picture_scale(*snapshot, options);
        }
        pixels_ += static_cast<double>(rect.width) * rect.height;
        // Kept only where it may be wanted again: while it plays, every frame is another one.
        renderer_.draw(views_.view(*snapshot, pane.pane, content.camera, content.options, *scale), rect, 0, slot,
                       shared || content.snapshot == shown.snapshot);
        shown = std::move(content);
    }
}

} // namespace xpbd::window
