#include "window/stage/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace xpbd::window {
namespace {

// Sizes at scale 1 [px].
constexpr float kBar = 36;        ///< menu, transport and timeline
constexpr float kFinger = 40;     ///< least height of what a finger presses, on a phone
constexpr float kPhone = 560;     ///< width below which a window that is higher than wide gets the layout of a phone
constexpr float kPhoneHint = 118; ///< height of the bar's sliders on a phone, each as high as a finger needs
constexpr float kPhonePlots = 0.35f;
constexpr float kSheet = 0.5f;    ///< share of the stage that a panel covers on a phone, from below
constexpr float kMenuWidth = 436; ///< width of the menu's seven titles
constexpr float kOneBar = 1024;   ///< width from which menu and transport share one row
constexpr float kRail = 40;
constexpr float kBand = 84;        ///< height of the bar below the stage: hint, sliders, a strip of plots
constexpr float kHintLine = 40;    ///< height of the bar in one line, without a strip of plots beside it
constexpr float kLeastBand = 720;  ///< width from which hint and strip are side by side
constexpr float kHintShare = 0.6f; ///< share of the bar for the hint, at most kWidestHint
constexpr float kWidestHint = 1040;
constexpr float kLessonHeight = 232;
constexpr float kHeader = 44;
constexpr float kLowHeader = 38;
constexpr std::array<float, 3> kReadout = {46, 51, 57}; ///< height, by the size of the values
constexpr float kSecondReadout = 32;
constexpr float kLowReadout = 42;
constexpr std::array<float, 2> kWideForValues = {500, 720}; ///< widths of a pane from which larger values fit
constexpr float kTallPane = 400;                            ///< height from which a second row of figures fits
constexpr float kColumn = 300;                              ///< least width of each of three columns for three panes
constexpr float kGridColumn = 190;                          ///< least width of each of three columns for 5 or 6 panes
constexpr float kLowPane = 260;                             ///< height below which header and readout are lower, too
constexpr float kSplitter = 1;
constexpr float kCornerInset = 8;              ///< from the edge of the picture to the buttons in its corner
constexpr float kCornerBelow = 2;              ///< from the header to the buttons below it
constexpr float kCornerGap = 2;                ///< between two buttons
constexpr float kLeastForCorner = 240;         ///< width of a picture; of narrower ones only the first has the buttons
constexpr float kLegend = 28;                  ///< height of the colour bar
constexpr glm::vec2 kLeastForLegend(160, 120); ///< least size of a picture with a colour bar
constexpr float kMinCentre = 480;
constexpr float kLeastStage = 0.45f; ///< least share of the window for the stage; else an open panel covers it

} // namespace

picture::Room PaneRects::room() const {
    const glm::vec2 size = glm::max(view.max - view.min, glm::vec2(1));
    const glm::vec2 low = 2.0f * (free.min - view.min) / size - 1.0f;
    const glm::vec2 high = 2.0f * (free.max - view.min) / size - 1.0f;
    picture::Room room(size.x / size.y);
    room.low = {low.x, -high.y};
    room.high = {high.x, -low.y};
    return room;
}

void place_in_picture(PaneRects& pane, const AppState& state) {
    const auto px = [&](float size) { return std::round(size * state.scale()); };
    const auto holds = [](const ScreenRect& r, glm::vec2 least) {
        return r.width() >= least.x && r.height() >= least.y;
    };
    const ScreenRect clear = pane.clear();
    pane.free = clear;
    // Colours and ruler; the ghost only if there is another pane.
    const float buttons = state.document.panes.size() > 1 ? 3 : 2;
    const glm::vec2 corner{px(kCornerButton), px(kCornerButton * buttons + kCornerGap * (buttons - 1))};
    const bool first = pane.pane == visible_panes(state).front();
    if (!state.presentation.on && holds(clear, corner + 2 * px(kCornerInset)) &&
        (first || clear.width() >= px(kLeastForCorner))) {
        const glm::vec2 at{clear.max.x - px(kCornerInset) - corner.x, clear.min.y + px(kCornerBelow)};
        pane.corner = {at, at + corner};
        pane.free.max.x = pane.corner.min.x - px(kCornerInset);
    }
    if (holds(clear, state.scale() * kLeastForLegend)) {
        pane.legend = {{clear.min.x, clear.max.y - px(kLegend)}, clear.max};
        pane.free.max.y = pane.legend.min.y;
    }
    pane.free.max = glm::max(pane.free.max, pane.free.min + 1.0f);
}

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

