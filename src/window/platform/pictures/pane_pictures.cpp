#include "window/platform/pictures/pane_pictures.h"

#include "render/gl/gl_loader.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <glad/gl.h>
#include <limits>
#include <optional>
#include <utility>

namespace xpbd::window {
namespace {

static_assert(render::Renderer::kSlots >= lab::kMaxPanes, "every pane has a picture of its own");

constexpr double kSharedPicture = 0.5; ///< seconds between two pictures of a pane while other work needs the cores

/// True where a pane's body, with its settings and its measured values, is the same in both.
bool same_body(const lab::PaneSnapshot& a, const lab::PaneSnapshot& b) {
    const auto same_force = [](const lab::PaneSnapshot::ContactForce& x, const lab::PaneSnapshot::ContactForce& y) {
        return x.at == y.at && x.force == y.force;
    };
    const auto same_number = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.model == b.model && a.settings == b.settings && a.diverged == b.diverged && a.torn == b.torn &&
           a.measured_method == b.measured_method && a.positions == b.positions && a.strain == b.strain &&
           a.tension == b.tension && a.fabric_tension == b.fabric_tension &&
           std::equal(a.readings.begin(), a.readings.end(), b.readings.begin(), b.readings.end(), same_number) &&
           a.whole_triangles == b.whole_triangles && a.whole_segments == b.whole_segments &&
           std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), same_force);
}

/// True where two snapshots give the same picture of a pane: they agree in its body, and in all others that it shows.
bool same_bodies(const lab::Snapshot& a, const lab::Snapshot& b, const picture::PictureOptions& options,
                 std::size_t pane) {
    if (a.frame != b.frame || a.branch != b.branch || a.model != b.model || a.panes.size() != b.panes.size() ||
        !(a.world == b.world) || !(a.scene == b.scene)) {
        return false;
    }
    const bool alone = options.mode != picture::ViewMode::ghost && !options.overlay &&
                       options.colouring != picture::Colouring::difference;
    if (alone) {
        return pane < a.panes.size() && same_body(a.panes[pane], b.panes[pane]);
    }
    return std::equal(a.panes.begin(), a.panes.end(), b.panes.begin(), same_body);
}

} // namespace

bool PanePictures::Place::operator==(const Place& other) const {
    return pane == other.pane && rect.x == other.rect.x && rect.y == other.rect.y && rect.width == other.rect.width &&
           rect.height == other.rect.height;
}

bool PanePictures::Content::operator==(const Content& other) const {
    if (!(options == other.options && camera == other.camera && pane == other.pane)) {
        return false;
    }
    return snapshot == other.snapshot ||
           (snapshot && other.snapshot &&
            same_bodies(*snapshot, *other.snapshot, options, static_cast<std::size_t>(pane)));
}

double PanePictures::pixel_size(std::size_t slot) const {
    const Content& content = planned_[slot];
    const double half = std::tan(0.5 * static_cast<double>(render::OrbitCamera{}.field_of_view));
    return 2 * half * content.camera.distance / std::max(content.options.height, 1);
}

void PanePictures::see(std::size_t slot) {
    const Content &planned = planned_[slot], &shown = shown_[slot];
    is_old_[slot] = false;
    is_shown_[slot] = keep_ ? shown.snapshot != nullptr : planned == shown;
    const bool same_view = shown.snapshot && planned.options == shown.options && planned.camera == shown.camera &&
                           planned.pane == shown.pane;
    if (is_shown_[slot] || !creeps_ || !same_view) {
        return;
    }
    const double way = moved_between(*shown.snapshot, *planned.snapshot, slot) / pixel_size(slot); // [px]
    is_shown_[slot] = way <= kBehind;
    is_old_[slot] = is_shown_[slot] && (!planned.snapshot->playing || now_ > still_at_[slot] + kRenewal || way > 0.5);
}

void PanePictures::plan(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot,
                        const Layout& layout, int height, bool shared, Repaint& repaint) {
    picture::PictureOptions options = state.stage.picture;
    options.quality = chosen_quality(state.preferences, automatic_.quality());
    options.paper = false; // for screenshots and recordings only
    options.line_scale = state.scale();
    shared_ = shared;
    now_ = state.now;
    keep_ = shared && state.now - drawn_ < kSharedPicture;
    for (std::size_t slot = snapshot->panes.size(); slot < shown_.size(); ++slot) {
        planned_[slot] = shown_[slot] = {}; // frees the snapshots of panes that are gone
    }
    places_.clear();
    std::vector<ScreenRect> views;
    std::vector<double> pixels(snapshot->panes.size(), std::numeric_limits<double>::infinity());
    for (const PaneRects& pane : layout.panes) {
        const ScreenRect& view = pane.view;
        const render::Rect rect{static_cast<int>(view.min.x), height - static_cast<int>(view.max.y),
                                static_cast<int>(view.width()), static_cast<int>(view.height())};
        if (pane.pane >= static_cast<int>(snapshot->panes.size()) || rect.width < 1 || rect.height < 1) {
            continue;
        }
        const auto slot = static_cast<std::size_t>(pane.pane);
        planned_[slot] = {snapshot, options, state.stage.cameras[slot], pane.pane};
        planned_[slot].options.width = rect.width;
        planned_[slot].options.height = rect.height;
        places_.push_back({pane.pane, rect});
        views.push_back(view);
        pixels[slot] = pixel_size(slot);
    }
    settled_.look(state.now, snapshot, pixels);
    creeps_ = settled_.settled() && options.quality != render::Quality::high;
    at_rest_ = !shared && !snapshot->busy && (!snapshot->playing || creeps_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto slot = static_cast<std::size_t>(places_[i].pane);
        see(slot);
        if (!is_shown_[slot]) {
            changed_ = state.now;
        }
        if (std::exchange(renewed_[slot], false) || !is_shown_[slot]) {
            repaint.add(views[i]);
        }
    }
    if (places_ != drawn_places_) {
        repaint.add_all();
        drawn_places_ = places_;
        changed_ = state.now;
    }
    if (!at_rest_ || changed_ == state.now) {
        still_.reset();
    }
}

