// The colour bar over the panes, and the popup in which its range is typed.
#include "window/commands/pane_corner.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr double kLeastRatio = 1.1; ///< of the upper to the lower end of a logarithmic range
constexpr float kNarrowPane = 520;  ///< in which the bar lies below the body, at scale 1 [px]
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

/// The bar itself, from `low` upwards; above it, the colour of what lies above.
void bar(Ui& ui, const picture::ColourScale& scale, ImVec2 low, float width, float height, float cap) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const render::Theme theme = ui.state.stage.picture.look.theme;
    for (int i = 0; i < kSteps; ++i) {
        const float a = static_cast<float>(i) / kSteps;
        const float b = static_cast<float>(i + 1) / kSteps;
        const ImU32 lower = to_colour(render::map_colour(scale.info->map, theme, a));
        const ImU32 upper = to_colour(render::map_colour(scale.info->map, theme, b));
        list->AddRectFilledMultiColor({low.x, low.y - height * b}, {low.x + width, low.y - height * a}, upper, upper,
                                      lower, lower);
    }
    const float top = low.y - height;
    list->AddRect({low.x - 1, top - 1}, {low.x + width + 1, low.y + 1}, ui.colours.line);
    list->AddRectFilled({low.x, top - ui.px(3) - cap}, {low.x + width, top - ui.px(3)},
                        to_colour(render::above_colour(theme)));
    mark_rect(ui, "colour_bar", {low.x, top}, {low.x + width, low.y});
}

/// In a narrow pane, where an upright bar would hide the body: one line along the lower rim. From the right.
void draw_flat_legend(Ui& ui, const ScreenRect& r, const picture::ColourScale& scale) {
    const picture::PictureOptions& picture = ui.state.stage.picture;
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const float gap = ui.px(6);
    const float thick = ui.px(9);
    const float middle = std::round(r.max.y - ui.px(9) - line * 0.5f);
    const float length = std::round(std::clamp(r.width() * 0.22f, ui.px(48), ui.px(110)));
    const std::string low = scale.low_text();
    const std::string title(scale.info->title);
    const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    const float rest = length + thick + width_of(low) + 4 * gap + ui.px(16);
    const bool brief = rest + width_of(scale.high_text()) > r.width();
    const std::string high = brief ? scale.text(1) : scale.high_text();
    const bool titled = rest + width_of(high) + width_of(title) + gap <= r.width();
    float x = r.max.x - ui.px(10);
    const float begin = x - rest - width_of(high) - (titled ? width_of(title) : 0) + ui.px(10);
    begin_over_stage("legend", {{begin, middle - line}, {r.max.x - ui.px(2), r.max.y - ui.px(1)}});
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({begin, middle - line * 0.5f - ui.px(3)}, {x + ui.px(6), middle + line * 0.5f + ui.px(3)},
                        with_alpha(ui.colours.raised, 0.8f), ui.px(4));
    end_label(ui, scale, true, {x, middle}, high);
    x -= width_of(high) + gap + thick;
    list->AddRectFilled({x, middle - thick * 0.5f}, {x + thick, middle + thick * 0.5f},
                        to_colour(render::above_colour(picture.look.theme)));
    x -= ui.px(3) + length;
    const ImVec2 corner{x, middle - thick * 0.5f};
    for (int i = 0; i < kSteps; ++i) {
        const float a = static_cast<float>(i) / kSteps;
        const float b = static_cast<float>(i + 1) / kSteps;
        const ImU32 left = to_colour(render::map_colour(scale.info->map, picture.look.theme, a));
        const ImU32 right = to_colour(render::map_colour(scale.info->map, picture.look.theme, b));
        list->AddRectFilledMultiColor({x + length * a, corner.y}, {x + length * b, corner.y + thick}, left, right,
                                      right, left);
    }
    for (int i = 1; picture.look.isolines && i < render::kIsolines; ++i) {
        const float tick = std::round(x + length * static_cast<float>(i) / render::kIsolines);
        list->AddLine({tick, corner.y}, {tick, corner.y + thick}, ui.colours.background, ui.px(1.5f));
    }
    mark_rect(ui, "colour_bar", corner, {x + length, corner.y + thick});
    x -= gap;
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

/// True where a pane's body lies under a part of its picture.
bool has_body_under(const Ui& ui, const PaneRects& rects, const ScreenRect& part) {
    constexpr std::size_t kLooked = 2000; ///< at so many particles
    const auto pane = static_cast<std::size_t>(rects.pane);
    const glm::vec2 size = rects.view.max - rects.view.min;
    const lab::Camera& camera = ui.state.stage.cameras[pane];
    if (pane >= ui.snapshot.panes.size() || camera.distance == 0) {
        return false;
    }
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, size.x / size.y);
    const glm::mat4 to_view = orbit.projection(size.x / size.y) * orbit.view();
    const std::vector<glm::vec3>& positions = ui.snapshot.panes[pane].positions;
    for (std::size_t i = 0; i < positions.size(); i += 1 + positions.size() / kLooked) {
        const glm::vec4 at = to_view * glm::vec4(positions[i], 1);
        if (at.w > 0 && part.contains(rects.view.min + size * (0.5f + 0.5f * glm::vec2(at.x, -at.y) / at.w))) {
            return true;
        }
    }
    return false;
}

