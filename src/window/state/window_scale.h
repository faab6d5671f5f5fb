#pragma once

#include <glm/vec2.hpp>

namespace xpbd::window {

inline constexpr glm::ivec2 kSmallestWindow{640, 400};

/// The scale of the interface that suits the window's size, for users who have not chosen one. It changes when the size
/// has rested: an interface that changes during a drag cannot be used, and its fonts take long to make.
class WindowScale {
public:
    /// Once per frame. `size` in points: pixels over the screen's own scale; `now` [s]. The first size counts at once.
    void follow(glm::vec2 size, double now);
    float value() const { return value_; }
    /// The smaller of width / 1920 and height / 1080 of the window; at least 1/3.
    float fit() const { return fit_; }

private:
    glm::vec2 size_{0};
    double since_ = 0; ///< when the window took this size [s]
    float value_ = 1;
    float fit_ = 1;
};

/// How a window opens.
struct WindowStart {
    glm::ivec2 size{0}; ///< size while it is not maximised
    bool maximised = false;
};

/// Start of a window of size `wanted` in the free part `room` of the screen. Where it does not fit it opens maximised:
/// the desktop alone has the sizes of its panels and of the window's own frame.
WindowStart window_start(glm::ivec2 wanted, glm::ivec2 room, bool maximised);

/// Free room for a window on a Wayland desktop, in the units of window sizes: from a screen's pixels and scale, which
/// are all that is reported. `scale` is rounded up to a whole number, so that there may be more room.
glm::ivec2 wayland_room(glm::ivec2 pixels, float scale);

/// The smaller of width / 1920 and height / 1080, rounded to quarters, from 1 to 3: 2 at 3840 x 2160.
float suggested_scale(glm::vec2 size);

} // namespace xpbd::window