void PanePictures::draw(const AppState& state) {
    const bool timed = state.preferences.quality == QualityChoice::automatic && automatic_.is_timing_due(state.now);
    if (timed) {
        render::finish_gl(); // else the time would include earlier commands
    }
    const auto begin = std::chrono::steady_clock::now();
    drawn_ = keep_ ? drawn_ : state.now;
    draw_planned();
    if (timed && pixels_ > 0) {
        render::finish_gl();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        automatic_.observe(state.now, passed.count(), pixels_);
    }
}

void PanePictures::draw_planned() {
    pixels_ = 0;
    std::optional<picture::ColourScale> scale; // computed only if a picture is drawn
    for (const auto& [pane, rect] : places_) {
        const auto slot = static_cast<std::size_t>(pane);
        const Content& content = planned_[slot];
        const bool same_size = shown_[slot].options.width == rect.width && shown_[slot].options.height == rect.height;
        if (same_size && is_shown_[slot]) {
            continue;
        }
        const lab::Snapshot& snapshot = *content.snapshot;
        if (!scale) {
            scale = picture::picture_scale(snapshot, content.options);
        }
        pixels_ += static_cast<double>(rect.width) * rect.height;
        ++drawn_pictures_;
        renderer_.draw(views_.view(snapshot, pane, content.camera, content.options, *scale), rect.width, rect.height,
                       slot);
        shown_[slot] = content;
        is_shown_[slot] = true;
        is_still_[slot] = content.options.quality == render::Quality::high;
    }
}

std::optional<std::size_t> PanePictures::next_still() const {
    const auto wanted = [&](const Place& place) {
        const auto slot = static_cast<std::size_t>(place.pane);
        return !is_still_[slot] || is_old_[slot];
    };
    const auto place = std::find_if(places_.begin(), places_.end(), wanted);
    return at_rest_ && place != places_.end() ? std::optional(static_cast<std::size_t>(place->pane)) : std::nullopt;
}

double PanePictures::still_due() const {
    if (std::find(renewed_.begin(), renewed_.end(), true) != renewed_.end()) {
        return 0;
    }
    return next_still() ? changed_ + kUnchanged : std::numeric_limits<double>::infinity();
}

Status PanePictures::begin_still(std::size_t slot) {
    const Content& content = planned_[slot];
    picture::PictureOptions options = content.options;
    options.quality = render::Quality::high;
    // The view's spans stay valid: `still_` holds the snapshot, and plan() resets `still_` before views_ is used again.
    render::View view = views_.view(*content.snapshot, content.pane, content.camera, options,
                                    picture::picture_scale(*content.snapshot, options));
    Result<render::Capture> capture = renderer_.begin_capture(std::move(view), options.width, options.height);
    if (!capture) {
        return capture.error();
    }
    still_.emplace(Still{slot, content, std::move(*capture)});
    still_at_[slot] = now_;
    ++begun_stills_;
    return ok();
}

void PanePictures::draw_still(double now, double seconds) {
    const std::optional<std::size_t> slot = next_still();
    if (!slot || now < changed_ + kUnchanged) {
        return;
    }
    Status drawn = still_ ? ok() : begin_still(*slot);
    if (drawn) {
        drawn = renderer_.draw_on(still_->capture, still_->slot, seconds);
    }
    if (!drawn) {
        is_still_[*slot] = true; // no better picture can be made
        still_.reset();
    } else if (still_->capture.done()) {
        is_still_[still_->slot] = renewed_[still_->slot] = true;
        is_old_[still_->slot] = false;
        shown_[still_->slot] = std::move(still_->content);
        still_.reset();
        ++drawn_stills_;
    }
}

void PanePictures::show(const render::Rect& area, unsigned target) {
    for (const auto& [pane, rect] : places_) {
        renderer_.show(rect, area, target, static_cast<std::size_t>(pane));
    }
}

} // namespace xpbd::window
