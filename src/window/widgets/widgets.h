#pragma once

#include "core/model/parameters.h"
#include "lab/text/number_text.h"
#include "picture/looks/pane_colours.h"
#include "window/state/app_state.h"
#include "window/widgets/style.h"

#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace xpbd::window {

/// What every panel reads and edits in a frame, with the colours and fonts for drawing.
struct Ui {
    AppState& state;
    const lab::Snapshot& snapshot;
    const Palette& colours;
    const Fonts& fonts;
    ScreenRect answers{}; ///< the readouts of the lowest panes: no tooltip lies over them

    float px(float size) const { return size * state.scale(); }
    /// Colour of the pane with this index.
    ImU32 pane_colour(int pane) const { return to_colour(picture::pane_colour(pane, theme())); }
    render::Theme theme() const { return state.theme(); }
};

/// @name A window over everything. False where it is clipped. Pair with ImGui::End().
/// @{
bool begin_raised(Ui& ui, const char* title, const ScreenRect& rect);
/// The window is in the middle of the display and not larger than it; `size` [px at scale 1].
bool begin_raised(Ui& ui, const char* title, glm::vec2 display, glm::vec2 size);
/// @}

/// A slider of this width between these ends; without them it shows the row's whole range. Dragging moves it, the arrow
/// keys move the one under the mouse by a step, double click or Ctrl+click types the value itself. True in each frame
/// in which `value` changed.
bool value_slider(Ui& ui, const char* id, const ParameterInfo& info, double& value, float width,
                  std::optional<SliderEnds> ends = {});
/// Hatches a rectangle: the values of a slider for which the iterations do not reach the stiffness, or a key to them.
/// `rounding`: of the lower left corner [px].
void draw_hatching(const Ui& ui, ImVec2 min, ImVec2 max, float rounding = 0);
/// The box that sets a logarithmic parameter to zero ("rigid (0)"); unchecking returns to the last value.
bool zero_box(Ui& ui, const char* id, const ParameterInfo& info, double& value);

/// @name Icons, drawn as lines, so that no font needs to have them
/// @{
enum class Icon {
    play,
    pause,
    restart,
    step,
    step_back,
    link,
    unlink,
    swap,
    copy,
    close,
    check,
    alert,
    chart,
    camera,
    loop,
    ahead,
    record,
    stop,
    plus,
    sliders,
    grid,
    frame,
    pin,
    question
};
void draw_icon(ImDrawList* list, Icon icon, ImVec2 center, float size, ImU32 colour);
/// A square button with an icon and a tooltip. `active` tints it.
bool icon_button(Ui& ui, const char* id, Icon icon, const std::string& tooltip, bool active = false, float size = 28);
/// @}

/// The text; an ellipsis replaces its middle where it is wider than `width` [px]. A name differs mostly at its ends.
std::string shortened(std::string_view text, float width);
/// The text in lines of at most `width` [px], broken only between words; a word that is wider is shortened.
std::string wrapped(std::string_view text, float width);
/// Shows the text, wrapped at the window's right edge; null is the current font.
void wrapped_text(std::string_view text, ImU32 colour, ImFont* font = nullptr);
/// Text that is cut with an ellipsis at `width`; a tooltip shows the whole text if it was cut.
void fitted_text(Ui& ui, std::string_view text, float width, ImU32 colour);
/// The wrapped tooltip of the last item, beside it: it covers neither the item nor the rest of its column. None
/// while a button of the mouse is down, and from a press on the item until the mouse has left it.
void item_tooltip(Ui& ui, std::string_view text);
/// A popup right below the last item, so that it does not cover that item. Pair with ImGui::EndPopup() where true.
bool begin_popup_below(const Ui& ui, const char* id);
/// A box for a number that Enter sets: nothing happens during typing. True where Enter has set another number.
/// ImGui's own boxes for numbers cannot do that from 1.92 on.
bool number_box(const char* label, double& value, const char* format);
/// Scrolls a panel to the parameter that was chosen by name, and frames it for a moment. `low`, `high`: corners, in the
/// window's content [px].
void mark_focus(Ui& ui, const std::string& name, ImVec2 low, ImVec2 high);
/// Names the last item in the UI map.
void mark_item(Ui& ui, std::string_view name);
/// Names a box with its label beside it: the box alone, because a click on the label does not go into it.
void mark_box(Ui& ui, std::string_view name, const char* label);
/// Names a part of the current window, or of the picture; `id`: ImGui's id of the item that takes clicks there.
void mark_rect(Ui& ui, std::string_view name, ImVec2 min, ImVec2 max, ImGuiID id = 0);
/// A line of a menu, named "menu.NAME" for tests. True where it was chosen.
bool menu_item(Ui& ui, std::string_view name, const std::string& label, bool selected = false, bool enabled = true,
               const std::string& shortcut = "");
/// A caption over a group, in the small font.
void caption(Ui& ui, std::string_view text);
/// Text over a pane's picture, on a plate, so that it can be read over every body and ground.
void text_on_picture(const Ui& ui, ImDrawList* list, ImVec2 low, ImU32 colour, const std::string& text);
/// True in the frame in which Esc went down.
bool escape_pressed();
/// Check box with a label.
bool check_box(const Ui& ui, const char* label, bool& value);

} // namespace xpbd::window
