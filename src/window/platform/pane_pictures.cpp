#include "window/platform/pane_pictures.h"

#include <chrono>
#include <cstddef>
#include <glad/gl.h>
#include <optional>
#include <utility>

namespace xpbd::window {
namespace {

static_assert(render::Renderer::kSlots >= lab::kMaxPanes, "every pane has a picture of its own");

constexpr double kSharedPicture = 0.5; ///< seconds between two pictures of a pane while something else wants the cores

} // namespace

bool PanePictures::Place::operator==(const Place& other) const {
    return pane == other.pane && rect.x == other.rect.x && rect.y == other.rect.y && rect.width == other.rect.width &&
           rect.height == other.rect.height;
}

bool PanePictures::plan(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot,
                        const Layout& layout, int height, bool shared) {
    picture::PictureOptions options = state.stage.picture;
    options.look.quality = chosen_quality(state.preferences, automatic_.quality());
    shared_ = shared;
    keep_ = shared && state.now - drawn_ < kSharedPicture;
    for (std::size_t slot = snapshot->panes.size(); slot < shown_.size(); ++slot) {
        planned_[slot] = shown_[slot] = {}; // it holds a whole snapshot
    }
    places_.clear();
    bool changed = false;
    for (const PaneRects& pane : layout.panes) {
        const ScreenRect& view = pane.view;
        const render::Rect rect{static_cast<int>(view.min.x), height - static_cast<int>(view.max.y),
                                static_cast<int>(view.width()), static_cast<int>(view.height())};
        if (pane.pane >= static_cast<int>(snapshot->panes.size()) || rect.width < 1 || rect.height < 1) {
            continue;
        }
        const auto slot = static_cast<std::size_t>(pane.pane);
        planned_[slot] = {snapshot, options, state.stage.cameras[slot]};
        planned_[slot].options.width = rect.width;
        planned_[slot].options.height = rect.height;
        changed = changed || !(keep_ || planned_[slot] == shown_[slot]);
        places_.push_back({pane.pane, rect});
    }
    return changed || places_ != drawn_places_;
}

void PanePictures::draw(const AppState& state) {
    const bool timed = state.preferences.quality == QualityChoice::automatic && automatic_.wants_time(state.now);
    if (timed) {
        glFinish(); // else it would be timed with what was asked for before
    }
    const auto begin = std::chrono::steady_clock::now();
    drawn_ = keep_ ? drawn_ : state.now;
    draw_planned();
    if (timed && pixels_ > 0) {
        glFinish();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        automatic_.observe(state.now, passed.count(), pixels_);
    }
}

void PanePictures::draw_planned() {
    pixels_ = 0;
    drawn_places_ = places_;
    std::optional<picture::ColourScale> scale; // where a picture is drawn at all
    for (const auto& [pane, rect] : places_) {
        const auto slot = static_cast<std::size_t>(pane);
        const Content& content = planned_[slot];
        if ((keep_ || content == shown_[slot]) && renderer_.repeat(rect, 0, slot)) {
            continue;
        }
        const lab::Snapshot& snapshot = *content.snapshot;
        if (!scale) {
            scale = picture::picture_scale(snapshot, content.options);
        }
        pixels_ += static_cast<double>(rect.width) * rect.height;
        // Kept only where it may be wanted again: while it plays, every frame is another one.
        const bool again = shared_ || !snapshot.playing || content.snapshot == shown_[slot].snapshot;
        renderer_.draw(views_.view(snapshot, pane, content.camera, content.options, *scale), rect, 0, slot, again);
        shown_[slot] = content;
    }
}

} // namespace xpbd::window
