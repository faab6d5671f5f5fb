// The bar below the stage: the hint, and the sliders of the scene.
#include "window/panels/bar_widget.h"
#include "window/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kCrossSide = 22;      ///< of the cross
constexpr float kHintSlider = 28;     ///< height of a slider
constexpr float kTallSlider = 40;     ///< on a phone, where there is room for it
constexpr float kCaptionTop = 30;     ///< where the captions begin, above their sliders
constexpr float kTallCaptionTop = 48; ///< below a hint of two lines, on a phone
constexpr float kHintGap = 16;
constexpr float kCaptionGap = 8; ///< between a caption and the slider beside it
constexpr float kLeastSlider = 110;
constexpr float kLeastOfFour = 130; ///< width of a slider from which on there is room for Timestep
constexpr float kWidestSlider = 340;

void draw_cross(Ui& ui, float right, float y) {
    ImGui::SetCursorPos({right - ui.px(kCrossSide), y});
    if (icon_button(ui, "close_hint", Icon::close, "Hide this bar (View > Interface > Hint bar brings it back)", false,
                    kCrossSide)) {
        ui.state.preferences.hint = false;
    }
}

/// The hint, from the cursor on, in one line or wrapped.
void draw_words(Ui& ui, const std::string& text, float width, bool wrapped = false) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    if (wrapped) {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
    } else {
        fitted_text(ui, text, width, ui.colours.text);
    }
    const bool whole = wrapped || ImGui::CalcTextSize(text.c_str()).x <= width;
    mark_rect(ui, whole ? "hint.text" : "hint.cut", low, ImGui::GetItemRectMax());
}

void draw_widget(Ui& ui, const BarItem& item, glm::vec2 at, float width, float height) {
    bar_widget(ui, item, "hint", {at, at + glm::vec2(width, height)}, ui.fonts.bold);
}

/// The hint above, the sliders below it, each under its caption.
void draw_band(Ui& ui, const ScreenRect& rect) {
    const float left = ui.px(12);
    const float right = rect.width() - ui.px(12);
    const float gap = ui.px(kHintGap);
    const std::vector<BarItem> items = fitting_items(ui, right - left, gap, ui.px(kLeastOfFour));
    ImGui::SetCursorPos({left, ui.px(6)});
    const bool tall = rect.height() >= ui.px(kTallCaptionTop + 20 + kTallSlider + 7);
    draw_words(ui, bar_hint(ui.state.document, items), right - left - ui.px(kCrossSide + 6), tall);
    draw_cross(ui, right + ui.px(4), ui.px(4));
    const auto count = static_cast<float>(items.size());
    const float each = std::min(ui.px(kWidestSlider), (right - left - gap * (count - 1)) / count);
    const float height = ui.px(tall ? kTallSlider : kHintSlider);
    float x = left;
    for (const BarItem& item : items) {
        bar_caption(ui, item, {x, ui.px(tall ? kTallCaptionTop : kCaptionTop)}, each, ui.fonts.small);
        draw_widget(ui, item, {x, rect.height() - height - ui.px(7)}, each, height);
        x += each + gap;
    }
}

/// How the hint and the items share one line.
struct Line {
    std::vector<BarItem> items;
    bool captioned = false;
    float words = 0; ///< width of the hint, with the gap behind it; 0 = it has no room [px]
    float each = 0;  ///< width of a slider [px]
};

Line share_line(Ui& ui, std::vector<BarItem> items, float width) {
    Line line{std::move(items)};
    const auto count = static_cast<float>(line.items.size());
    float captions = 0;
    for (const BarItem& item : line.items) {
        captions += bar_caption_width(ui, item, ui.fonts.small) + ui.px(kCaptionGap);
    }
    const float room = width - ui.px(kHintGap) * (count - 1);
    line.captioned = room - captions >= count * ui.px(kLeastSlider);
    const float rest = room - (line.captioned ? captions : 0.0f);
    const std::string hint = bar_hint(ui.state.document, line.items);
    const float wanted = std::ceil(ImGui::CalcTextSize(hint.c_str()).x) + ui.px(kHintGap);
    line.words = line.captioned && rest - wanted >= count * ui.px(kLeastSlider) ? wanted : 0.0f;
    line.each = std::min(ui.px(kWidestSlider), (rest - line.words) / count);
    return line;
}

/// Everything in one line, each slider beside its caption. Without room Timestep is left out first, then the hint.
void draw_line(Ui& ui, const ScreenRect& rect) {
    const float left = ui.px(12);
    const float right = rect.width() - ui.px(kCrossSide + 10);
    const std::vector<BarItem> items = fitting_items(ui, right - left, ui.px(kHintGap), ui.px(kLeastOfFour));
    Line line = share_line(ui, items, right - left);
    if (items.size() > 1 && items.back().is_timestep() && (!line.captioned || line.words == 0)) {
        Line without = share_line(ui, {items.begin(), items.end() - 1}, right - left);
        if (without.words > 0 || !line.captioned) {
            line = std::move(without);
        }
    }
    float x = left;
    if (line.words > 0) {
        ImGui::SetCursorPos({x, std::round(0.5f * (rect.height() - ImGui::GetTextLineHeight()))});
        draw_words(ui, bar_hint(ui.state.document, line.items), line.words);
        x += line.words;
    }
    for (const BarItem& item : line.items) {
        if (line.captioned) {
            const float width = bar_caption_width(ui, item, ui.fonts.small);
            const float y = std::round(0.5f * (rect.height() - line_height(ui.fonts.small)));
            bar_caption(ui, item, {x, y}, width, ui.fonts.small);
            x += width + ui.px(kCaptionGap);
        }
        draw_widget(ui, item, {x, std::round(0.5f * (rect.height() - ui.px(kHintSlider)))}, line.each,
                    ui.px(kHintSlider));
        x += line.each + ui.px(kHintGap);
    }
    draw_cross(ui, rect.width() - ui.px(6), std::round(0.5f * (rect.height() - ui.px(kCrossSide))));
}

} // namespace

void draw_hint(Ui& ui, const ScreenRect& rect) {
    begin_region("hint", rect, ui.colours.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    if (rect.height() < ui.px(kCaptionTop + kHintSlider)) {
        draw_line(ui, rect);
    } else {
        draw_band(ui, rect);
    }
    ImGui::End();
}

} // namespace xpbd::window
