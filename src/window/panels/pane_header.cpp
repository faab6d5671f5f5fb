// Over a pane's picture: its letter and method at the left, its badges at the right.
#include "core/model/method_traits.h"
#include "picture/text/badges.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kLeastCombo = 78;
constexpr float kSmallIcon = 24;    ///< of the buttons for copy and swap
constexpr float kLeastPane = 250;   ///< width from which one of two panes has the buttons for copy and swap
constexpr float kLeastOfMany = 440; ///< width for copy and swap with more panes, whose chips need room
constexpr float kBadgeGap = 4;
constexpr float kBriefBadge = 24; ///< width of a badge that shows its icon alone

struct BadgeLook {
    Icon icon;
    ImU32 colour;
};

BadgeLook look_of(const Ui& ui, picture::Badge::Kind kind) {
    switch (kind) {
    case picture::Badge::Kind::no_levels:
        return {Icon::alert, ui.colours.text_dim}; // true of the method, and no number is wrong
    case picture::Badge::Kind::engine:
    case picture::Badge::Kind::slow:
    case picture::Badge::Kind::not_converged:
        return {Icon::alert, ui.colours.warn};
    case picture::Badge::Kind::diverged:
        break;
    }
    return {Icon::close, ui.colours.bad};
}

/// A pill with icon and word, icon only where there is no room. A click opens the reason.
void badge_button(Ui& ui, const picture::Badge& badge, int pane, int index, bool brief) {
    ImGui::PushID(index);
    push_font(ui.fonts.small);
    ui.state.ui_map.note_text(badge.text);
    const BadgeLook look = look_of(ui, badge.kind);
    const float height = ui.px(22);
    const ImVec2 text = ImGui::CalcTextSize(badge.text.c_str());
    const float width = brief ? ui.px(kBriefBadge) : text.x + ui.px(30);
    if (ImGui::InvisibleButton("badge", {width, height})) {
        ImGui::OpenPopup("why");
    }
    mark_item(ui, "badge_" + pane_label(pane) + "." + std::to_string(index));
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(low, high, with_alpha(look.colour, ImGui::IsItemHovered() ? kBadgeFillHot : kBadgeFill),
                        height * 0.5f);
    draw_icon(list, look.icon, {low.x + ui.px(12), (low.y + high.y) * 0.5f}, ui.px(11), look.colour);
    if (!brief) {
        list->AddText({low.x + ui.px(21), std::floor((low.y + high.y - text.y) * 0.5f)}, look.colour,
                      badge.text.c_str());
    }
    pop_font();
    item_tooltip(ui, brief ? badge.text + ": click for the reason" : "Click for the reason");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(12)});
    if (begin_popup_below(ui, "why")) {
        push_font(ui.fonts.bold);
        ImGui::TextUnformatted(badge.text.c_str());
        pop_font();
        ImGui::PushTextWrapPos(ui.px(340));
        ImGui::TextUnformatted(badge.reason.c_str());
        ImGui::PopTextWrapPos();
        if (badge.kind == picture::Badge::Kind::diverged) {
            if (ImGui::Button("Back to the last good frame")) {
                ui.state.link.outbox.emplace_back(lab::RestoreLastGood{pane});
                ImGui::CloseCurrentPopup();
            }
            mark_item(ui, "badge.restore");
        } else if (badge.kind == picture::Badge::Kind::engine) {
            if (ImGui::Button("Run the fast engine")) {
                set_parameter(ui.state.document, pane, parameter_row("engine"), static_cast<double>(Engine::fast));
                ImGui::CloseCurrentPopup();
            }
            mark_item(ui, "badge.fast");
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
    ImGui::PopID();
}

float badge_width(Ui& ui, const picture::Badge& badge) {
    return text_width(ui.fonts.small, badge.text) + ui.px(30);
}

/// The method, and its engine where that is not the usual one.
std::string method_title(const Settings& settings) {
    return std::string(method_of(settings).label) + (runs_engine(settings, Engine::textbook) ? " · textbook" : "");
}

void method_combo(Ui& ui, int pane, float width) {
    Document& document = ui.state.document;
    const int row = parameter_row("method");
    const int current = document.panes[static_cast<std::size_t>(pane)].method;
    ImGui::SetNextItemWidth(width);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ui.colours.track);
    push_font(ui.fonts.bold);
    const std::string label = method_title(document.panes[static_cast<std::size_t>(pane)]);
    // The list is a window of its own, with a draw list of its own: a font has to be popped in the window it was pushed
    // in.
    if (ImGui::BeginCombo("##method", label.c_str(), ImGuiComboFlags_HeightLarge)) { // room for all methods
        push_font(ui.fonts.body);
        for (std::size_t i = 0; i < methods().size(); ++i) {
            const MethodTraits& method = methods()[i];
            if (ImGui::Selectable(std::string(method.label).c_str(), static_cast<int>(i) == current)) {
                set_parameter(document, pane, row, static_cast<double>(i));
            }
            mark_item(ui, "method_choice." + std::string(method.key));
            method_tooltip(ui, pane, static_cast<int>(i));
        }
        pop_font();
        ImGui::EndCombo();
    }
    pop_font();
    ImGui::PopStyleColor();
    mark_item(ui, "method_" + pane_label(pane));
}

float method_width(const Ui& ui, int pane, float pane_width) {
    const float text = text_width(ui.fonts.bold, method_title(ui.state.document.panes[static_cast<std::size_t>(pane)]));
    return std::clamp(text + ui.px(48), ui.px(kLeastCombo), std::max(ui.px(kLeastCombo), 0.5f * pane_width));
}

