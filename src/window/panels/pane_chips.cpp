// What a pane has and its neighbours have not, over its picture; and in a comparison what its column stands for.
#include "picture/text/differences.h"
#include "window/commands/pane_corner.h"
#include "window/panels/panels.h"
#include "window/state/panes/comparison.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kChipInset = 8;
constexpr float kChipPadding = 8; ///< within a chip, at either end
constexpr float kChipGap = 5;
constexpr float kLowForChips = 400; ///< pane that has no line for them
constexpr float kBesideBody = 0.4f; ///< of such a pane's width, which they take without a header beside which to stand

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
    if (!comparison_label(document, pane).empty()) { // the title has it, and the row's method says what it reads
        const std::string_view key = comparison_key(document);
        std::erase_if(all, [&](const picture::Difference& d) { return d.unread || d.key == key; });
    }
    return all;
}

float width_of(Ui& ui, const std::vector<picture::Difference>& all) {
    push_font(ui.fonts.small);
    float whole = all.empty() ? 0 : -ui.px(kChipGap);
    for (const picture::Difference& difference : all) {
        whole += ImGui::CalcTextSize(difference.text.c_str()).x + 2 * ui.px(kChipPadding) + ui.px(kChipGap);
    }
    pop_font();
    return whole;
}

} // namespace

float chips_width(Ui& ui, int pane) {
    return width_of(ui, differences_in(ui, pane));
}

float draw_comparison_title(Ui& ui, ImDrawList* list, int pane, glm::vec2 at, float right, bool two_lines) {
    const std::string label = comparison_label(ui.state.document, pane);
    const auto index = static_cast<std::size_t>(pane);
    const bool measured = index < ui.snapshot.panes.size();
    std::string first; // what the scene names first
    if (measured) {
        const lab::ShownReadout readout = lab::shown_readouts(ui.snapshot, pane).front();
        std::string name(readout.label);
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
        first = name + ' ' + lab::reading_text(readout.value, readout.unit);
    }
    push_font(ui.fonts.values[0]);
    const float height = ImGui::GetTextLineHeight();
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    text_on_picture(ui, list, {at.x, at.y}, ui.colours.text, label);
    pop_font();
    push_font(ui.fonts.large);
    const float line = ImGui::GetTextLineHeight();
    const float room = ImGui::CalcTextSize(first.c_str()).x;
    ImVec2 place{at.x + width + ui.px(10), at.y + std::round(0.5f * (height - line))};
    const bool beside = place.x + room <= right;
    if (!beside) {
        place = {at.x, at.y + height};
    }
    ImVec2 end{at.x + width, at.y + height};
    if (beside || two_lines) {
        text_on_picture(ui, list, place, ui.colours.text, first);
        end = {std::max(end.x, place.x + room), std::max(end.y, beside ? end.y : place.y + line)};
    }
    mark_rect(ui, "compared_" + pane_label(pane), {at.x, at.y}, end);
    pop_font();
    return end.y + ui.px(6);
}

float draw_pane_chips(Ui& ui, const PaneRects& rects, bool titled, const ScreenRect& beside) {
    const ScreenRect r = rects.clear();
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    const Document& document = ui.state.document;
    float y = r.min.y + ui.px(r.min.y > rects.view.min.y ? 0 : kChipInset);
    const std::string compared = comparison_label(document, rects.pane);
    if (!compared.empty()) {
        const float right = r.max.x - ui.px(kChipInset) - corner_width(ui, rects);
        const bool two_lines = rects.view.height() >= ui.px(kLowForChips);
        y = titled ? draw_comparison_title(ui, list, rects.pane, {r.min.x + ui.px(kChipInset + 4), y}, right, two_lines)
                   : y;
    }
    const std::vector<picture::Difference> all = differences_in(ui, rects.pane);
    if (all.empty()) {
        return y;
    }
    push_font(ui.fonts.small);
    const float height = ImGui::GetTextLineHeight() + ui.px(4);
    const float whole = width_of(ui, all);
    // In a low pane a line of its own would lie over the body: what has no room beside the header is counted.
    const bool in_header = beside.width() > 0 && (whole <= beside.width() || rects.view.height() < ui.px(kLowForChips));
    const float below = y;
    y = in_header ? std::round(beside.center().y - 0.5f * height) : y;
    float end = in_header ? beside.max.x : r.max.x - ui.px(kChipInset) - corner_width(ui, rects);
    if (!in_header && rects.view.height() < ui.px(kLowForChips)) {
        end = std::min(end, r.min.x + kBesideBody * r.width());
    }
    const float more = ImGui::CalcTextSize("+88").x + 2 * ui.px(kChipPadding);
    const float begin = in_header ? beside.min.x : r.min.x + ui.px(kChipInset);
    float x = begin;
    std::string meanings;
    std::size_t shown = 0;
    bool fits = true;
    for (const picture::Difference& difference : all) {
        meanings += (meanings.empty() ? "" : "\n") + difference.meaning;
        const float width = ImGui::CalcTextSize(difference.text.c_str()).x + 2 * ui.px(kChipPadding);
        const bool last = shown + 1 == all.size();
        fits = fits && x + width + (last ? 0 : ui.px(kChipGap) + more) <= end;
        if (fits || (in_header && whole <= beside.width())) {
            const float right = chip(ui, list, {x, y}, difference.text, rects.pane);
            mark_rect(ui, "chip_" + pane_label(rects.pane) + "." + std::string(difference.key), {x, y},
                      {right, y + height});
            x = right + ui.px(kChipGap);
            ++shown;
        }
    }
    if (shown < all.size()) {
        x = chip(ui, list, {x, y}, "+" + std::to_string(all.size() - shown), rects.pane) + ui.px(kChipGap);
    }
    const float bottom = y + height;
    pop_font();
    if (!ImGui::GetIO().WantCaptureMouse && !ImGui::GetIO().MouseDown[0] &&
        ImGui::IsMouseHoveringRect({begin, y}, {x, bottom}, false)) {
        ImGui::SetTooltip("%s\nDiffers from another pane", meanings.c_str());
    }
    return in_header ? below : bottom + ui.px(6);
}

} // namespace xpbd::window
