#include "window/widgets/plot.h"

#include "core/model/parameters.h"
#include "lab/study/output.h"
#include "picture/chart.h"
#include "window/widgets/copying.h"
#include "window/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr float kLetters = 0.8f; ///< height of letters, as a share of a line's height
constexpr float kBeneath = 6;    ///< width of a line with PlotLine::beneath [px at scale 1]

/// An axis between data and pixels.
struct Scale {
    bool logarithmic = false;
    double low = 0; ///< in axis coordinates
    double high = 1;
    float from = 0; ///< [px]
    float to = 1;

    double coordinate(double value) const { return logarithmic ? (value > 0 ? std::log10(value) : kNone) : value; }
    double data(double coordinate) const { return logarithmic ? std::pow(10.0, coordinate) : coordinate; }
    float pixel_of(double coordinate) const {
        return from + static_cast<float>((coordinate - low) / (high - low)) * (to - from);
    }
    double coordinate_at(float pixel) const {
        return low + (high - low) * static_cast<double>((pixel - from) / (to - from));
    }
};

/// Dash patterns: lengths on and off by turns [px at scale 1].
constexpr std::array<std::array<float, 4>, 6> kDashes = {
    {{0, 0, 0, 0}, {7, 4, 7, 4}, {2, 3, 2, 3}, {7, 3, 2, 3}, {12, 4, 12, 4}, {12, 3, 3, 3}}};

void draw_dashed(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 colour, int dash, bool beneath,
                 float scale) {
    const float thickness = (beneath ? kBeneath : 2) * scale;
    const auto& pattern = kDashes[static_cast<std::size_t>(dash) % kDashes.size()];
    if (pattern[0] == 0) {
        list->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, thickness);
        return;
    }
    std::size_t part = 0;
    float left = pattern[0] * scale; // rest of the present dash or gap [px]
    for (std::size_t i = 1; i < points.size(); ++i) {
        ImVec2 a = points[i - 1];
        const ImVec2 b = points[i];
        float length = std::hypot(b.x - a.x, b.y - a.y);
        while (length > 0) {
            const float step = std::min(length, left);
            const ImVec2 end{a.x + (b.x - a.x) * step / length, a.y + (b.y - a.y) * step / length};
            if (part % 2 == 0) {
                list->AddLine(a, end, colour, thickness);
            }
            a = end;
            length -= step;
            left -= step;
            if (left <= 0) {
                part = (part + 1) % pattern.size();
                left = pattern[part] * scale;
            }
        }
    }
}

/// Smallest and largest coordinate; empty() before the first finite one.
struct Range {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();

    void add(double value) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    bool empty() const { return high < low; }
    void widen(double least) {
        if (high - low < least) {
            const double middle = 0.5 * (low + high);
            low = middle - 0.5 * least;
            high = middle + 0.5 * least;
        }
    }
};

/// Values at which ticks are drawn: numbers with few digits.
std::vector<double> ticks(const Scale& scale, float room, float each) {
    const int wanted = std::max(2, static_cast<int>(room / each));
    return picture::ticks_of(scale.data(scale.low), scale.data(scale.high), scale.logarithmic, wanted);
}

std::string value_text(double value) {
    return std::isfinite(value) ? lab::short_number(value) : "none";
}

/// The point of a line nearest to x; null for an empty line.
const glm::dvec2* nearest_point(const PlotLine& line, double x) {
    if (line.points.empty()) {
        return nullptr;
    }
    auto after = std::lower_bound(line.points.begin(), line.points.end(), x,
                                  [](const glm::dvec2& p, double wanted) { return p.x < wanted; });
    if (after == line.points.end() || (after != line.points.begin() && x - (after - 1)->x < after->x - x)) {
        --after;
    }
    return &*after;
}

struct PlotArea {
    ImVec2 low, high; ///< corners of the area within the axes
    Scale x, y;
    bool noise = false; ///< the values are zero, except for round-off
};

