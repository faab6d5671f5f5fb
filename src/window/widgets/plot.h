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
    int dash = 0;         ///< 0 solid, 1 dashed, 2 dotted, 3 dash-dotted: told apart without colour
    bool markers = false; ///< where the points are few
    std::vector<glm::dvec2> points;
    /// Where it is not empty, per point the ends of an error bar in y; NaN = none.
    std::vector<glm::dvec2> bars{};
    bool beneath = false; ///< drawn before the others, as a pale band that shows where they agree with it
};

/// Texts and scales of a plot.
struct PlotText {
    std::string title;  ///< of the y axis, with its unit
    std::string x_name; ///< with its unit
    bool x_logarithmic = false;
    bool y_logarithmic = false;
    double noise = 1e-12; ///< smaller values are round-off, in the unit of the title
};

/// What the mouse does over a plot.
struct PlotPick {
    bool hovered = false;
    bool held = false;    ///< the left button, pressed here
    bool clicked = false; ///< the left button went down and up here, without movement between
    double x = 0;         ///< under the mouse, in data
    int line = -1;        ///< nearest marker within reach; -1 = none
    std::size_t point = 0;
};

/// Draws curves with axes, ticks and grid on ImGui's draw list, fitted to the visible values. Hovering shows values,
/// the wheel zooms x, a drag with the right button moves it, a double click shows all again, a right click offers the
/// values as CSV. `cursor` marks an x.
PlotPick draw_plot(Ui& ui, const char* id, const ScreenRect& rect, const PlotText& text,
                   std::span<const PlotLine> lines, PlotZoom& zoom, std::optional<double> cursor = {});

/// A short piece of a line's style, for legends.
void draw_line_sample(Ui& ui, ImVec2 from, ImVec2 to, ImU32 colour, int dash, bool beneath = false);

/// line,x,y per point, and the ends of its bar where a line has any; numbers read back exactly.
std::string plot_csv(const PlotText& text, std::span<const PlotLine> lines);

} // namespace xpbd::window
