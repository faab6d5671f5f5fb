#include "window/stage/presentation_layout.h"

#include <algorithm>
#include <cmath>

namespace xpbd::window {
namespace {

constexpr float kMargin = 0.035f; ///< share of the display's shorter side
constexpr float kName = 40;       ///< height of a pane's header [px at scale 1, as all sizes below]
constexpr float kAnswer = 60;
constexpr float kSliders = 74;
constexpr float kGap = 12;
constexpr float kLesson = 92;

} // namespace

PresentationLayout presentation_layout(const AppState& state, glm::vec2 display) {
    const auto px = [&](float size) { return std::round(size * state.scale()); };
    const float margin = std::round(kMargin * std::min(display.x, display.y));
    const float left = margin, right = std::max(left, display.x - margin);
    float top = margin;
    const float bottom = std::max(top, display.y - margin);
    PresentationLayout result;
    if (state.lessons.open()) {
        result.lesson = {{left, top}, {right, top + std::min(px(kLesson), 0.25f * (bottom - top))}};
        top = result.lesson.max.y + px(kGap);
    }
    const float sliders = std::min(px(kSliders), 0.4f * (bottom - top));
    result.sliders = {{left, bottom - sliders}, {right, bottom}};
    const float end = std::max(top, result.sliders.min.y - px(kGap));
    const std::vector<int> shown = visible_panes(state);
    const int count = static_cast<int>(shown.size());
    const int columns = count < 4 ? count : (count + 1) / 2;
    const int rows = (count + columns - 1) / columns;
    const float gap = px(kGap);
    const float width =
        std::max(0.0f, (right - left - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
    const float height = std::max(0.0f, (end - top - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
    const float header = std::min(px(kName), 0.25f * height);
    const float answer = std::min(px(kAnswer), 0.35f * height);
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int row = i / columns;
        const float x = std::round(left + static_cast<float>(column) * (width + gap));
        const float y = std::round(top + static_cast<float>(row) * (height + gap));
        const float end_x = std::round(x + width);
        const float end_y = std::round(y + height);
        PaneRects pane;
        pane.pane = shown[static_cast<std::size_t>(i)];
        pane.header = {{x, y}, {end_x, y + header}};
        pane.view = {{x, y + header}, {end_x, std::max(y + header, end_y - answer)}};
        pane.readout = {{x, pane.view.max.y}, {end_x, end_y}};
        place_in_picture(pane, state);
        result.panes.panes.push_back(pane);
    }
    return result;
}

} // namespace xpbd::window