void draw_axes(Ui& ui, const PlotArea& area, const PlotText& text, bool with_x) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    const ImU32 grid = with_alpha(ui.colours.line, 0.55f);
    std::string before;
    float free = std::numeric_limits<float>::max(); // lower end of the free room: top of the label drawn last
    for (const double value : ticks(area.y, area.high.y - area.low.y, ui.px(18))) {
        const float y = area.y.pixel_of(area.y.coordinate(value));
        if (y < area.low.y - 0.5f || y > area.high.y + 0.5f || (area.noise && value != 0)) {
            continue;
        }
        list->AddLine({area.low.x, std::round(y)}, {area.high.x, std::round(y)}, grid);
        const std::string label = lab::short_number(value);
        ui.state.ui_map.note_text(label);
        if (label == std::exchange(before, label)) {
            continue; // the range is so small that two ticks have the same label
        }
        const float width = ImGui::CalcTextSize(label.c_str()).x;
        const float top = std::clamp(y - line * 0.5f, area.low.y - ui.px(3), area.high.y - line + ui.px(3));
        if (top + line * kLetters > free) {
            continue; // a low plot over several decades has more ticks than lines of text
        }
        free = top;
        list->AddText({std::round(area.low.x - ui.px(5) - width), std::round(top)}, ui.colours.text_dim, label.c_str());
    }
    if (!with_x) {
        return;
    }
    before.clear();
    float taken = area.low.x - ui.px(40); // right end of the label drawn last
    const float name = ImGui::CalcTextSize(text.x_name.c_str()).x;
    const float end = area.high.x - name - ui.px(10);
    for (const double value : ticks(area.x, area.high.x - area.low.x, ui.px(46))) {
        const float x = area.x.pixel_of(area.x.coordinate(value));
        if (x < area.low.x - 0.5f || x > area.high.x + 0.5f) {
            continue;
        }
        list->AddLine({std::round(x), area.low.y}, {std::round(x), area.high.y}, grid);
        const std::string label = lab::short_number(value);
        ui.state.ui_map.note_text(label);
        const float width = ImGui::CalcTextSize(label.c_str()).x;
        const float left = std::round(x - width * 0.5f);
        if (left > taken + ui.px(6) && left + width < end && label != before) {
            before = label;
            list->AddText({left, std::round(area.high.y + ui.px(2))}, ui.colours.text_dim, label.c_str());
            taken = left + width;
        }
    }
    list->AddText({std::round(area.high.x - name), std::round(area.high.y + ui.px(2))}, ui.colours.text_dim,
                  text.x_name.c_str());
}

/// Draws upright error bars with a short stroke at either end. A bar that its marker would hide is not drawn.
void draw_bars(const PlotArea& area, const PlotLine& line, float scale) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float half = 4 * scale;
    for (std::size_t i = 0; i < line.bars.size(); ++i) {
        const double x = area.x.coordinate(line.points[i].x);
        const double low = area.y.coordinate(line.bars[i].x);
        const double high = area.y.coordinate(line.bars[i].y);
        if (!std::isfinite(x) || !std::isfinite(low) || !std::isfinite(high)) {
            continue;
        }
        const float at = std::round(area.x.pixel_of(x));
        const float bottom = area.y.pixel_of(low), top = area.y.pixel_of(high);
        if (bottom - top > 2 * half) {
            list->AddLine({at, bottom}, {at, top}, line.colour, scale);
            list->AddLine({at - half, bottom}, {at + half, bottom}, line.colour, scale);
            list->AddLine({at - half, top}, {at + half, top}, line.colour, scale);
        }
    }
}