/// Number of columns for `count` panes in a room of this width.
int columns_of(int count, float width, float px) {
    if (count < 3) {
        return count;
    }
    const float least = count == 3 ? kColumn : kGridColumn;
    return count != 4 && width >= 3 * least * px ? 3 : 2;
}

/// The rest of the window while regions are cut off it, and the scale of the interface.
struct Room {
    ScreenRect rect;
    float scale = 1;

    float px(float size) const { return std::round(size * scale); }
    ScreenRect cut_bottom(float height) {
        const ScreenRect part{{rect.min.x, rect.max.y - height}, rect.max};
        rect.max.y -= height + px(kSplitter);
        return part;
    }
};

/// Menu and transport.
void cut_bars(Layout& layout, Room& room) {
    const glm::vec2 size = room.rect.max;
    const float bar = std::min(room.px(layout.phone ? kFinger : kBar), size.y);
    if (size.x >= room.px(kOneBar)) {
        layout.menu = {{0, 0}, {room.px(kMenuWidth), bar}};
        layout.transport = {{room.px(kMenuWidth), 0}, {size.x, bar}};
    } else {
        const float end = std::min(2 * bar, size.y);
        layout.menu = {{0, 0}, {size.x, bar}};
        layout.transport = {{0, bar}, {size.x, end}};
    }
    room.rect.min.y = layout.transport.max.y + std::min(room.px(kSplitter), size.y - layout.transport.max.y);
}

/// On a phone: the icons in a row at the bottom, above them the bar's sliders. Panels cover the stage from below.
void cut_phone(Layout& layout, Room& room, const AppState& state) {
    layout.rails_lie = true;
    ScreenRect row = room.cut_bottom(std::min(room.px(kFinger + 4), 0.2f * room.rect.height()));
    layout.right_rail = layout.left_rail = row;
    // Five icons on the left; on the right up to three panes, one to add a pane, and the plots. On a narrow phone the
    // help and the new pane are left out: they are in the menu and beside the panes' parameters.
    float left = 5, right = static_cast<float>(std::min<std::size_t>(state.document.panes.size(), 3) + 2);
    layout.few_icons = row.width() < room.px((left + right) * (kFinger + 1) + 4);
    if (layout.few_icons) {
        --left;
        --right;
    }
    layout.left_rail.max.x = layout.right_rail.min.x = std::round(row.max.x - row.width() * right / (right + left));
    if (!state.lessons.open() && state.preferences.hint && room.rect.height() > room.px(260)) {
        layout.hint = room.cut_bottom(room.px(kPhoneHint));
    }
    if (!state.lessons.open() && state.preferences.drawer && state.preferences.plots_pinned) {
        layout.drawer = room.cut_bottom(std::round(kPhonePlots * room.rect.height()));
        layout.plots = Drawer::pinned;
    }
}

/// Which panels take their room from the stage.
struct Aside {
    bool left = false;
    bool right = false;
    bool plots = false; ///< the plots have grown and are not pinned
};

/// Cuts off the rails, and the panels that move the stage aside.
void cut_sides(Layout& layout, Room& room, const AppState& state, const Aside& aside) {
    const PanelState& panels = state.panels;
    ScreenRect& rest = room.rect;
    const float whole = rest.width();
    const float rail = std::min(room.px(kRail), 0.2f * whole);
    const float gap = room.px(kSplitter);
    layout.left_rail = {rest.min, {rest.min.x + rail, rest.max.y}};
    layout.right_rail = {{rest.max.x - rail, rest.min.y}, rest.max};
    rest.min.x += rail + gap;
    rest.max.x -= rail + gap;
    layout.narrow = state.preferences.scene_pinned && state.preferences.methods_pinned &&
                    whole < room.px(panels.left_width + panels.right_width + kMinCentre + 2 * kRail);
    if (aside.right) {
        const float width = std::min(room.px(panels.right_width), std::round(whole * 0.45f));
        layout.right = {{rest.max.x - width, rest.min.y}, rest.max};
        rest.max.x -= width + gap;
    }
    if (aside.left && !layout.narrow) {
        const float width = std::min(room.px(panels.left_width), std::round(whole * 0.45f));
        layout.left = {rest.min, {rest.min.x + width, rest.max.y}};
        rest.min.x += width + gap;
    }
}

