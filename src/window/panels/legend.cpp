// The colour bar over the panes, and the popup in which its range is typed.
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr double kLeastRatio = 1.1; ///< of the upper to the lower end of a logarithmic range
constexpr float kBarShare = 0.22f;  ///< length of the bar, of the pane's width
constexpr int kSteps = 24;          ///< that a bar is drawn in
constexpr double kDragStep = 0.01;  ///< a pixel of a drag changes an end by this share of itself

using Colouring = picture::Colouring;

/// Two significant digits: what a drag stops at.
double rounded(double value) {
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / step) * step;
}

/// Sets one end of the range, so that the lower one stays below the upper one.
void set_end(Ui& ui, const picture::ColourScale& scale, bool high, double value) {
    picture::ColourRange range = scale.range;
    value = std::clamp(value, 1e-9, 1e12);
    (high ? range.high : range.low) = value;
    if (scale.info->map == render::ColourMap::diverging) {
        range.low = -range.high;
    } else if (scale.info->logarithmic && range.high < kLeastRatio * range.low) {
        (high ? range.low : range.high) = high ? range.high / 10 : range.low * 10;
    }
    ui.state.stage.picture.own_range[static_cast<std::size_t>(scale.info->colouring)] = range;
}

/// What a click on an end opens.
void range_popup(Ui& ui, const picture::ColourScale& scale, bool high) {
    if (!begin_popup_below(ui, "range")) { // the last item is the number
        return;
    }
    picture::PictureOptions& picture = ui.state.stage.picture;
    const std::string unit(scale.unit());
    double shown = (high ? scale.range.high : scale.range.low) * scale.info->factor;
    ImGui::TextUnformatted(("The colours end at [" + unit + "]").c_str());
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(ui.px(160));
    if (number_box("##value", shown, "%.6g")) {
        if (std::isfinite(shown) && shown > 0) {
            set_end(ui, scale, high, shown / scale.info->factor);
        }
        ImGui::CloseCurrentPopup();
    }
    mark_item(ui, "legend.value");
    if (ImGui::Button("Fit to the values now")) {
        picture.own_range[static_cast<std::size_t>(scale.info->colouring)] =
            picture::fitted_range(ui.snapshot, scale.info->colouring, picture.other_pane);
        ImGui::CloseCurrentPopup();
    }
    mark_item(ui, "legend.fit");
    if (ImGui::Button("As the scene suggests")) {
        picture.own_range[static_cast<std::size_t>(scale.info->colouring)].reset();
        ImGui::CloseCurrentPopup();
    }
    mark_item(ui, "legend.suggested");
    ImGui::EndPopup();
}

/// The number at an end of the bar, right-aligned at `right`. A drag up or down moves it, a click opens the popup.
void end_label(Ui& ui, const picture::ColourScale& scale, bool high, ImVec2 right, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 low{std::round(right.x - size.x), std::round(right.y - size.y * 0.5f)};
    ImGui::PushID(high ? "high" : "low");
    ImGui::SetCursorScreenPos({low.x - ui.px(4), low.y - ui.px(2)});
    ImGui::InvisibleButton("end", {size.x + ui.px(8), size.y + ui.px(4)});
    mark_item(ui, high ? "legend.high" : "legend.low");
    const bool moved = ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    if (ImGui::IsItemActive() && moved && ImGui::GetIO().MouseDelta.y != 0) {
        const double factor = std::exp(-kDragStep * static_cast<double>(ImGui::GetIO().MouseDelta.y / ui.px(1)));
        // The unrounded value is kept while the drag goes on: small moves would be rounded away.
        double& value = ui.state.stage.dragged_range_end;
        value = (value > 0 ? value : high ? scale.range.high : scale.range.low) * factor;
        set_end(ui, scale, high, rounded(value));
    }
    if (ImGui::IsItemDeactivated()) {
        if (!(ui.state.stage.dragged_range_end > 0)) {
            ImGui::OpenPopup("range");
        }
        ui.state.stage.dragged_range_end = 0;
    }
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    }
    item_tooltip(ui, "Drag up or down, or click to type where the colours end.");
    text_on_picture(ui, ImGui::GetWindowDrawList(), low, hovered ? ui.colours.accent : ui.colours.text, text);
    range_popup(ui, scale, high);
    ImGui::PopID();
}

