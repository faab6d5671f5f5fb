#include "window/state/automatic_quality.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace xpbd::window {
namespace {

constexpr std::array<std::string_view, 4> kSoftware = {"llvmpipe", "softpipe", "SwiftShader", "Software"};
constexpr double kPause = 0.5;   ///< between pictures that are timed [s]: timing one makes the driver wait
constexpr double kSlow = 0.012;  ///< longest drawing time that leaves room for the interface in a frame at 60 Hz [s]
constexpr double kQuick = 0.004; ///< drawing time below which a higher quality may be in time [s]
constexpr int kSlowInARow = 2;
constexpr int kQuickInARow = 4;

} // namespace

AutomaticQuality::AutomaticQuality(std::string_view driver)
    : software_(std::any_of(kSoftware.begin(), kSoftware.end(),
                            [&](std::string_view name) { return driver.find(name) != std::string_view::npos; })),
      quality_(software_ ? render::Quality::low : render::Quality::high) {
    too_many_.fill(std::numeric_limits<double>::infinity());
}

void AutomaticQuality::observe(double now, double seconds, double pixels) {
    next_ = now + kPause;
    slow_ = seconds > kSlow ? slow_ + 1 : 0;
    quick_ = seconds < kQuick ? quick_ + 1 : 0;
    const int level = static_cast<int>(quality_);
    if (slow_ >= kSlowInARow && quality_ != render::Quality::low) {
        double& limit = too_many_[static_cast<std::size_t>(level)];
        limit = std::min(limit, pixels);
        quality_ = static_cast<render::Quality>(level - 1);
        slow_ = 0;
    } else if (quick_ >= kQuickInARow && quality_ != render::Quality::high &&
               pixels < too_many_[static_cast<std::size_t>(level + 1)]) {
        quality_ = static_cast<render::Quality>(level + 1);
        quick_ = 0;
    }
}

} // namespace xpbd::window