/// Cuts off the hint with its sliders, and the plots, below the stage.
void cut_bottom(Layout& layout, Room& room, const AppState& state, const Aside& aside) {
    const float height = room.rect.height();
    const bool hint = state.preferences.hint && height > room.px(260);
    const bool plots = state.preferences.drawer && height > room.px(340);
    if (plots && (state.preferences.plots_pinned || aside.plots)) {
        layout.hint = hint ? room.cut_bottom(room.px(kHintLine)) : ScreenRect{};
        layout.drawer = room.cut_bottom(std::min(room.px(state.panels.drawer_height), height * 0.5f));
        layout.plots = Drawer::pinned;
        return;
    }
    const float width = room.rect.width();
    if (plots && (!hint || width >= room.px(kLeastBand))) {
        const ScreenRect band = room.cut_bottom(room.px(kBand));
        const float share = hint ? std::min(std::round(kHintShare * width), room.px(kWidestHint)) : 0;
        layout.hint = {band.min, {band.min.x + share, band.max.y}};
        layout.drawer = {{band.min.x + share + (hint ? room.px(kSplitter) : 0.0f), band.min.y}, band.max};
    } else {
        layout.hint = hint ? room.cut_bottom(room.px(kHintLine)) : ScreenRect{};
        layout.drawer = plots ? room.cut_bottom(room.px(kBand)) : ScreenRect{};
    }
    if (plots) {
        layout.plots = state.panels.plots_grown ? Drawer::grown : Drawer::strip;
    }
}

bool opens_right(const AppState& state) {
    return state.panels.methods_open || state.panels.look;
}

/// Places the open panels for which there is no room beside the stage: over it.
void place_over(Layout& layout, const Room& room, const AppState& state, const Aside& aside) {
    const ScreenRect& stage = room.rect;
    if (layout.phone) {
        const ScreenRect sheet{{stage.min.x, std::round(stage.max.y - kSheet * stage.height())}, stage.max};
        if (opens_right(state) || state.preferences.methods_pinned) {
            layout.right = sheet;
            layout.right_over = true;
        } else if (state.panels.scene_open || state.preferences.scene_pinned) {
            layout.left = sheet;
            layout.left_over = true;
        }
        return;
    }
    const float most = std::round(0.9f * stage.width());
    if (state.panels.scene_open && !aside.left) {
        const float width = std::min(room.px(state.panels.left_width), most);
        layout.left = {stage.min, {stage.min.x + width, stage.max.y}};
        layout.left_over = true;
    }
    if (opens_right(state) && !aside.right) {
        const float width = std::min(room.px(state.panels.right_width), most);
        layout.right = {{stage.max.x - width, stage.min.y}, stage.max};
        layout.right_over = true;
    }
}