/// The bar itself, from left to right; at its end, the colour of what lies above. Returns where it begins.
float bar(Ui& ui, const picture::ColourScale& scale, float right, float middle, float length, float thick) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const picture::PictureOptions& picture = ui.state.stage.picture;
    const float top = middle - thick * 0.5f;
    list->AddRectFilled({right - thick, top}, {right, top + thick},
                        to_colour(render::above_colour(picture.look.theme)));
    const float x = right - thick - ui.px(3) - length;
    for (int i = 0; i < kSteps; ++i) {
        const float a = static_cast<float>(i) / kSteps;
        const float b = static_cast<float>(i + 1) / kSteps;
        const ImU32 from = to_colour(render::map_colour(scale.info->map, picture.look.theme, a));
        const ImU32 to = to_colour(render::map_colour(scale.info->map, picture.look.theme, b));
        list->AddRectFilledMultiColor({x + length * a, top}, {x + length * b, top + thick}, from, to, to, from);
    }
    for (int i = 1; picture.look.isolines && i < render::kIsolines; ++i) {
        const float tick = std::round(x + length * static_cast<float>(i) / render::kIsolines);
        list->AddLine({tick, top}, {tick, top + thick}, ui.colours.background, ui.px(1.5f));
    }
    mark_rect(ui, "colour_bar", {x, top}, {x + length, top + thick});
    return x;
}

} // namespace

void draw_legend(Ui& ui, const PaneRects& rects) {
    const ScreenRect& r = rects.legend;
    const picture::PictureOptions& picture = ui.state.stage.picture;
    if (picture.colouring == Colouring::material || r.width() <= 0) {
        return;
    }
    const picture::ColourScale scale = picture::picture_scale(ui.snapshot, picture);
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const float gap = ui.px(6);
    const float thick = ui.px(9);
    const float middle = std::round(r.center().y);
    const float length = std::round(std::clamp(r.width() * kBarShare, ui.px(48), ui.px(180)));
    const std::string low = scale.low_text();
    const std::string title(scale.info->title);
    const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    const float rest = length + thick + width_of(low) + 4 * gap + ui.px(16);
    const bool brief = rest + width_of(scale.high_text()) > r.width();
    const std::string high = brief ? scale.text(1) : scale.high_text();
    const bool titled = rest + width_of(high) + width_of(title) + gap <= r.width();
    float x = r.max.x - ui.px(10);
    const float begin = x - rest - width_of(high) - (titled ? width_of(title) : 0) + ui.px(10);
    begin_over_stage("legend", {{begin, r.min.y}, {r.max.x - ui.px(2), r.max.y}});
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({begin, middle - line * 0.5f - ui.px(3)}, {x + ui.px(6), middle + line * 0.5f + ui.px(3)},
                        with_alpha(ui.colours.raised, 0.8f), ui.px(4));
    end_label(ui, scale, true, {x, middle}, high);
    x = bar(ui, scale, x - width_of(high) - gap, middle, length, thick) - gap;
    const auto plain = [&](const std::string& text, ImU32 colour) {
        x -= width_of(text);
        list->AddText({std::round(x), std::round(middle - line * 0.5f)}, colour, text.c_str());
        x -= gap;
    };
    if (scale.info->logarithmic) {
        end_label(ui, scale, false, {x, middle}, scale.text(0));
        x -= width_of(scale.text(0)) + gap;
    } else {
        plain(low, ui.colours.text);
    }
    if (titled) {
        plain(title, ui.colours.text_dim);
    }
    ImGui::End();
    pop_font();
}

} // namespace xpbd::window