/// Copies to and swaps with another pane: A with B, every other one with A.
void draw_exchange(Ui& ui, int pane, float x, float y) {
    std::vector<Settings>& panes = ui.state.document.panes;
    const std::string letter = pane_label(pane);
    const int other = pane == 0 ? 1 : 0;
    Settings& mine = panes[static_cast<std::size_t>(pane)];
    Settings& theirs = panes[static_cast<std::size_t>(other)];
    ImGui::SetCursorPos({x, y});
    if (icon_button(ui, ("copy_" + letter).c_str(), Icon::copy,
                    "Copy all parameters of " + letter + " to " + pane_label(other), false, kSmallIcon)) {
        theirs = mine;
    }
    ImGui::SetCursorPos({x + ui.px(kSmallIcon + 2), y});
    if (icon_button(ui, ("swap_" + letter).c_str(), Icon::swap,
                    "Swap the parameters of " + letter + " and " + pane_label(other), false, kSmallIcon)) {
        std::swap(mine, theirs);
    }
}

/// The badges that fit, from the right: the most severe one keeps its words as long as it fits. The others shrink to
/// icons first, also to leave `chips` [px] for the chips. Returns the left end of the badges.
float draw_badges(Ui& ui, int pane, const ScreenRect& plate, float left, float chips) {
    const std::vector<picture::Badge> all = picture::badges(ui.snapshot, pane);
    const float gap = ui.px(kBadgeGap);
    float needed = 0;
    for (const picture::Badge& badge : all) {
        needed += badge_width(ui, badge) + gap;
    }
    float room = plate.max.x - left - 2 * gap;
    std::vector<bool> brief;
    float width = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float word = badge_width(ui, all[i]);
        const float rest = static_cast<float>(all.size() - i - 1) * (ui.px(kBriefBadge) + gap);
        const bool shrinks = i > 0 ? needed + chips > room : needed > room && word + gap + rest > room;
        const float each = shrinks ? ui.px(kBriefBadge) : word;
        if (each + gap > room) {
            break;
        }
        brief.push_back(shrinks);
        width += each + gap;
        room -= each + gap;
        needed -= word + gap;
    }
    if (brief.empty()) {
        return plate.max.x;
    }
    const ScreenRect area{{plate.max.x - width - gap, plate.min.y}, plate.max};
    begin_plate(ui, ("badges_" + pane_label(pane)).c_str(), area);
    float x = gap;
    for (std::size_t i = 0; i < brief.size(); ++i) {
        ImGui::SetCursorPos({x, (area.height() - ui.px(22)) * 0.5f});
        badge_button(ui, all[i], pane, static_cast<int>(i), brief[i]);
        x += (brief[i] ? ui.px(kBriefBadge) : badge_width(ui, all[i])) + gap;
    }
    ImGui::End();
    return area.min.x;
}

} // namespace

void draw_pane_letter(const Ui& ui, int pane, ImVec2 centre, float radius) {
    const ImU32 colour = ui.pane_colour(pane);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddCircleFilled(centre, radius, colour, 32);
    push_font(ui.fonts.bold);
    const std::string letter = pane_label(pane);
    const ImVec2 size = ImGui::CalcTextSize(letter.c_str());
    list->AddText({std::round(centre.x - size.x * 0.5f), std::round(centre.y - size.y * 0.5f)}, ink_on(colour),
                  letter.c_str());
    pop_font();
}

void draw_pane_header(Ui& ui, const PaneRects& rects) {
    const int pane = rects.pane;
    const ScreenRect& r = rects.header;
    const float edge = ui.px(kPlateInset);
    const float height = std::max(1.0f, r.height() - 2 * edge);
    const std::size_t count = ui.state.document.panes.size();
    const bool exchange = count > 1 && r.width() > ui.px(count == 2 ? kLeastPane : kLeastOfMany);
    const float radius = std::round(0.36f * height);
    const float combo = method_width(ui, pane, r.width());
    const float begin = ui.px(6) + 2 * radius + ui.px(6);
    const float width = begin + combo + ui.px(4) + (exchange ? ui.px(2 * kSmallIcon + 6) : 0.0f);
    const ScreenRect plate{r.min + edge, {std::min(r.min.x + edge + width, r.max.x - edge), r.min.y + edge + height}};
    begin_plate(ui, ("header_" + pane_label(pane)).c_str(), plate);
    draw_pane_letter(ui, pane, {plate.min.x + ui.px(6) + radius, plate.center().y}, radius);
    const float padding = std::clamp(0.5f * (height - ui.px(4) - ImGui::GetFontSize()), 0.0f, ui.px(4));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::SetCursorPos({begin, 0.5f * (height - ImGui::GetFrameHeight())});
    method_combo(ui, pane, combo);
    ImGui::PopStyleVar();
    if (exchange) {
        draw_exchange(ui, pane, begin + combo + ui.px(4), 0.5f * (height - ui.px(kSmallIcon)));
    }
    ImGui::End();
    float end = r.max.x - edge;
    if (pane < static_cast<int>(ui.snapshot.panes.size())) {
        end = draw_badges(ui, pane, {plate.min, {end, plate.max.y}}, plate.max.x, chips_width(ui, pane) + 2 * edge);
    }
    draw_pane_chips(ui, ImGui::GetBackgroundDrawList(), pane,
                    {{plate.max.x + edge, plate.min.y}, {std::max(plate.max.x + edge, end - edge), plate.max.y}});
}

} // namespace xpbd::window