void place_panes(Layout& layout, const Room& room, const AppState& state) {
    const auto px = [&](float size) { return room.px(size); };
    const ScreenRect& stage = room.rect;
    const std::vector<int> shown = visible_panes(state);
    const int count = static_cast<int>(shown.size());
    const int columns = layout.phone && count < 4 ? 1 : columns_of(count, stage.width(), room.scale);
    const int rows = (count + columns - 1) / columns;
    const float gap = px(1);
    const float width = (stage.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height = (stage.height() - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    const bool tall = height >= px(kTallPane);
    layout.low = height < px(kLowPane);
    layout.readout_rows = state.preferences.advanced && tall ? 2 : 1;
    layout.value_size = !tall || width < px(kWideForValues[0]) ? 0 : width < px(kWideForValues[1]) ? 1 : 2;
    const float first = px(layout.low ? kLowReadout : kReadout[static_cast<std::size_t>(layout.value_size)]);
    const float second = layout.readout_rows == 2 ? px(kSecondReadout) : 0.0f;
    const float readout = std::min(first + second, height * 0.4f);
    const float header = std::min(px(layout.low ? kLowHeader : kHeader), height * 0.4f);
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int row = i / columns;
        const float x = std::round(stage.min.x + static_cast<float>(column) * (width + gap));
        const float y = std::round(stage.min.y + static_cast<float>(row) * (height + gap));
        // The last pane of an odd number takes the rest of its row.
        const float end_x = i + 1 == count ? std::round(stage.max.x) : std::round(x + width);
        const float end_y = std::max(y, std::round(y + height));
        PaneRects pane;
        pane.pane = shown[static_cast<std::size_t>(i)];
        pane.view = {{x, y}, {end_x, end_y}};
        pane.header = {{x, y}, {end_x, y + header}};
        pane.readout = {{x, end_y - readout}, {end_x, end_y}};
        place_in_picture(pane, state);
        layout.panes.push_back(pane);
    }
}

/// The grown plots lie over the pictures of the lowest panes. Readout and colour bar of these panes move up, so that
/// nothing covers them. The free part of the picture does not change, so that the camera does not move.
void grow_plots(Layout& layout, const Room& room, const AppState& state) {
    ScreenRect& drawer = layout.drawer;
    const float grown = std::max(room.px(state.panels.drawer_height), drawer.height());
    ScreenRect reach{{drawer.min.x, drawer.max.y - grown}, drawer.max};
    const auto beneath = [&](const PaneRects& pane) {
        return pane.view.max.y >= room.rect.max.y && pane.view.max.x > reach.min.x && pane.view.min.x < reach.max.x;
    };
    for (const PaneRects& pane : layout.panes) {
        if (beneath(pane)) { // header, corner and colour bar need room, too
            const float above = std::max(pane.header.max.y, pane.corner.max.y) + pane.legend.height();
            reach.min.y = std::max(reach.min.y, above + pane.readout.height());
        }
    }
    drawer.min.y = std::min(drawer.min.y, std::round(reach.min.y));
    for (PaneRects& pane : layout.panes) {
        const glm::vec2 up(0, std::max(0.0f, pane.readout.max.y - drawer.min.y));
        if (beneath(pane) && up.y > 0) {
            pane.readout = {pane.readout.min - up, pane.readout.max - up};
            if (pane.legend.height() > 0) {
                pane.legend = {pane.legend.min - up, pane.legend.max - up};
            }
        }
    }
}

/// The regions of a window, and the share of it that the stage has.
std::pair<Layout, float> laid_out(const AppState& state, glm::vec2 display, const Aside& aside) {
    Layout layout;
    Room room{{{0, 0}, display}, state.scale()};
    layout.phone = display.x < room.px(kPhone) && display.y > display.x;
    cut_bars(layout, room);
    if (state.panels.shown) {
        layout.phone ? cut_phone(layout, room, state) : cut_sides(layout, room, state, aside);
    }
    if (state.lessons.open()) { // also while all panels are hidden
        const float height = std::min(room.px(kLessonHeight), room.rect.height() * 0.5f);
        layout.lesson = room.cut_bottom(height);
        if (layout.narrow) { // also below the right column: a question and a chart need the width
            layout.lesson.max.x = layout.right.max.x;
            layout.right.max.y = room.rect.max.y;
        }
    } else if (state.panels.shown && !layout.phone) {
        cut_bottom(layout, room, state, aside);
    }
    if (state.panels.shown) {
        place_over(layout, room, state, aside);
    }
    place_panes(layout, room, state);
    if (layout.plots == Drawer::grown) {
        grow_plots(layout, room, state);
    }
    const float whole = std::max(1.0f, display.x * display.y);
    return {std::move(layout), room.rect.width() * room.rect.height() / whole};
}

} // namespace

Layout compute_layout(const AppState& state, glm::vec2 display) {
    const bool left = state.preferences.scene_pinned, right = state.preferences.methods_pinned;
    const bool opens_left = state.panels.scene_open && !left, opens_sheet = opens_right(state) && !right;
    const bool opens_plots = state.panels.plots_beside && !state.preferences.plots_pinned;
    for (const Aside& more :
         {Aside{opens_left, opens_sheet}, {false, opens_sheet}, {opens_left, false}, {false, false}}) {
        for (const bool plots : {opens_plots, false}) {
            auto [layout, share] = laid_out(state, display, {left || more.left, right || more.right, plots});
            if (share >= kLeastStage) {
                return std::move(layout);
            }
        }
    }
    return laid_out(state, display, {left, right}).first;
}

ScreenRect lowest_readouts(const Layout& layout) {
    ScreenRect all;
    for (const PaneRects& pane : layout.panes) {
        const ScreenRect& readout = pane.readout;
        if (all.width() <= 0 || pane.view.min.y > all.max.y) {
            all = readout; // this pane is in a lower row
        }
        all.min = glm::min(all.min, readout.min);
        all.max = glm::max(all.max, readout.max);
    }
    return all;
}

} // namespace xpbd::window
