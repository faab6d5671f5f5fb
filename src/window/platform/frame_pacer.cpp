#include "window/platform/frame_pacer.h"

#include <algorithm>
#include <cstddef>

namespace xpbd::window {
namespace {

constexpr double kFallsBehind = 0.98;   ///< share of the asked speed below which the simulation falls behind
constexpr double kSlowFrame = 1.0 / 30; ///< drawing time above which a frame is slow [s]
constexpr double kRestStep = 0.1;
constexpr double kLongestRest = 1;
constexpr double kRate[] = {75, 30, 400}; ///< frames per second at most, by Pace

} // namespace

double FramePacer::due(Pace pace) const {
    return std::max(begun_ + 1 / kRate[static_cast<std::size_t>(pace)], ended_ + rest_ * (ended_ - begun_));
}

void FramePacer::end(double now, const lab::Snapshot& snapshot) {
    ended_ = now;
    const bool behind = snapshot.playing && snapshot.measured_speed < kFallsBehind * snapshot.asked_speed;
    const bool slow = ended_ - begun_ > kSlowFrame;
    rest_ = std::clamp(rest_ + (behind && slow ? kRestStep : -kRestStep), 0.0, kLongestRest);
}

} // namespace xpbd::window
