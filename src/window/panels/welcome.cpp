// The card at the very first start: what to try, and the keys that lead on. It lies over the stage, between the bodies.
#include "window/commands/actions.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kWidth = 400;
constexpr float kHeight = 192;
constexpr float kButton = 88;
constexpr float kAboveReadouts = 10;

/// A line of the card: keys or a gesture, and their effect.
void line(Ui& ui, const std::string& keys, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.colours.accent);
    ImGui::TextUnformatted(keys.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(ui.px(132));
    ImGui::TextUnformatted(text);
}

} // namespace

void draw_welcome(Ui& ui, const Layout& layout) {
    if (layout.panes.empty()) {
        return;
    }
    const ScreenRect first = layout.panes.front().clear(), last = layout.panes.back().clear();
    const glm::vec2 size = glm::min(glm::vec2(ui.px(kWidth), ui.px(kHeight)), last.max - first.min);
    const float x = std::round(0.5f * (first.min.x + last.max.x - size.x));
    const float bottom = last.max.y - ui.px(kAboveReadouts);
    const ScreenRect card{{x, std::max(first.min.y, bottom - size.y)}, {x + size.x, bottom}};
    begin_raised(ui, "Welcome to xpbd-lab", card);
    push_font(ui.fonts.large);
    ImGui::TextUnformatted("Welcome to xpbd-lab");
    pop_font();
    const ImVec2 below = ImGui::GetCursorPos();
    bool open = !ui.state.lessons.open() && !(escape_pressed() && open_popups() == 0 && !ui.state.typing);
    ImGui::SetCursorPos({size.x - ui.px(26 + 10), ui.px(10)});
    open = !icon_button(ui, "close", Icon::close, "Close (Esc)", false, 26) && open;
    ImGui::SetCursorPos(below);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "The same body is here twice, solved in two ways. Drag the sliders below: which of the two changes?");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, ui.px(2)});
    push_font(ui.fonts.small);
    const auto keys = [](const char* id) { return shortcut_text(action(id)); };
    if (ui.state.fingers) {
        line(ui, "One finger", "pulls the body, beside it turns the view");
        line(ui, "Two fingers", "zoom and move the view");
        line(ui, "Icons at the side", "parameters, scenes, lessons, pictures");
        line(ui, "Double tap", "a slider's value, to type it");
    } else {
        line(ui, "Drag the body", "to pull it, beside it to turn the view");
        line(ui, keys("scene_panel") + ", " + keys("methods_panel"), "every parameter, as at the sides");
        line(ui, keys("pick_scene"), "other scenes and lessons");
        line(ui, keys("help"), "help");
    }
    pop_font();
    ImGui::SetCursorPos({size.x - ui.px(kButton + 20), size.y - ui.px(28 + 18)});
    open = !ImGui::Button("Start", {ui.px(kButton), ui.px(28)}) && open;
    mark_item(ui, "welcome.start");
    const ImVec2 pressed = ImGui::GetIO().MouseClickedPos[0];
    if (ImGui::IsMouseDragging(0) && !card.contains({pressed.x, pressed.y})) { // the user is at work
        open = false;
    }
    ImGui::End();
    ui.state.preferences.first_start = open;
}

} // namespace xpbd::window
