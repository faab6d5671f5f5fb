#pragma once

#include "window/state/plots/plot_state.h"
#include "window/state/ui_map.h"

#include <glm/vec2.hpp>
#include <imgui.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xpbd::window {

struct Ui;

/// One curve. Points are sorted by x; NaN in y is a gap.
struct PlotLine {
    std::string name;
    ImU32 colour = 0;
    int dash = 0;         ///< 0 solid, 1 dashed, 2 dotted, 3 dash-dotted: lines also differ without colour
    bool markers = false; ///< draw a marker at each point, for lines of few points
    std::vector<glm::dvec2> points;
    /// Empty, or for each point the ends of an error bar in y; NaN = no bar.
    std::vector<glm::dvec2> bars{};
    bool beneath = false; ///< draw this line first and wider: the other lines are seen over it
};

/// Texts and scales of a plot.
struct PlotText {
    std::string title;  ///< name of the y axis, with its unit
    std::string x_name; ///< name of the x axis, with its unit
    bool x_logarithmic = false;
    bool y_logarithmic = false;
    double noise = 1e-12; ///< smaller values are round-off, in the unit of the title
};

/// What the mouse does over a plot.
struct PlotPick {
    bool hovered = false;
    bool held = false;    ///< the left button is down, and was pressed here
    bool clicked = false; ///< the left button went down and up here, without movement between
    double x = 0;         ///< x under the mouse, in the unit of the data
    int line = -1;        ///< line of the nearest marker within reach of the mouse; -1 = none
    std::size_t point = 0;
};

/// Draws curves with axes, ticks and grid on ImGui's draw list, fitted to the visible values. Hovering shows values,
/// the wheel zooms x, a drag with the right button moves it, a double click shows all again, a right click offers the
/// values as CSV. `cursor` marks an x.
PlotPick draw_plot(Ui& ui, const char* id, const ScreenRect& rect, const PlotText& text,
                   std::span<const PlotLine> lines, PlotZoom& zoom, std::optional<double> cursor = {});

/// A short piece of a line's style, for legends.
void draw_line_sample(Ui& ui, ImVec2 from, ImVec2 to, ImU32 colour, int dash, bool beneath = false);

/// CSV: a row "curve",x,y for each point, with the ends of its error bar if a line has any. Numbers read back exactly.
std::string plot_csv(const PlotText& text, std::span<const PlotLine> lines);

} // namespace xpbd::window
