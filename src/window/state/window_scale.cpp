#include "window/state/window_scale.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr double kRest = 0.3; ///< [s]

} // namespace

float suggested_scale(glm::vec2 size) {
    const float fit = std::min(size.x / 1920, size.y / 1080);
    return std::clamp(std::round(fit * 4) / 4, 1.0f, 3.0f);
}

void WindowScale::follow(glm::vec2 size, double now) {
    const bool first = size_ == glm::vec2(0);
    if (size != size_) {
        size_ = size;
        since_ = now;
    }
    if (first || now - since_ >= kRest) {
        value_ = suggested_scale(size_);
        fit_ = std::max(std::min(size_.x / 1920, size_.y / 1080), 1.0f / 3);
    }
}

} // namespace xpbd::window
