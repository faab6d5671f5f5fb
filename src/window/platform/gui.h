#pragma once

#include "window/state/app_state.h"
#include "window/widgets/style.h"

#include <glm/vec2.hpp>

struct GLFWwindow;

namespace xpbd::window {

/// Dear ImGui with its back ends, and with fonts and a style that follow scale and theme.
class Gui {
public:
    explicit Gui(GLFWwindow* window);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Begins a frame of the interface. Sets the state's content scale.
    void begin_frame(AppState& state, glm::ivec2 framebuffer);
    /// True where the interface looks different though its triangles are the same: with other fonts, or with a
    /// texture that is still to be made.
    bool restyled();
    const Fonts& fonts() const { return fonts_; }

private:
    void restyle(AppState& state, glm::ivec2 framebuffer);

    GLFWwindow* window_;
    Fonts fonts_;
    float styled_scale_ = 0;
    render::Theme styled_theme_ = render::Theme::dark;
    bool styled_ = false;
    bool restyled_ = false; ///< since the last call of restyled()
    float slow_frame_ = 0;  ///< the longest of the last frames, fading [s]
};

} // namespace xpbd::window
