#pragma once

#include "window/state/app_state.h"
#include "window/widgets/style.h"

#include <cstddef>

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
    void begin_frame(AppState& state, int framebuffer_width);
    /// True where the interface does not look as when it was drawn last. After ImGui::Render().
    bool changed();
    /// Draws the interface into the bound framebuffer.
    void draw();
    const Fonts& fonts() const { return fonts_; }

private:
    void restyle(AppState& state, int framebuffer_width);

    GLFWwindow* window_;
    Fonts fonts_;
    float styled_scale_ = 0;
    float styled_density_ = 0; ///< pixels per unit of the interface
    render::Theme styled_theme_ = render::Theme::dark;
    bool styled_ = false;
    std::size_t picture_ = 0, drawn_picture_ = 0; ///< hashes of what is to be drawn, and was drawn last
    float slow_frame_ = 0;                        ///< the longest of the last frames, fading [s]
};

} // namespace xpbd::window
