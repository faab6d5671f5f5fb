#include "lab/run/speed_meter.h"

namespace xpbd::lab {
namespace {

constexpr double kWindow = 0.5; // [s]

} // namespace

void SpeedMeter::add(double now, double simulated) {
    samples_.push_back({now, samples_.empty() ? simulated : samples_.back().total + simulated});
    while (samples_.size() > 2 && samples_[1].now <= now - kWindow) {
        samples_.pop_front();
    }
}

std::optional<double> SpeedMeter::value() const {
    if (samples_.size() < 2 || !(samples_.back().now > samples_.front().now)) {
        return std::nullopt;
    }
    return (samples_.back().total - samples_.front().total) / (samples_.back().now - samples_.front().now);
}

void SpeedMeter::reset() {
    samples_.clear();
}

} // namespace xpbd::lab