/// Draws the lines with this value of `beneath`.
void draw_lines(Ui& ui, const char* id, const PlotArea& area, std::span<const PlotLine> lines, bool beneath) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float scale = ui.state.scale();
    std::vector<ImVec2> points;
    for (const PlotLine& line : lines) {
        if (line.beneath != beneath) {
            continue;
        }
        draw_bars(area, line, scale);
        // At most two points per pixel: the cost does not grow with the recording.
        const auto room = static_cast<std::size_t>(std::max(64.0f, 2 * (area.high.x - area.low.x)));
        const std::size_t stride = std::max<std::size_t>(1, line.points.size() / room);
        points.clear();
        const auto finish = [&] {
            if (points.size() > 1) {
                draw_dashed(list, points, line.colour, line.dash, line.beneath, scale);
            } else if (points.size() == 1 && line.points.size() == 1) {
                list->AddCircleFilled(points.front(), 2 * scale, line.colour, 12);
            }
            points.clear();
        };
        for (std::size_t i = 0; i < line.points.size(); i += stride) {
            const double x = area.x.coordinate(line.points[i].x);
            const double y = area.y.coordinate(line.points[i].y);
            if (!std::isfinite(x) || !std::isfinite(y)) {
                finish();
                continue;
            }
            points.push_back({area.x.pixel_of(x), area.y.pixel_of(y)});
            if (line.markers) {
                list->AddCircleFilled(points.back(), 3 * scale, line.colour, 12);
                if (ui.state.ui_map.for_tests) {
                    const ImVec2 at = points.back();
                    mark_rect(ui, std::string(id) + "." + line.name.substr(0, 1) + "." + std::to_string(i),
                              {at.x - 3 * scale, at.y - 3 * scale}, {at.x + 3 * scale, at.y + 3 * scale});
                }
            }
        }
        finish();
    }
}

/// True if the mouse has not moved between press and release of this button.
bool stayed(int button) {
    const ImGuiIO& io = ImGui::GetIO();
    return io.MouseDragMaxDistanceSqr[button] < io.MouseDragThreshold * io.MouseDragThreshold;
}

void zoom_with_mouse(const PlotArea& area, PlotZoom& zoom, bool held_right) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0) {
        const double at = area.x.coordinate_at(io.MousePos.x);
        const double factor = std::pow(0.8, static_cast<double>(io.MouseWheel));
        const double low = zoom.zoomed ? zoom.low : area.x.low;
        const double high = zoom.zoomed ? zoom.high : area.x.high;
        zoom = {true, at + (low - at) * factor, at + (high - at) * factor};
    } else if (held_right && zoom.zoomed && io.MouseDelta.x != 0) {
        const double moved = (area.x.high - area.x.low) * static_cast<double>(io.MouseDelta.x) /
                             static_cast<double>(area.x.to - area.x.from);
        zoom.low -= moved;
        zoom.high -= moved;
    }
    if (ImGui::IsMouseDoubleClicked(0)) {
        zoom = {};
    }
}

/// Draws a vertical line at the mouse, and a tooltip with the values of all lines there.
void read_values(Ui& ui, const PlotArea& area, const PlotText& text, std::span<const PlotLine> lines, double x) {
    const float at = area.x.pixel_of(area.x.coordinate(x));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddLine({at, area.low.y}, {at, area.high.y}, with_alpha(ui.colours.text, 0.25f));
    ImGui::BeginTooltip();
    bool first = true;
    for (const PlotLine& line : lines) {
        const glm::dvec2* point = nearest_point(line, x);
        if (point == nullptr) {
            continue;
        }
        if (first) {
            ImGui::TextDisabled("%s  %s", text.x_name.c_str(), value_text(point->x).c_str());
            first = false;
        }
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float middle = corner.y + ImGui::GetTextLineHeight() * 0.5f;
        draw_line_sample(ui, {corner.x, middle}, {corner.x + ui.px(20), middle}, line.colour, line.dash, line.beneath);
        ImGui::Dummy({ui.px(22), ImGui::GetTextLineHeight()});
        ImGui::SameLine();
        ImGui::Text("%s  %s", line.name.c_str(), value_text(point->y).c_str());
        const double px = area.x.coordinate(point->x);
        const double py = area.y.coordinate(point->y);
        if (std::isfinite(px) && std::isfinite(py)) {
            list->AddCircleFilled({area.x.pixel_of(px), area.y.pixel_of(py)}, ui.px(3.5f), line.colour, 12);
        }
    }
    if (first) {
        ImGui::TextDisabled("no values yet");
    }
    const ImVec2 low = ImGui::GetWindowPos();
    mark_rect(ui, "plot.reading", low, {low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight()});
    ImGui::EndTooltip();
}

} // namespace