bool lies_flat(const Ui& ui, const PaneRects& rects, const ScreenRect& upright) {
    LegendPlace& place = ui.state.stage.legend;
    const std::string& scene = ui.state.document.scene.name;
    const glm::vec2 size = rects.view.max - rects.view.min;
    if (place.scene != scene || place.pane != rects.pane || place.size != size) {
        place = {scene, rects.pane, size, false};
    }
    const bool by_hand = ui.state.stage.grab.active || ui.state.stage.drag_pane >= 0;
    place.flat = place.flat || (!by_hand && has_body_under(ui, rects, upright));
    return place.flat;
}

} // namespace

void draw_legend(Ui& ui, const PaneRects& rects) {
    ScreenRect r = rects.clear();
    r.min.y += corner_height(ui, rects);
    const picture::PictureOptions& picture = ui.state.stage.picture;
    const picture::ColourScale scale = picture::picture_scale(ui.snapshot, picture);
    if (scale.info->colouring == Colouring::material || r.height() < ui.px(120) || r.width() < ui.px(160)) {
        return;
    }
    if (r.width() < ui.px(kNarrowPane)) {
        draw_flat_legend(ui, r, scale);
        return;
    }
    const bool large = r.height() > ui.px(480) && r.width() > ui.px(480);
    push_font(large ? ui.fonts.body : ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const float height = std::min(ui.px(large ? 200.0f : 140.0f), r.height() * 0.45f);
    const float width = ui.px(10);
    const float cap = ui.px(10);
    // At the top: the shadow and the ruler of a body are at the bottom.
    const float above = line * 2.4f + cap;
    const ImVec2 low{r.max.x - ui.px(18) - width, r.min.y + ui.px(6) + above + height};
    const float labels = low.x - ui.px(6);
    const float longest = std::max(ImGui::CalcTextSize(scale.high_text().c_str()).x,
                                   ImGui::CalcTextSize(std::string(scale.info->title).c_str()).x);
    const ScreenRect whole{{labels - longest - ui.px(14), r.min.y + ui.px(2)}, {r.max.x - ui.px(8), low.y + line}};
    if (lies_flat(ui, rects, whole)) {
        pop_font();
        draw_flat_legend(ui, r, scale);
        return;
    }
    begin_over_stage("legend", whole);
    bar(ui, scale, low, width, height, cap);
    const float top = low.y - height;
    end_label(ui, scale, true, {labels, top - ui.px(3) - cap * 0.5f}, scale.high_text());
    const auto plain = [&](const std::string& text, float right, float middle) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        text_on_picture(ui, ImGui::GetWindowDrawList(),
                        {std::round(right - size.x), std::round(middle - size.y * 0.5f)}, ui.colours.text, text);
    };
    if (picture.look.isolines) {
        for (int i = 1; i < render::kIsolines; ++i) {
            const float place = static_cast<float>(i) / render::kIsolines;
            const float y = std::round(low.y - height * place);
            ImGui::GetWindowDrawList()->AddLine({low.x, y}, {low.x + width, y}, ui.colours.background, ui.px(1.5f));
            plain(scale.text(static_cast<double>(place)), labels, y);
        }
    } else {
        plain(scale.text(0.5), labels, low.y - height * 0.5f);
    }
    if (scale.info->logarithmic) {
        end_label(ui, scale, false, {labels, low.y}, scale.text(0));
    } else {
        plain(scale.low_text(), labels, low.y);
    }
    plain(std::string(scale.info->title), low.x + width, top - ui.px(3) - cap - line * 1.1f);
    ImGui::End();
    pop_font();
}

} // namespace xpbd::window
