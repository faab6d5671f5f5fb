#include "window/platform/pictures/settled.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <limits>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kWay = 0.5;      ///< largest way of a body at rest [px]
constexpr double kSettleTime = 1; ///< a body that goes at most kWay in this time settles [s]
constexpr double kNotFast = 0.2;  ///< a settled body that goes at most kWay in this time stays settled [s]

} // namespace

double moved_between(const lab::Snapshot& a, const lab::Snapshot& b, std::size_t pane) {
    constexpr double kOther = std::numeric_limits<double>::infinity();
    if (&a == &b) {
        return 0;
    }
    if (a.branch != b.branch || a.panes.size() != b.panes.size() || !(a.world == b.world) || !(a.scene == b.scene)) {
        return kOther;
    }
    const lab::PaneSnapshot &x = a.panes[pane], &y = b.panes[pane];
    if (x.model != y.model || !(x.settings == y.settings) || x.diverged != y.diverged ||
        x.whole_triangles != y.whole_triangles || x.whole_segments != y.whole_segments ||
        x.positions.size() != y.positions.size()) {
        return kOther;
    }
    float square = 0;
    for (std::size_t i = 0; i < x.positions.size(); ++i) {
        const glm::vec3 way = y.positions[i] - x.positions[i];
        square = std::max(square, glm::dot(way, way));
    }
    return std::sqrt(static_cast<double>(square));
}

void Settled::look(double now, const std::shared_ptr<const lab::Snapshot>& snapshot, std::span<const double> pixels) {
    const bool played = std::exchange(plays_, snapshot->playing);
    if (!snapshot->playing) {
        settled_ = settled_ && (played || start_->frame == snapshot->frame);
    } else {
        double way = start_ ? 0 : std::numeric_limits<double>::infinity(); // [px]
        for (std::size_t pane = 0; start_ && pane < pixels.size(); ++pane) {
            way = std::max(way, moved_between(*start_, *snapshot, pane) / pixels[pane]);
        }
        const bool slow = now - started_ >= (settled_ ? kNotFast : kSettleTime);
        if (way <= kWay) {
            settled_ = settled_ || slow;
            return;
        }
        settled_ = settled_ && slow && std::isfinite(way);
    }
    start_ = snapshot;
    started_ = now;
}

} // namespace xpbd::window
