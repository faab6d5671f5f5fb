// The bar below the stage: what to do, and the two sliders of the moment. The answers stand in the panes.
#include "core/methods.h"
#include "window/panels/panels.h"
#include "window/state/panes/moment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kCrossSide = 22;  ///< of the cross
constexpr float kHintSlider = 28; ///< height of a slider
constexpr float kTallSlider = 40; ///< on a phone, where there is room for it
constexpr float kCaptionTop = 30; ///< where the captions begin, above their sliders
constexpr float kHintGap = 16;
constexpr float kCaptionGap = 8; ///< between a caption and the slider beside it
constexpr float kLeastSlider = 110;
constexpr float kWidestSlider = 340;
constexpr float kLeastQuestion = 170; ///< below which a question is not worth its room

/// What a comparison asks.
const char* question_of(Compared compared) {
    switch (compared) {
    case Compared::iterations:
        break;
    case Compared::timestep:
        return "PBD above XPBD, shorter steps to the right. Which row changes?";
    case Compared::resolution:
        return "PBD above XPBD, finer meshes to the right. Which row changes?";
    case Compared::triangulation:
        return "One cloth, cut into triangles in three ways. What changes?";
    case Compared::fabric:
        return "One method, three fabrics. Which one is stiff, and which falls in folds?";
    }
    return "PBD above XPBD, more iterations to the right. Which row changes?";
}

/// Letters of panes, each in its pane's colour. Returns where they end.
float pane_letters(Ui& ui, const std::vector<int>& panes, ImVec2 at) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const int pane : panes) {
        const std::string letter = pane_label(pane);
        list->AddText(at, ui.pane_colour(pane), letter.c_str());
        at.x += ImGui::CalcTextSize(letter.c_str()).x + ui.px(5);
    }
    return at.x;
}

std::string_view label_of(const MomentSlider& slider) {
    return settings_parameters()[static_cast<std::size_t>(slider.row)].info.label;
}

/// Of a caption, with the letters of the panes that the slider is for.
float caption_width(Ui& ui, const MomentSlider& slider) {
    push_font(ui.fonts.small);
    float width = ImGui::CalcTextSize(std::string(label_of(slider)).c_str()).x;
    for (const int pane : slider.all ? std::vector<int>{} : slider.panes) {
        width += ui.px(5) + ImGui::CalcTextSize(pane_label(pane).c_str()).x;
    }
    pop_font();
    return width + (slider.all ? 0.0f : ui.px(3));
}

/// The caption, from the upper left corner of its first letter.
void caption_of(Ui& ui, const MomentSlider& slider, ImVec2 at) {
    push_font(ui.fonts.small);
    const std::string label(label_of(slider));
    ImGui::GetWindowDrawList()->AddText(at, ui.colours.text_dim, label.c_str());
    if (!slider.all) {
        pane_letters(ui, slider.panes, {at.x + ImGui::CalcTextSize(label.c_str()).x + ui.px(8), at.y});
    }
    pop_font();
}

/// A slider that sets every pane that it is for, at a place in the current window.
void moment_slider(Ui& ui, const MomentSlider& slider, ImVec2 at, float width, float height) {
    const char* name = slider.row == parameter_row("iterations") ? "iterations" : "material";
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(slider.row)];
    const int first = slider.panes.front();
    const double before = parameter.get(document.panes[static_cast<std::size_t>(first)]);
    double value = before;
    push_font(ui.fonts.bold);
    const float padding = std::max(0.0f, (height - ImGui::GetTextLineHeight()) * 0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::SetCursorPos(at);
    const bool typed = ui.state.entry.id == ImGui::GetID(name);
    value_slider(ui, name, parameter.info, value, width, range_of(ui, slider.row, marked_pane(ui, slider.panes)));
    ImGui::PopStyleVar();
    pop_font();
    if (!typed) {
        mark_item(ui, std::string("hint.") + name);
    }
    if (value != before) {
        for (const int pane : slider.panes) {
            set_parameter(document, pane, slider.row, value);
        }
    }
}

void draw_cross(Ui& ui, float right, float y) {
    ImGui::SetCursorPos({right - ui.px(kCrossSide), y});
    if (icon_button(ui, "close_hint", Icon::close, "Hide this bar (View > Interface > Hint bar brings it back)", false,
                    kCrossSide)) {
        ui.state.preferences.hint = false;
    }
}

