#pragma once

#include <glm/vec2.hpp>

namespace xpbd::window {

/// The scale of the interface that suits the window's size, for who has not chosen one. It waits until the size has
/// rested: an interface that changes under a drag cannot be used, and its fonts take long to make.
class WindowScale {
public:
    /// Once per frame. `size` in points: pixels over the screen's own scale; `now` [s]. The first size counts at once.
    void follow(glm::vec2 size, double now);
    float value() const { return value_; }
    /// How many times larger than 1920 x 1080 the window is, by the shorter of both sides; not below a third.
    float fit() const { return fit_; }

private:
    glm::vec2 size_{0};
    double since_ = 0; ///< when the window took this size [s]
    float value_ = 1;
    float fit_ = 1;
};

/// 1 up to 1920 x 1080, 1.25 at 2560 x 1440, 2 at 3840 x 2160: in quarters, by the shorter of both sides.
float suggested_scale(glm::vec2 size);

} // namespace xpbd::window
