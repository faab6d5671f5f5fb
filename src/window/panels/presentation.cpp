#include "window/panels/presentation.h"

#include "core/base/excerpt.h"
#include "core/model/method_traits.h"
#include "lab/run/snapshot.h"
#include "lab/text/body_unit.h"
#include "window/lessons/lesson_panel.h"
#include "window/panels/bar_widget.h"
#include "window/panels/parameter_parts.h"
#include "window/stage/presentation_layout.h"
#include "window/state/comparison.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr float kReadable = 9; ///< least size of the chips' font on a screen of scale 1 [px]

/// Text in a font, with its middle at the height `middle`. Returns its right end [px].
float text_at(ImDrawList* list, ImFont* font, float x, float middle, ImU32 colour, const std::string& text) {
    push_font(font);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list->AddText({std::round(x), std::round(middle - 0.5f * size.y)}, colour, text.c_str());
    pop_font();
    return x + size.x;
}

/// Letter and method of a pane.
void draw_name(Ui& ui, const PaneRects& rects) {
    const ScreenRect& r = rects.header;
    begin_region(("present_name_" + pane_label(rects.pane)).c_str(), r, ui.colours.raised, {0, 0},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 colour = ui.pane_colour(rects.pane);
    list->AddRectFilled({r.min.x, r.max.y - ui.px(3)}, {r.max.x, r.max.y}, colour);
    const float radius = ui.px(14);
    const float middle = r.center().y - ui.px(1);
    const std::string letter = pane_label(rects.pane);
    const float x = r.min.x + ui.px(10) + radius;
    list->AddCircleFilled({x, middle}, radius, colour, 32);
    text_at(list, ui.fonts.large, x - 0.5f * text_width(ui.fonts.large, letter), middle, ink_on(colour), letter);
    const Settings& settings = ui.state.document.panes[static_cast<std::size_t>(rects.pane)];
    const std::string method(method_of(settings).label);
    const float end = text_at(list, ui.fonts.values[0], x + radius + ui.px(10), middle, ui.colours.text, method);
    const std::string compared = comparison_label(ui.state.document, rects.pane);
    const std::string work =
        !compared.empty()
            ? compared
            : counted(static_cast<std::size_t>(settings.iterations), "iteration") +
                  (settings.substeps > 1 ? ", " + counted(static_cast<std::size_t>(settings.substeps), "substep") : "");
    float room = r.max.x - ui.px(12);
    if (const float begin = room - text_width(ui.fonts.large, work); begin > end + ui.px(16)) {
        text_at(list, ui.fonts.large, begin, middle, ui.colours.text_dim, work);
        room = begin - ui.px(12);
    }
    if (ui.fonts.small->FontSize >= kReadable * ui.state.content_scale) {
        draw_pane_chips(ui, list, rects.pane, {{end + ui.px(12), r.min.y}, {std::max(end + ui.px(12), room), r.max.y}});
    }
    ImGui::End();
}

/// The measured values that fit, large enough for the last row of the audience.
void draw_answer(Ui& ui, const PaneRects& rects) {
    const ScreenRect& r = rects.readout;
    begin_region(("present_answer_" + pane_label(rects.pane)).c_str(), r, ui.colours.raised, {0, 0},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
    if (rects.pane < static_cast<int>(ui.snapshot.panes.size())) {
        std::vector<std::pair<std::string, std::string>> answers;
        for (const lab::ShownReadout& readout : lab::shown_readouts(ui.snapshot, rects.pane)) {
            if (std::isfinite(readout.value)) {
                answers.emplace_back(readout.label, lab::reading_text(readout.value, readout.unit));
            }
        }
        ImDrawList* list = ImGui::GetWindowDrawList();
        const float least = ui.px(118);
        float x = r.min.x + ui.px(14);
        for (const auto& [name, value] : answers) {
            ui.state.ui_map.note_text(value);
            const float width = std::max(text_width(ui.fonts.values[1], value), text_width(ui.fonts.body, name));
            if (x + width > r.max.x - ui.px(8)) {
                break;
            }
            text_at(list, ui.fonts.body, x, r.min.y + 0.24f * r.height(), ui.colours.text_dim, name);
            text_at(list, ui.fonts.values[1], x, r.min.y + 0.66f * r.height(), ui.colours.text, value);
            x += std::max(width, least) + ui.px(26);
        }
    }
    ImGui::End();
}

/// Label and value of an item, to be shown to the audience.
std::string line_about(const Ui& ui, const BarItem& item) {
    const double value = bar_value(ui.state.document, item)[0];
    return item.label + "  " +
           (item.info.scale == Scale::choice
                ? choice_text(item.info, static_cast<std::size_t>(value))
                : lab::display_value(lab::with_unit_of(*ui.snapshot.model, item.info), value));
}

/// The sliders of the window's bar, in large columns.
void draw_sliders(Ui& ui, const ScreenRect& rect) {
    begin_region("present_sliders", rect, ui.colours.background, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    const float gap = ui.px(24);
    const std::vector<BarItem> items = fitting_items(ui, rect.width(), gap, ui.px(220));
    const auto count = static_cast<float>(items.size());
    const float each = (rect.width() - gap * (count - 1)) / count;
    const float top = line_height(ui.fonts.large) + ui.px(4);
    float x = 0;
    for (const BarItem& item : items) {
        bar_caption(ui, item, {x, 0}, each, ui.fonts.large);
        if (bar_widget(ui, item, "present", {{x, top}, {x + each, rect.height()}}, ui.fonts.values[1])) {
            show_to_audience(ui.state, line_about(ui, item));
        }
        x += each + gap;
    }
    ImGui::End();
}

/// Text on a plate, centred at `middle`.
void plate(Ui& ui, ImFont* font, glm::vec2 middle, const std::string& text) {
    ImDrawList* list = ImGui::GetForegroundDrawList();
    push_font(font);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    pop_font();
    const ImVec2 room{ui.px(18), ui.px(9)};
    const ImVec2 low{std::round(middle.x - 0.5f * size.x), std::round(middle.y - 0.5f * size.y)};
    list->AddRectFilled({low.x - room.x, low.y - room.y}, {low.x + size.x + room.x, low.y + size.y + room.y},
                        with_alpha(ui.colours.text, 0.86f), ui.px(10));
    text_at(list, font, low.x, middle.y, ui.colours.raised, text);
}

/// The key pressed last or the value dragged; in the first seconds the keys that leave the presentation.
void draw_line_for_audience(Ui& ui, const PresentationLayout& layout, glm::vec2 display) {
    const PresentationState& presentation = ui.state.presentation;
    if (layout.panes.panes.empty()) {
        return;
    }
    const ScreenRect& view = layout.panes.panes.front().view;
    const float y = view.max.y - ui.px(34); // above the floor: chips and bodies are further up
    if (ui.state.now < presentation.line_until) {
        plate(ui, ui.fonts.values[1], {0.5f * display.x, y}, presentation.line);
    } else if (ui.state.now - presentation.begun < kHelpSeconds) {
        plate(ui, ui.fonts.body, {0.5f * display.x, y}, "F5 or Esc leaves  ·  D: laser pointer  ·  Space: pause");
    }
}

/// A button that leaves the presentation, for a speaker who has forgotten the key.
void draw_leave(Ui& ui, const PresentationLayout& layout) {
    const ScreenRect& highest = layout.lesson.height() > 0 ? layout.lesson : layout.panes.panes.front().header;
    const float side = ui.px(20);
    const glm::vec2 low{layout.sliders.max.x - side, std::max(0.0f, highest.min.y - side - ui.px(1))};
    begin_region("present_leave", {low, low + glm::vec2(side)}, 0, {0, 0},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
    if (icon_button(ui, "present.leave", Icon::close, "Leave the presentation (F5 or Esc)", false, 20)) {
        ui.state.presentation.wanted = false;
    }
    ImGui::End();
}

} // namespace

void draw_laser(Ui& ui) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ui.state.presentation.laser || !ImGui::IsMousePosValid()) {
        return;
    }
    constexpr int kRings = 5; // of the glow around the spot
    ImDrawList* list = ImGui::GetForegroundDrawList();
    for (int ring = kRings; ring >= 1; --ring) {
        list->AddCircleFilled(io.MousePos, ui.px(5.0f + 4.0f * static_cast<float>(ring)), IM_COL32(255, 40, 40, 34),
                              32);
    }
    list->AddCircleFilled(io.MousePos, ui.px(6), IM_COL32(235, 10, 10, 255), 32);
    list->AddCircleFilled(io.MousePos, ui.px(2.5f), IM_COL32(255, 200, 200, 255), 24);
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

Layout draw_presentation(Ui& ui, glm::vec2 display) {
    if (escape_is_free(ui)) {
        ui.state.presentation.wanted = false;
    }
    const PresentationLayout layout = presentation_layout(ui.state, display);
    ui.answers = lowest_readouts(layout.panes);
    for (const PaneRects& pane : layout.panes.panes) {
        if (pane.pane < static_cast<int>(ui.state.document.panes.size())) {
            ImGui::PushID(pane.pane);
            draw_name(ui, pane);
            draw_answer(ui, pane);
            draw_pane_overlay(ui, pane);
            ImGui::PopID();
            mark_rect(ui, "view_" + pane_label(pane.pane), {pane.view.min.x, pane.view.min.y},
                      {pane.view.max.x, pane.view.max.y});
        }
    }
    draw_sliders(ui, layout.sliders);
    if (ui.state.lessons.open() && layout.lesson.height() > 0) {
        draw_lesson_question(ui, layout.lesson);
    }
    if (!layout.panes.panes.empty()) {
        draw_legend(ui, layout.panes.panes.back());
        if (!ui.state.presentation.embedded) {
            draw_leave(ui, layout);
        }
    }
    draw_line_for_audience(ui, layout, display);
    return layout.panes;
}

} // namespace xpbd::window