void draw_line_sample(Ui& ui, ImVec2 from, ImVec2 to, ImU32 colour, int dash, bool beneath) {
    draw_dashed(ImGui::GetWindowDrawList(), {from, to}, colour, dash, beneath, ui.state.scale());
}

PlotPick draw_plot(Ui& ui, const char* id, const ScreenRect& rect, const PlotText& text,
                   std::span<const PlotLine> lines, PlotZoom& zoom, std::optional<double> cursor) {
    PlotPick pick;
    ImDrawList* list = ImGui::GetWindowDrawList();
    push_font(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight();
    const bool with_x = rect.height() > ui.px(70);
    PlotArea area;
    area.low = {rect.min.x + ui.px(52), rect.min.y + ui.px(4)};
    area.high = {rect.max.x - ui.px(8), rect.max.y - (with_x ? line + ui.px(3) : ui.px(4))};
    if (area.high.x - area.low.x < ui.px(24) || area.high.y - area.low.y < ui.px(12)) {
        pop_font();
        return pick;
    }
    // Room for the first and the last marker inside of the area, so that they can be clicked.
    const bool markers = std::any_of(lines.begin(), lines.end(), [](const PlotLine& each) { return each.markers; });
    const float inset = markers ? ui.px(6) : 0;
    area.x = {text.x_logarithmic, 0, 1, area.low.x + inset, area.high.x - inset};
    area.y = {text.y_logarithmic, 0, 1, area.high.y - ui.px(3), area.low.y + ui.px(3)};
    Range x, y;
    for (const PlotLine& each : lines) {
        for (const glm::dvec2& p : each.points) {
            x.add(area.x.coordinate(p.x));
        }
    }
    list->AddRectFilled(area.low, area.high, ui.colours.raised, ui.px(4));
    if (!x.empty()) {
        x.high = x.low == x.high ? x.low + 1 : x.high; // one frame, or one iteration
        x.widen(1e-9);
        area.x.low = zoom.zoomed ? zoom.low : x.low;
        area.x.high = zoom.zoomed ? zoom.high : x.high;
        for (const PlotLine& each : lines) {
            for (std::size_t i = 0; i < each.points.size(); ++i) {
                const double at = area.x.coordinate(each.points[i].x);
                if (at >= area.x.low && at <= area.x.high) {
                    y.add(area.y.coordinate(each.points[i].y));
                    if (!each.bars.empty()) {
                        y.add(area.y.coordinate(each.bars[i].x));
                        y.add(area.y.coordinate(each.bars[i].y));
                    }
                }
            }
        }
    }
    area.noise = !text.y_logarithmic && !y.empty() && (y.low != 0 || y.high != 0) &&
                 std::max(std::abs(y.low), std::abs(y.high)) < text.noise;
    if (area.noise) {
        y = {-1, 1}; // an axis fitted to 1e-17 would show noise as if it were a result
    }
    if (!y.empty()) {
        if (!text.y_logarithmic && y.low > 0 && y.low < 0.5 * y.high) {
            y.low = 0; // the axis starts at zero where that needs little space
        }
        y.widen(text.y_logarithmic ? 0.2 : std::max(1e-12, 1e-6 * std::abs(y.high)));
        area.y.low = y.low;
        area.y.high = y.high;
        draw_axes(ui, area, text, with_x);
        list->PushClipRect(area.low, area.high, true);
        draw_lines(ui, id, area, lines, true);
        draw_lines(ui, id, area, lines, false);
        if (cursor && std::isfinite(area.x.coordinate(*cursor))) {
            const float at = area.x.pixel_of(area.x.coordinate(*cursor));
            list->AddLine({at, area.low.y}, {at, area.high.y}, with_alpha(ui.colours.text, 0.5f));
        }
        list->PopClipRect();
    }
    if (area.noise) {
        const std::string what = "zero, but for round-off below " + lab::short_number(text.noise);
        const ImVec2 at{area.low.x + ui.px(8), area.low.y + ui.px(4)};
        list->AddText(at, ui.colours.text_dim, what.c_str());
        mark_rect(ui, std::string(id) + ".round_off", at, {area.high.x, at.y + line});
    }
    pop_font();

    ImGui::SetCursorScreenPos(area.low);
    ImGui::InvisibleButton(id, {area.high.x - area.low.x, area.high.y - area.low.y},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    mark_item(ui, id);
    pick.hovered = ImGui::IsItemHovered();
    const bool active = ImGui::IsItemActive();
    pick.held = active && ImGui::IsMouseDown(0);
    const ImGuiIO& io = ImGui::GetIO();
    pick.clicked = ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(0) && stayed(0);
    if (!y.empty() && (pick.hovered || active)) {
        pick.x = area.x.data(area.x.coordinate_at(std::clamp(io.MousePos.x, area.low.x, area.high.x)));
        float reach = ui.px(10);
        for (std::size_t l = 0; l < lines.size(); ++l) {
            for (std::size_t i = 0; lines[l].markers && i < lines[l].points.size(); ++i) {
                const float px = area.x.pixel_of(area.x.coordinate(lines[l].points[i].x));
                const float py = area.y.pixel_of(area.y.coordinate(lines[l].points[i].y));
                const float away = std::hypot(px - io.MousePos.x, py - io.MousePos.y);
                if (away < reach) {
                    reach = away;
                    pick.line = static_cast<int>(l);
                    pick.point = i;
                }
            }
        }
        if (pick.hovered && !ImGui::IsMouseDown(1)) {
            push_font(ui.fonts.small);
            read_values(ui, area, text, lines, pick.x);
            pop_font();
        }
        zoom_with_mouse(area, zoom, active && ImGui::IsMouseDown(1));
    }
    // A right click without a drag: a drag moves the axis.
    if (pick.hovered && ImGui::IsMouseReleased(1) && stayed(1)) {
        ImGui::OpenPopup("plot_menu");
    }
    if (ImGui::BeginPopup("plot_menu")) {
        if (ImGui::MenuItem("Copy these curves as CSV")) {
            copy_text(ui.state, plot_csv(text, lines), "Curves copied as CSV");
        }
        mark_item(ui, "plot_menu.copy");
        if (ImGui::MenuItem("Show all", "double click", false, zoom.zoomed)) {
            zoom = {};
        }
        mark_item(ui, "plot_menu.all");
        ImGui::EndPopup();
    }
    return pick;
}

std::string plot_csv(const PlotText& text, std::span<const PlotLine> lines) {
    const auto quoted = [](const std::string& word) { return '"' + word + '"'; };
    const bool bars = std::any_of(lines.begin(), lines.end(), [](const PlotLine& each) { return !each.bars.empty(); });
    std::string csv = "curve," + quoted(text.x_name) + ',' + quoted(text.title) + (bars ? ",low,high\n" : "\n");
    for (const PlotLine& line : lines) {
        for (std::size_t i = 0; i < line.points.size(); ++i) {
            csv += quoted(line.name) + ',' + format_number(line.points[i].x) + ',' + lab::csv_number(line.points[i].y);
            if (bars) {
                const glm::dvec2 bar = line.bars.empty() ? glm::dvec2(kNone) : line.bars[i];
                csv += ',' + lab::csv_number(bar.x) + ',' + lab::csv_number(bar.y);
            }
            csv += '\n';
        }
    }
    return csv;
}

} // namespace xpbd::window
