// The colour bar in the last pane, and the popup in which its range is typed. Its place depends on the pane alone:
// neither the quantity, nor its range, nor the body moves it.
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace xpbd::window {
namespace {

constexpr double kLeastRatio = 1.1; ///< of the upper to the lower end of a logarithmic range
constexpr int kSteps = 24;          ///< number of colours in the bar
constexpr double kDragStep = 0.01;  ///< relative change of a range's end per pixel of a drag

using Colouring = picture::Colouring;

/// Sets one end of the range, so that the lower one stays below the upper one.
void set_end(Ui& ui, const picture::ColourScale& scale, bool high, double value) {
    picture::ColourRange range = scale.range;
    value = std::clamp(value, 1e-9, 1e12);
    (high ? range.high : range.low) = value;
    if (scale.info->is_signed) {
        range.low = -range.high;
    } else if (scale.info->logarithmic && range.high < kLeastRatio * range.low) {
        (high ? range.low : range.high) = high ? range.high / 10 : range.low * 10;
    }
    ui.state.stage.picture.own_range[static_cast<std::size_t>(scale.info->colouring)] = range;
}

/// The popup of an end of the bar, opened by a click: sets the range.
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
        // The unrounded value is kept during the drag: small moves would be rounded away.
        double& value = ui.state.stage.dragged_range_end;
        value = (value > 0 ? value : high ? scale.range.high : scale.range.low) * factor;
        set_end(ui, scale, high, lab::rounded(value, 2));
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

// Sizes at scale 1 [px].
constexpr float kPadding = 6;
constexpr float kBar = 8;  ///< height of the bar
constexpr float kCap = 10; ///< width of the box with the colour above the range

/// Widths of the texts above the bar, from the longest text of any quantity: the bar does not move.
struct Slots {
    float low = 0, title = 0, high = 0; ///< width [px]; no title where it has no room
    bool brief = false;                 ///< the upper end without the word "above"
    float width(const Ui& ui) const { return low + title + high + (title > 0 ? 4 : 3) * ui.px(kPadding); }
};

/// The widest slots that fit into `room` [px]; std::nullopt if even the numbers do not fit.
std::optional<Slots> slots_in(float room, const Ui& ui) {
    const auto width_of = [](const char* text) { return ImGui::CalcTextSize(text).x; };
    float title = 0;
    for (const picture::ColouringInfo& row : picture::colourings()) {
        title = std::max(title, width_of(std::string(row.title).c_str()));
    }
    const float number = width_of("-88.8 kN/m");
    const float above = width_of("above 88.8 kN/m");
    for (const Slots& slots : {Slots{number, title, above, false},
                               {number, title, number, true},
                               {number, 0, above, false},
                               {number, 0, number, true}}) {
        if (slots.width(ui) <= room) {
            return slots;
        }
    }
    return std::nullopt;
}

/// Place of the colour bar, at the right end of the last pane's strip.
struct Place {
    ScreenRect rect;
    Slots slots;
};
std::optional<Place> place_in(Ui& ui, const PaneRects& pane) {
    const ScreenRect& strip = pane.legend;
    if (picture::colouring_of(ui.snapshot.scene, ui.state.stage.picture) == Colouring::material ||
        visible_panes(ui.state).back() != pane.pane || strip.width() <= 0) {
        return std::nullopt;
    }
    const float right = strip.max.x - ui.px(kPlateInset);
    push_font(ui.fonts.small);
    const std::optional<Slots> slots = slots_in(right - strip.min.x - ui.px(kPlateInset), ui);
    pop_font();
    if (!slots) {
        return std::nullopt;
    }
    return Place{{{right - slots->width(ui), strip.min.y}, {right, strip.max.y - ui.px(1)}}, *slots};
}

} // namespace

ScreenRect legend_rect(Ui& ui, const PaneRects& pane) {
    const std::optional<Place> place = place_in(ui, pane);
    return place ? place->rect : ScreenRect{};
}

void draw_legend(Ui& ui, const PaneRects& pane) {
    const std::optional<Place> place = place_in(ui, pane);
    if (!place) {
        return;
    }
    const picture::PictureOptions& picture = ui.state.stage.picture;
    const picture::ColourScale scale = picture::picture_scale(ui.snapshot, picture);
    const ScreenRect& r = place->rect;
    push_font(ui.fonts.small);
    begin_over_stage("legend", r);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({r.min.x, r.min.y}, {r.max.x, r.max.y}, with_alpha(ui.colours.raised, 0.8f), ui.px(6));
    mark_rect(ui, "legend", {r.min.x, r.min.y}, {r.max.x, r.max.y});
    const float left = r.min.x + ui.px(kPadding);
    const float right = r.max.x - ui.px(kPadding);
    const float line = ImGui::GetTextLineHeight();
    const float middle = std::round(r.min.y + ui.px(2) + 0.5f * line);
    const auto plain = [&](const std::string& text, float x, ImU32 colour) {
        list->AddText({std::round(x), std::round(middle - 0.5f * line)}, colour, text.c_str());
    };
    const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    end_label(ui, scale, true, {right, middle}, place->slots.brief ? scale.text(1) : scale.high_text());
    if (scale.info->logarithmic) {
        end_label(ui, scale, false, {left + width_of(scale.text(0)), middle}, scale.text(0));
    } else {
        plain(scale.text(0), left, ui.colours.text);
    }
    if (place->slots.title > 0) {
        const std::string title(scale.info->title);
        const float from = left + place->slots.low + ui.px(kPadding);
        plain(title, from + 0.5f * (place->slots.title - width_of(title)), ui.colours.text_dim);
    }
    const ImVec2 low{left, r.max.y - ui.px(3 + kBar)};
    const ImVec2 high{right - ui.px(kCap + 3), r.max.y - ui.px(3)};
    const auto at = [&](int step) { return low.x + (high.x - low.x) * static_cast<float>(step) / kSteps; };
    const auto colour_at = [&](int step) {
        const float level = static_cast<float>(step) / kSteps;
        return to_colour(render::map_colour(picture::colour_map(*scale.info), ui.theme(), level));
    };
    for (int i = 0; i < kSteps; ++i) {
        const ImU32 from = colour_at(i), to = colour_at(i + 1);
        list->AddRectFilledMultiColor({at(i), low.y}, {at(i + 1), high.y}, from, to, to, from);
    }
    for (int i = 1; picture.isolines && i < render::kIsolines; ++i) {
        const float tick = std::round(low.x + (high.x - low.x) * static_cast<float>(i) / render::kIsolines);
        list->AddLine({tick, low.y}, {tick, high.y}, ui.colours.background, ui.px(1.5f));
    }
    list->AddRectFilled({right - ui.px(kCap), low.y}, {right, high.y}, to_colour(render::above_colour(ui.theme())));
    mark_rect(ui, "colour_bar", low, high);
    ImGui::End();
    pop_font();
}

} // namespace xpbd::window
