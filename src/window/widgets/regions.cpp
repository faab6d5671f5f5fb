#include "window/widgets/regions.h"

#include "window/widgets/style.h"

#include <algorithm>
#include <imgui_internal.h>

namespace xpbd::window {

bool escape_is_free(const Ui& ui) {
    const AppState& state = ui.state;
    const bool card =
        state.help.open || state.picker.open || state.about.open || state.file_dialog.open || state.show_shot_size;
    return escape_pressed() && open_popups() == 0 && !card && !state.typing;
}

int open_popups() {
    return ImGui::GetCurrentContext()->OpenPopupStack.Size;
}

bool begin_region(const char* name, const ScreenRect& rect, ImU32 background, ImVec2 padding, int extra_flags) {
    ImGui::SetNextWindowPos({rect.min.x, rect.min.y});
    ImGui::SetNextWindowSize({std::max(1.0f, rect.width()), std::max(1.0f, rect.height())});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, background);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | extra_flags;
    const bool open = ImGui::Begin(name, nullptr, flags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return open;
}

void begin_over_stage(const char* name, const ScreenRect& rect) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    begin_region(name, rect, 0, {0, 0},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoFocusOnAppearing); // a badge that appears must not end a drag
    ImGui::PopStyleVar();
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
}

void begin_plate(const Ui& ui, const char* name, const ScreenRect& rect) {
    begin_over_stage(name, rect);
    ImGui::GetWindowDrawList()->AddRectFilled({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y},
                                              with_alpha(ui.colours.raised, kPlateOpacity), ui.px(8));
}

void card_title(Ui& ui, const char* title, bool& open) {
    push_font(ui.fonts.large);
    ImGui::TextUnformatted(title);
    pop_font();
    const float side = ui.px(26);
    ImGui::SameLine();
    ImGui::SetCursorPos({ImGui::GetWindowWidth() - side - ui.px(12), ui.px(12)});
    if (icon_button(ui, "close", Icon::close, "Close (Esc)", false, 26) ||
        (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && escape_pressed())) {
        open = false;
    }
    ImGui::SetCursorPosY(ui.px(16) + ui.px(34));
}

} // namespace xpbd::window
