#include "core/methods.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {

void draw_hint(Ui& ui, const ScreenRect& rect) {
    const std::vector<Settings>& panes = ui.state.document.panes;
    std::string text;
    // For the default scene. The captions of the other scenes say what to drag.
    if (ui.state.document.scene.name == "cloth" && panes.size() > 1 && panes[0].method == find_method("pbd") &&
        panes[1].method == find_method("xpbd")) {
        text = "Drag Iterations from 5 to 100: A stiffens, B does not.";
    } else if (const scenes::SceneInfo* scene = scenes::find_scene(ui.state.document.scene.name)) {
        // The first sentence only; the scene's panel shows the whole text.
        text = scene->caption.substr(0, std::min(scene->caption.find(". "), scene->caption.size() - 1) + 1);
    }
    begin_region("hint", rect, ui.colours.background, {ui.px(12), ui.px(3)}, ImGuiWindowFlags_NoScrollbar);
    const float side = ui.px(22);
    ImGui::SetCursorPosY(std::round((rect.height() - ImGui::GetTextLineHeight()) * 0.5f));
    draw_icon(ImGui::GetWindowDrawList(), Icon::chart, {rect.min.x + ui.px(20), rect.center().y}, ui.px(14),
              ui.colours.accent);
    ImGui::SetCursorPosX(ui.px(36));
    fitted_text(ui, text, rect.width() - ui.px(36) - side - ui.px(16), ui.colours.text);
    ImGui::SameLine();
    ImGui::SetCursorPos({rect.width() - side - ui.px(8), (rect.height() - side) * 0.5f});
    if (icon_button(ui, "close_hint", Icon::close, "Hide this line (View > Hint line brings it back)", false, 22)) {
        ui.state.preferences.hint = false;
    }
    ImGui::End();
}
} // namespace xpbd::window
