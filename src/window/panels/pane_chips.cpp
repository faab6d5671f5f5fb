// Chips with the parameters in which a pane differs from its neighbours, beside its method.
#include "picture/text/differences.h"
#include "window/panels/panels.h"
#include "window/state/comparison.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kChipPadding = 8; ///< within a chip, at either end
constexpr float kChipGap = 5;

/// A pill with an edge in the pane's colour. Returns where it ends.
float chip(Ui& ui, ImDrawList* list, ImVec2 low, const std::string& text, int pane) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 high{low.x + size.x + 2 * ui.px(kChipPadding), low.y + size.y + ui.px(4)};
    const float rounding = (high.y - low.y) * 0.5f;
    list->AddRectFilled(low, high, with_alpha(ui.colours.raised, 0.9f), rounding);
    list->AddRect(low, high, ui.pane_colour(pane), rounding, 0, std::max(1.0f, ui.px(1)));
    list->AddText({std::round(low.x + ui.px(kChipPadding)), std::round(low.y + ui.px(2))}, ui.colours.text,
                  text.c_str());
    ui.state.ui_map.note_text(text);
    return high.x;
}

std::vector<picture::Difference> differences_in(Ui& ui, int pane) {
    const Document& document = ui.state.document;
    ui.state.acting.update(document.panes, *ui.snapshot.model);
    std::vector<picture::Difference> all = ui.state.acting.differences_of(pane);
    if (!comparison_label(document, pane).empty()) { // the title has the compared value
        const std::string_view key = comparison_key(document);
        std::erase_if(all, [&](const picture::Difference& d) { return d.unread || d.key == key; });
    }
    return all;
}

float width_of(Ui& ui, const std::vector<picture::Difference>& all) {
    float whole = all.empty() ? 0 : -ui.px(kChipGap);
    for (const picture::Difference& difference : all) {
        whole += text_width(ui.fonts.small, difference.text) + 2 * ui.px(kChipPadding) + ui.px(kChipGap);
    }
    return whole;
}

} // namespace

float chips_width(Ui& ui, int pane) {
    return width_of(ui, differences_in(ui, pane));
}

void draw_pane_chips(Ui& ui, ImDrawList* list, int pane, const ScreenRect& room) {
    const std::vector<picture::Difference> all = differences_in(ui, pane);
    if (all.empty()) {
        return;
    }
    push_font(ui.fonts.small);
    const float height = ImGui::GetTextLineHeight() + ui.px(4);
    const float y = std::round(room.center().y - 0.5f * height);
    const float more = ImGui::CalcTextSize("+88").x + 2 * ui.px(kChipPadding);
    const bool whole = width_of(ui, all) <= room.width();
    float x = room.min.x;
    std::string meanings;
    std::size_t shown = 0;
    bool fits = true;
    for (const picture::Difference& difference : all) {
        meanings += (meanings.empty() ? "" : "\n") + difference.meaning;
        const float width = ImGui::CalcTextSize(difference.text.c_str()).x + 2 * ui.px(kChipPadding);
        const bool last = shown + 1 == all.size();
        fits = fits && x + width + (last ? 0 : ui.px(kChipGap) + more) <= room.max.x;
        if (fits || whole) {
            const float right = chip(ui, list, {x, y}, difference.text, pane);
            mark_rect(ui, "chip_" + pane_label(pane) + "." + std::string(difference.key), {x, y}, {right, y + height});
            x = right + ui.px(kChipGap);
            ++shown;
        }
    }
    if (shown < all.size() && x + more <= room.max.x) {
        x = chip(ui, list, {x, y}, "+" + std::to_string(all.size() - shown), pane) + ui.px(kChipGap);
    }
    const float bottom = y + height;
    pop_font();
    if (!ImGui::GetIO().WantCaptureMouse && !ImGui::GetIO().MouseDown[0] &&
        ImGui::IsMouseHoveringRect({room.min.x, y}, {x, bottom}, false)) {
        ImGui::SetTooltip("%s\nDiffers from another pane", meanings.c_str());
    }
}

} // namespace xpbd::window
