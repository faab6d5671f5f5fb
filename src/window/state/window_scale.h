#pragma once

#include <glm/vec2.hpp>

namespace xpbd::window {

inline constexpr glm::ivec2 kSmallestWindow{640, 400};

/// The scale of the interface that suits the window's size, for users who have not chosen one. It follows when the size
/// has rested: an interface that changes during a drag cannot be used, and its fonts take long to make.
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

/// How a window opens.
struct WindowStart {
    glm::ivec2 size{0}; ///< size while it is not maximised
    bool maximised = false;
};

/// A window of the wanted size, in a part of the screen that is free for it. Where it does not fit it opens maximised:
/// the desktop alone decides on the room that its panels and the window's own frame leave.
WindowStart window_start(glm::ivec2 wanted, glm::ivec2 room, bool maximised);

/// Free room for a window on a Wayland desktop, in the units of window sizes: from a screen's pixels and scale, which
/// are all that is reported. `scale` is rounded up to a whole number, so that there may be more room.
glm::ivec2 wayland_room(glm::ivec2 pixels, float scale);

/// 1 up to 1920 x 1080, 1.25 at 2560 x 1440, 2 at 3840 x 2160: in quarters, by the shorter of both sides.
float suggested_scale(glm::vec2 size);

} // namespace xpbd::window
