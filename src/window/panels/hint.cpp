// The bar over the panes: what to do, the two sliders of the moment, and the answer beside them.
#include "core/methods.h"
#include "window/panels/panels.h"
#include "window/state/panes/moment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kCrossSide = 22;  ///< of the cross
constexpr float kHintSlider = 30; ///< height of a slider
constexpr float kCaptionTop = 26; ///< where the captions begin
constexpr float kHintGap = 16;
constexpr float kLeastAnswer = 150;
constexpr float kLeastSlider = 120;
constexpr float kWidestSlider = 300;

/// What to do here, in one sentence.
std::string question(const Document& document) {
    const std::vector<Settings>& panes = document.panes;
    if (document.comparison) {
        constexpr std::array<const char*, 3> kColumns = {"more iterations", "shorter steps", "finer meshes"};
        return std::string("PBD above XPBD, ") + kColumns[static_cast<std::size_t>(document.comparison->compared)] +
               " to the right. Which row changes?";
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

/// Caption and slider; they set every pane that the slider is for.
void moment_slider(Ui& ui, const MomentSlider& slider, float left, float width, const char* name) {
    Document& document = ui.state.document;
    const SettingsParameter& parameter = settings_parameters()[static_cast<std::size_t>(slider.row)];
    const ImVec2 origin = ImGui::GetWindowPos();
    push_font(ui.fonts.small);
    const std::string label(parameter.info.label);
    const ImVec2 at{origin.x + left, origin.y + ui.px(kCaptionTop)};
    ImGui::GetWindowDrawList()->AddText(at, ui.colours.text_dim, label.c_str());
    if (!slider.all) {
        pane_letters(ui, slider.panes, {at.x + ImGui::CalcTextSize(label.c_str()).x + ui.px(8), at.y});
    }
    const float below = ui.px(kCaptionTop) + ImGui::GetTextLineHeight() + ui.px(2);
    pop_font();
    const int first = slider.panes.front();
    const double before = parameter.get(document.panes[static_cast<std::size_t>(first)]);
    double value = before;
    push_font(ui.fonts.large);
    const float padding = std::max(0.0f, (ui.px(kHintSlider) - ImGui::GetTextLineHeight()) * 0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::SetCursorPos({left, below});
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

/// One line of measured values, each after its pane's letter, from `first` to before `last`. Returns where it ends.
float answer_line(Ui& ui, const std::vector<std::string>& texts, std::size_t first, std::size_t last, ImVec2 at) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (std::size_t pane = first; pane < last; ++pane) {
        if (pane > first) {
            list->AddLine({at.x + ui.px(7), at.y}, {at.x + ui.px(7), at.y + ImGui::GetTextLineHeight()},
                          ui.colours.line, std::max(1.0f, ui.px(1)));
            at.x += ui.px(14);
        }
        const std::string letter = pane_label(static_cast<int>(pane)) + " ";
        list->AddText(at, ui.shown_pane_colour(static_cast<int>(pane)), letter.c_str());
        at.x += ImGui::CalcTextSize(letter.c_str()).x;
        list->AddText(at, ui.colours.text, texts[pane].c_str());
        at.x += ImGui::CalcTextSize(texts[pane].c_str()).x;
    }
    return at.x;
}

/// The measured stiffness of every pane: in one line where there is room, else in two small ones.
void answer(Ui& ui, float left, float right) {
    const ImVec2 origin = ImGui::GetWindowPos();
    push_font(ui.fonts.small);
    const float top = origin.y + ui.px(kCaptionTop);
    ImGui::GetWindowDrawList()->AddText({origin.x + left, top}, ui.colours.text_dim, "Effective stiffness (N/m)");
    const float below = top + ImGui::GetTextLineHeight() + ui.px(2);
    pop_font();
    std::vector<std::string> texts;
    std::string all;
    for (const lab::PaneSnapshot& pane : ui.snapshot.panes) {
        const std::optional<double> k = pane.measure.effective_stiffness;
        texts.push_back(k ? lab::stiffness_text(*k) : std::string("none"));
        all += "A " + texts.back();
    }
    push_font(ui.fonts.large);
    const float width = ImGui::CalcTextSize(all.c_str()).x + ui.px(14) * static_cast<float>(texts.size() - 1);
    const float middle = below + (ui.px(kHintSlider) - ImGui::GetTextLineHeight()) * 0.5f;
    const bool one = left + width <= right;
    const float end = one ? answer_line(ui, texts, 0, texts.size(), {origin.x + left, middle}) : 0;
    pop_font();
    ui.state.ui_map.note_text(all);
    if (one) {
        mark_rect(ui, "hint.answer", {origin.x + left, below}, {end, below + ui.px(kHintSlider)});
        return;
    }
    push_font(ui.fonts.small);
    const std::size_t half = (texts.size() + 1) / 2;
    const float line = ImGui::GetTextLineHeight();
    const float first = answer_line(ui, texts, 0, half, {origin.x + left, below});
    const float second = answer_line(ui, texts, half, texts.size(), {origin.x + left, below + line + ui.px(2)});
    pop_font();
    mark_rect(ui, "hint.answer", {origin.x + left, below}, {std::max(first, second), below + ui.px(kHintSlider)});
}

} // namespace

void draw_hint(Ui& ui, const ScreenRect& rect) {
    begin_region("hint", rect, ui.colours.background, {ui.px(12), ui.px(3)}, ImGuiWindowFlags_NoScrollbar);
    const float side = ui.px(kCrossSide);
    ImGui::SetCursorPos({ui.px(12), ui.px(5)});
    fitted_text(ui, question(ui.state.document), rect.width() - side - ui.px(28), ui.colours.text);
    ImGui::SetCursorPos({rect.width() - side - ui.px(6), ui.px(3)});
    if (icon_button(ui, "close_hint", Icon::close, "Hide this bar (View > Hint bar brings it back)", false,
                    kCrossSide)) {
        ui.state.preferences.hint = false;
    }
    if (rect.height() < ui.px(kCaptionTop + kHintSlider)) { // no room for sliders
        ImGui::End();
        return;
    }
    ui.state.acting.update(ui.state.document.panes, *ui.snapshot.model);
    const std::vector<MomentSlider> sliders =
        moment_sliders(ui.state.document, ui.state.acting, ui.state.panels.settings_tab);
    const float left = ui.px(12);
    const float inner = rect.width() - 2 * left;
    const auto count = static_cast<float>(sliders.size());
    // The answer has two fifths of the bar; in a narrow one the sliders alone show.
    const float share = std::max(ui.px(kLeastAnswer), 0.36f * inner);
    const bool has_answer = inner - share >= count * ui.px(kLeastSlider + kHintGap);
    const float room = has_answer ? inner - share : inner;
    const float each = std::min(ui.px(kWidestSlider), room / std::max(1.0f, count) - ui.px(kHintGap));
    float x = left;
    constexpr const char* kNames[] = {"iterations", "material"};
    for (const MomentSlider& slider : sliders) {
        const bool iterations = slider.row == parameter_row("iterations");
        moment_slider(ui, slider, x, each, kNames[iterations ? 0 : 1]);
        x += each + ui.px(kHintGap);
    }
    if (has_answer) {
        answer(ui, x + ui.px(4), rect.width() - left);
    }
    ImGui::End();
}

} // namespace xpbd::window
