// The table of figures, and the data of a figure.
#pragma once

#include "core/base/parallel.h"
#include "core/base/result.h"

#include <array>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// Axis of a chart.
struct Axis {
    std::string label; ///< including the unit
    bool logarithmic = false;
    std::optional<double> lowest{}; ///< lower end of the axis; points below are in the table but outside the plot
};

/// One curve of a chart.
struct Series {
    std::string label;
    std::array<float, 3> colour{0.3f, 0.3f, 0.3f}; ///< sRGB in [0, 1]
    bool dashed = false;
    bool markers = false; ///< draws a marker at every point; for curves with few points
    std::vector<glm::dvec2> points;
};

/// One coordinate system with its curves.
struct Chart {
    std::string title;
    Axis x;
    Axis y;
    std::vector<Series> series;
};

/// The content of a figure: charts side by side, and a caption of one or two sentences.
struct Figure {
    std::string caption;
    std::vector<Chart> charts;
};

/// One row of the table of figures.
struct FigureInfo {
    std::string_view key;
    std::string_view title;
    /// Names of files in assets/sessions that show the figure's simulations in the window, separated by spaces.
    std::string_view sessions;
    Result<Figure> (*compute)(const Parallel& parallel);
};

/// The table of all figures. A new figure needs one file and one row (.github/CONTRIBUTING.md).
std::span<const FigureInfo> figure_table();
/// The row with this key, or null.
const FigureInfo* find_figure(std::string_view key);

/// CSV with a line chart,series,x_name,x,y_name,y per point. The names are the axes' labels; numbers read back exactly.
std::string figure_csv(const Figure& figure);

/// @name FigureInfo::compute of the rows, each in its own file
/// @{
Result<Figure> figure_iterations(const Parallel& parallel);
Result<Figure> figure_oscillator(const Parallel& parallel);
Result<Figure> figure_resonance(const Parallel& parallel);
Result<Figure> figure_chain(const Parallel& parallel);
Result<Figure> figure_substeps(const Parallel& parallel);
Result<Figure> figure_convergence(const Parallel& parallel);
Result<Figure> figure_floor(const Parallel& parallel);
Result<Figure> figure_mesh(const Parallel& parallel);
Result<Figure> figure_speed(const Parallel& parallel);
Result<Figure> figure_residual(const Parallel& parallel);
Result<Figure> figure_support_force(const Parallel& parallel);
Result<Figure> figure_dihedral(const Parallel& parallel);
Result<Figure> figure_hierarchy(const Parallel& parallel);
Result<Figure> figure_stiffness(const Parallel& parallel);
Result<Figure> figure_multigrid(const Parallel& parallel);
Result<Figure> figure_fabric(const Parallel& parallel);
/// @}

} // namespace xpbd::lab
