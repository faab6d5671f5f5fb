#pragma once

#include "core/parallel.h"
#include "core/result.h"

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
    std::string label; ///< with its unit
    bool logarithmic = false;
    std::optional<double> lowest{}; ///< curves leave the chart below it; their points stay in the table
};

/// One curve of a chart.
struct Series {
    std::string label;
    std::array<float, 3> colour{0.3f, 0.3f, 0.3f}; ///< sRGB in [0, 1]
    bool dashed = false;
    bool markers = false; ///< where the points are few
    std::vector<glm::dvec2> points;
};

/// One coordinate system.
struct Chart {
    std::string title;
    Axis x;
    Axis y;
    std::vector<Series> series;
};

/// What a figure shows: charts side by side, and a sentence or two beneath.
struct Figure {
    std::string caption;
    std::vector<Chart> charts;
};

/// One row of the table of figures.
struct FigureInfo {
    std::string_view key;
    std::string_view title;
    std::string_view sessions; ///< the files of assets/sessions that show it in the window, separated by spaces
    Result<Figure> (*compute)(const Parallel& parallel);
};

/// Every figure. THE table: a new one is one file and one row (.github/CONTRIBUTING.md).
std::span<const FigureInfo> figure_table();
/// The row of this key, or null.
const FigureInfo* find_figure(std::string_view key);

/// chart,series,x,y per point; numbers read back exactly. The axes' names stand in the chart column.
std::string figure_csv(const Figure& figure);

/// @name The rows, each in its own file
/// @{
Result<Figure> figure_iterations(const Parallel& parallel);
Result<Figure> figure_oscillator(const Parallel& parallel);
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
Result<Figure> figure_fabric(const Parallel& parallel);
/// @}

} // namespace xpbd::lab
