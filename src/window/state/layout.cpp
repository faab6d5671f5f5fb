#include "window/state/layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kMenuHeight = 28;
constexpr float kTransportHeight = 48;
constexpr float kHintHeight = 80;
constexpr float kHintLine = 32; ///< without its sliders, where there is little room
constexpr float kLessonHeight = 232;
constexpr float kHeaderHeight = 40;
constexpr std::array<float, 3> kReadoutRow = {56, 64, 72}; ///< by the size of the values
constexpr float kNarrowReadoutRow = 56;
constexpr float kSecondReadoutRow = 52;
constexpr std::array<float, 2> kWideForValues = {500, 720}; ///< pane from which on larger values fit
constexpr float kTallPane = 400;                            ///< from which on a second row of figures fits
constexpr float kColumn = 300;                              ///< least width of a third column of three panes
constexpr float kGridColumn = 190;                          ///< of five or six, which need fewer rows then
constexpr float kLowPane = 260;                             ///< below which the picture has the room of most figures
constexpr float kLowReadout = 42;                           ///< two lines of them
constexpr float kLowHeader = 34;
constexpr float kSplitter = 1;
constexpr float kMinCentre = 480;
constexpr float kWideReadout = 316;

} // namespace

std::vector<int> visible_panes(const AppState& state) {
    if (state.stage.picture.mode != picture::ViewMode::side_by_side) {
        return {state.stage.picture.active_pane};
    }
    std::vector<int> panes;
    for (std::size_t i = 0; i < state.document.panes.size(); ++i) {
        panes.push_back(static_cast<int>(i));
    }
    return panes;
}

namespace {

/// Columns of so many panes in a room of this width.
int columns_of(int count, float width, float px) {
    if (count < 3) {
        return count;
    }
    const float least = count == 3 ? kColumn : kGridColumn;
    return count != 4 && width >= 3 * least * px ? 3 : 2;
}

} // namespace

Layout compute_layout(const AppState& state, glm::vec2 display) {
    const float scale = state.scale();
    const auto px = [&](float size) { return std::round(size * scale); };
    Layout layout;
    float top = std::min(px(kMenuHeight), display.y);
    layout.menu = {{0, 0}, {display.x, top}};
    const float transport = std::min(px(kTransportHeight), std::max(0.0f, display.y - top));
    layout.transport = {{0, top}, {display.x, top + transport}};
    top += transport;
    float left = 0;
    float right = display.x;
    float bottom = display.y;
    if (state.panels.shown) {
        layout.narrow = display.x < px(state.panels.left_width + state.panels.right_width + kMinCentre);
        const float right_width = std::min(px(state.panels.right_width), std::round(display.x * 0.48f));
        layout.right = {{display.x - right_width, top}, {display.x, bottom}};
        right -= right_width + px(kSplitter);
        if (!layout.narrow) {
            layout.left = {{0, top}, {px(state.panels.left_width), bottom}};
            left = px(state.panels.left_width) + px(kSplitter);
        }
        if (!state.lessons.open() && state.preferences.drawer && bottom - top > px(380)) {
            const float height = std::min(px(state.panels.drawer_height), (bottom - top) * 0.5f);
            layout.drawer = {{left, bottom - height}, {right, bottom}};
            bottom -= height + px(kSplitter);
        }
        if (!state.lessons.open() && state.preferences.hint && bottom - top > px(300)) {
            const float height = px(bottom - top > px(400) ? kHintHeight : kHintLine);
            layout.hint = {{left, top}, {right, top + height}};
            top += height;
        }
    }
    if (state.lessons.open()) { // with panels and without
        const float height = std::min(px(kLessonHeight), (bottom - top) * 0.5f);
        layout.lesson = {{left, bottom - height}, {right, bottom}};
        if (layout.narrow) { // below both columns: a question and a chart need the width
            layout.lesson.max.x = display.x;
            layout.right.max.y = bottom - height - px(kSplitter);
        }
        bottom -= height + px(kSplitter);
    }
    const std::vector<int> shown = visible_panes(state);
    const int count = static_cast<int>(shown.size());
    const int columns = columns_of(count, right - left, scale);
    const int rows = (count + columns - 1) / columns;
    const float gap = px(1);
    const float width = (right - left - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height = (bottom - top - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    layout.readout_columns = width >= px(kWideReadout) ? 4 : 2;
    layout.readout_rows = state.preferences.advanced && height >= px(kTallPane) ? 2 : 1;
    const float second = layout.readout_rows == 2 ? px(kSecondReadoutRow) : 0.0f;
    const bool tall = height >= px(kTallPane);
    layout.value_size = !tall || width < px(kWideForValues[0]) ? 0 : width < px(kWideForValues[1]) ? 1 : 2;
    const float first = px(kReadoutRow[static_cast<std::size_t>(layout.value_size)]);
    const bool low = height < px(kLowPane);
    layout.low = low;
    const float all = layout.readout_columns == 4 ? first + second : px(2 * kNarrowReadoutRow) + 2 * second;
    const float readout = std::min(low ? px(kLowReadout) : all, height * 0.5f);
    layout.readout_columns = low ? 2 : layout.readout_columns;
    for (int i = 0; i < count; ++i) {
        const float x = std::round(left + static_cast<float>(i % columns) * (width + gap));
        const float y = std::round(top + static_cast<float>(i / columns) * (height + gap));
        // The last pane of an odd number takes the rest of its row.
        const float end_x = i + 1 == count ? std::round(right) : std::round(x + width);
        const float end_y = std::round(y + height);
        const float header = std::min(px(low ? kLowHeader : kHeaderHeight), height * 0.5f);
        PaneRects pane;
        pane.pane = shown[static_cast<std::size_t>(i)];
        pane.header = {{x, y}, {end_x, y + header}};
        pane.view = {{x, y + header}, {end_x, std::max(y + header, end_y - readout)}};
        pane.readout = {{x, pane.view.max.y}, {end_x, end_y}};
        layout.panes.push_back(pane);
    }
    return layout;
}

} // namespace xpbd::window
