#include "window/state/window_scale.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

namespace xpbd::window {
namespace {

constexpr double kRest = 0.3; ///< time without a change of size after which the scale changes [s]
constexpr int kBars = 80;     ///< height for the desktop's panel and the window's title

} // namespace

float suggested_scale(glm::vec2 size) {
    const float fit = std::min(size.x / 1920, size.y / 1080);
    return std::clamp(std::round(fit * 4) / 4, 1.0f, 3.0f);
}

WindowStart window_start(glm::ivec2 wanted, glm::ivec2 room, bool maximised) {
    const bool fits = wanted.x <= room.x && wanted.y <= room.y;
    return {glm::max(kSmallestWindow, glm::min(wanted, room)), maximised || !fits};
}

glm::ivec2 wayland_room(glm::ivec2 pixels, float scale) {
    return glm::ivec2(glm::vec2(pixels) / scale) - glm::ivec2(0, kBars);
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
