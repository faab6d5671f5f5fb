#include "window/panels/bar_widget.h"

#include "core/base/excerpt.h"
#include "window/panels/panels.h"
#include "window/panels/parameter_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace xpbd::window {
namespace {

constexpr float kLetterGap = 5; ///< before the letter of a pane, at scale 1 [px], as all below
constexpr float kNoteGap = 12;  ///< between the caption and the meaning of the hatching
constexpr float kKey = 14;      ///< width of the hatched sample before the meaning of the hatching

std::optional<SliderEnds> ends_of(Ui& ui, const BarItem& item) {
    if (item.of != BarItem::Of::panes) {
        return std::nullopt;
    }
    return range_of(ui, parameter_row(item.info.key), marked_pane(ui, item.panes));
}

/// Panes whose letters are drawn behind the label.
std::vector<int> named_panes(const BarItem& item) {
    return item.all ? std::vector<int>{} : item.panes;
}

/// Meaning of the hatched part of a slider, as a long and a short text; empty where nothing is hatched.
struct Hatching {
    std::string whole;
    std::string brief;
};
Hatching hatching_of(Ui& ui, const BarItem& item) {
    const auto ends = ends_of(ui, item);
    if (!ends || ends->soft_below <= std::max(0.0, ends->low)) {
        return {};
    }
    const auto& pane = ui.state.document.panes[static_cast<std::size_t>(marked_pane(ui, item.panes))];
    if (item.info.key == "iterations") {
        const ParameterInfo& compliance = find_settings_parameter("stretch_compliance")->info;
        return {"too few for " + lab::short_number(pane.stretch_compliance) + " " + std::string(compliance.unit),
                "too few"};
    }
    return {"not reached with " + counted(static_cast<std::size_t>(pane.iterations), "iteration"), "not reached"};
}

} // namespace

std::vector<BarItem> fitting_items(Ui& ui, float width, float gap, float least) {
    ui.state.acting.update(ui.state.document.panes, *ui.snapshot.model);
    std::vector<BarItem> items = bar_items(ui.state.document, ui.state.acting, ui.state.panels.settings_tab);
    const auto count = static_cast<float>(items.size());
    if (items.size() > 1 && width < count * least + (count - 1) * gap) {
        items.pop_back();
    }
    return items;
}

bool bar_widget(Ui& ui, const BarItem& item, const std::string& region, const ScreenRect& place, ImFont* font) {
    const std::string mark = region + "." + std::string(item.info.key);
    const Value before = bar_value(ui.state.document, item);
    Value value = before;
    ImGui::PushID(mark.c_str());
    push_font(font);
    const float padding = std::max(0.0f, 0.5f * (place.height() - ImGui::GetTextLineHeight()));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::SetCursorPos({place.min.x, place.min.y});
    const bool typed = ui.state.entry.id == ImGui::GetID("value"); // the frame of a double click still draws the slider
    if (item.info.scale == Scale::choice) {
        choice_list(ui, item.info, value[0], place.width(), mark);
    } else {
        value_slider(ui, "value", item.info, value[0], place.width(), ends_of(ui, item));
    }
    ImGui::PopStyleVar();
    pop_font();
    if (!typed) {
        mark_item(ui, mark);
        item_tooltip(ui, parameter_tooltip(item.info, "", hatching_of(ui, item).whole));
        const bool of_pane = item.of == BarItem::Of::panes;
        value = parameter_menu(ui, "menu", item.info, value, of_pane ? item.panes.front() : -1).value_or(value);
    }
    ImGui::PopID();
    if (value == before) {
        return false;
    }
    set_bar_value(ui.state.document, item, value);
    return true;
}

float bar_caption_width(const Ui& ui, const BarItem& item, ImFont* font) {
    float width = text_width(font, item.label);
    for (const int pane : named_panes(item)) {
        width += ui.px(kLetterGap) + text_width(font, pane_label(pane));
    }
    return width;
}

void bar_caption(Ui& ui, const BarItem& item, ImVec2 at, float width, ImFont* font) {
    const float gap = ui.px(kLetterGap);
    const float whole = bar_caption_width(ui, item, font);
    push_font(font);
    const float label = ImGui::CalcTextSize(item.label.c_str()).x;
    ImGui::SetCursorPos(at);
    fitted_text(ui, item.label, std::max(0.0f, width - (whole - label)), ui.colours.text_dim);
    const ImVec2 low = ImGui::GetItemRectMin();
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImVec2 next{ImGui::GetItemRectMax().x, low.y};
    for (const int pane : named_panes(item)) {
        const std::string letter = pane_label(pane);
        next.x += gap;
        list->AddText(next, ui.pane_colour(pane), letter.c_str());
        next.x += ImGui::CalcTextSize(letter.c_str()).x;
    }
    const Hatching hatching = hatching_of(ui, item);
    for (const std::string& text : {hatching.whole, hatching.brief}) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float key = ui.px(kKey);
        const float begin = std::round(low.x + width - size.x);
        if (text.empty() || begin - key - gap < next.x + ui.px(kNoteGap)) {
            continue;
        }
        list->AddText({begin, low.y}, ui.colours.text_dim, text.c_str());
        const float middle = std::round(low.y + 0.5f * size.y);
        draw_hatching(ui, {begin - gap - key, middle - ui.px(3)}, {begin - gap, middle + ui.px(3)});
        mark_rect(ui, "hatching." + std::string(item.info.key), {begin, low.y}, {begin + size.x, low.y + size.y});
        break;
    }
    pop_font();
}

} // namespace xpbd::window