/// The question above, the sliders below it, each under its caption.
void draw_band(Ui& ui, const std::vector<MomentSlider>& sliders, const ScreenRect& rect) {
    const float left = ui.px(12);
    const float right = rect.width() - ui.px(12);
    ImGui::SetCursorPos({left, ui.px(6)});
    fitted_text(ui, hint_question(ui.state.document), right - left - ui.px(kCrossSide + 6), ui.colours.text);
    draw_cross(ui, right + ui.px(4), ui.px(4));
    const ImVec2 origin = ImGui::GetWindowPos();
    const float gap = ui.px(kHintGap);
    const auto count = static_cast<float>(std::max<std::size_t>(1, sliders.size()));
    const float each = std::min(ui.px(kWidestSlider), (right - left - gap * (count - 1)) / count);
    const bool tall = rect.height() >= ui.px(kCaptionTop + 20 + kTallSlider + 7);
    const float height = ui.px(tall ? kTallSlider : kHintSlider);
    float x = left;
    for (const MomentSlider& slider : sliders) {
        caption_of(ui, slider, {origin.x + x, origin.y + ui.px(kCaptionTop)});
        moment_slider(ui, slider, {x, rect.height() - height - ui.px(7)}, each, height);
        x += each + gap;
    }
}

/// Everything in one line, each slider beside its caption; the question has the room that is left.
void draw_line(Ui& ui, const std::vector<MomentSlider>& sliders, const ScreenRect& rect) {
    const float left = ui.px(12);
    const float right = rect.width() - ui.px(kCrossSide + 10);
    const float gap = ui.px(kHintGap);
    float captions = 0;
    for (const MomentSlider& slider : sliders) {
        captions += caption_width(ui, slider) + ui.px(kCaptionGap);
    }
    const auto count = static_cast<float>(std::max<std::size_t>(1, sliders.size()));
    const float room = right - left - gap * (count - 1);
    const std::string text = hint_question(ui.state.document);
    const float wanted = ImGui::CalcTextSize(text.c_str()).x + gap;
    const bool captioned = room - captions >= count * ui.px(kLeastSlider);
    const float rest = room - (captioned ? captions : 0.0f);
    const float spare = rest - count * ui.px(kLeastSlider + 50);
    const float words = spare > ui.px(kLeastQuestion) ? std::min(spare, wanted) : 0.0f;
    const float each = std::min(ui.px(kWidestSlider), (rest - words) / count);
    float x = left;
    if (words > 0) {
        ImGui::SetCursorPos({x, std::round(0.5f * (rect.height() - ImGui::GetTextLineHeight()))});
        fitted_text(ui, text, words - gap, ui.colours.text);
        x += words;
    }
    const ImVec2 origin = ImGui::GetWindowPos();
    for (const MomentSlider& slider : sliders) {
        if (captioned) {
            const float middle = origin.y + 0.5f * (rect.height() - line_height(ui.fonts.small));
            caption_of(ui, slider, {origin.x + x, std::round(middle)});
            x += caption_width(ui, slider) + ui.px(kCaptionGap);
        }
        moment_slider(ui, slider, {x, std::round(0.5f * (rect.height() - ui.px(kHintSlider)))}, each,
                      ui.px(kHintSlider));
        x += each + gap;
    }
    draw_cross(ui, rect.width() - ui.px(6), std::round(0.5f * (rect.height() - ui.px(kCrossSide))));
}

} // namespace

std::string hint_question(const Document& document) {
    const std::vector<Settings>& panes = document.panes;
    if (document.comparison) {
        return question_of(document.comparison->compared);
    }
    // For the default scene. The captions of the other scenes say what to drag.
    if (document.scene.name == "cloth" && panes.size() == 2 && panes[0].method == find_method("pbd") &&
        panes[1].method == find_method("xpbd")) {
        return "Drag Iterations from 5 to 100: A stiffens, B does not.";
    }
    if (const scenes::SceneInfo* scene = scenes::find_scene(document.scene.name)) {
        // The first sentence only; the scene's panel shows the whole text.
        return std::string(
            scene->caption.substr(0, std::min(scene->caption.find(". "), scene->caption.size() - 1) + 1));
    }
    return "";
}

void draw_hint(Ui& ui, const ScreenRect& rect) {
    begin_region("hint", rect, ui.colours.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    ui.state.acting.update(ui.state.document.panes, *ui.snapshot.model);
    const std::vector<MomentSlider> sliders =
        moment_sliders(ui.state.document, ui.state.acting, ui.state.panels.settings_tab);
    if (rect.height() < ui.px(kCaptionTop + kHintSlider)) {
        draw_line(ui, sliders, rect);
    } else {
        draw_band(ui, sliders, rect);
    }
    ImGui::End();
}

} // namespace xpbd::window
