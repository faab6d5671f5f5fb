#pragma once

#include "window/state/app_state.h"

#include <string>
#include <utility>

namespace xpbd::window {

/// State of a frame besides its widgets, and counts of the input that ImGui has taken in: a test that presses a key or
/// a button waits until the count here has grown.
struct UiMapFrame {
    long long drawn = 0;         ///< frames that the window has shown
    long long painted = 0;       ///< number of shown frames that differ from the frame before
    long long key_presses = 0;   ///< WindowEvents::key_presses when ImGui had last taken in all events
    long long scrolls = 0;       ///< WindowEvents::scrolls when ImGui had last taken in all events
    glm::vec2 mouse{0};          ///< [px]
    int mouse_buttons = 0;       ///< sum over the buttons that are down: 1 left, 2 right, 4 middle
    long long double_clicks = 0; ///< of the left button, since the start
    int events_waiting = 0;      ///< events of mouse and keyboard that ImGui keeps for later frames
    int popups = 0;              ///< menus, lists and other popups that are open
    bool wayland = false;
    glm::ivec2 place{0};   ///< upper left corner of the window without its frame; unknown on Wayland
    bool focused = false;  ///< the window has the keyboard
    float ratio = 1;       ///< pixels per unit of window size: pixels_per_unit()
    glm::ivec2 pixels{0};  ///< of the framebuffer
    unsigned gl_error = 0; ///< OpenGL's last error since the start; 0 = none
};

/// Writes ui_map_json() into the file that XPBD_LAB_UI_MAP names.
class UiMapFile {
public:
    bool wanted() const { return !path_.empty(); }
    void write_to(std::string path) { path_ = std::move(path); }
    /// Call after a frame is shown. `painted`: this frame was drawn; else the frame before stays on screen. Needs the
    /// GL context and ImGui's.
    void write(const AppState& state, const lab::Snapshot& snapshot, bool painted);

private:
    std::string path_;
    UiMapFrame frame_;
};

/// The widgets' rectangles and the state of the simulation as JSON: what XPBD_LAB_UI_MAP writes for tests.
std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, const UiMapFrame& frame);

} // namespace xpbd::window
