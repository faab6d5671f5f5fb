#include "lab/figures/figure.h"

#include "core/model/parameters.h"

#include <algorithm>

namespace xpbd::lab {

std::span<const FigureInfo> figure_table() {
    static constexpr FigureInfo kTable[] = {
        {"iterations", "PBD stiffens with every iteration, XPBD does not", "iterations.json", &figure_iterations},
        {"oscillator", "A mass on a spring: whose period is it?", "oscillator.json", &figure_oscillator},
        {"chain", "Sag of a hanging chain against the iterations", "over_stiffening.json", &figure_chain},
        {"substeps", "Iterations or substeps?", "substeps.json", &figure_substeps},
        {"convergence", "Residual against iteration", "convergence.json", &figure_convergence},
        {"floor", "What more iterations do not mend", "floor.json", &figure_floor},
        {"mesh", "The same compliance on finer meshes",
         "mesh_rope_16.json mesh_rope_64.json mesh_cloth_16.json mesh_cloth_64.json", &figure_mesh},
        {"speed", "Time per projection, by engine, on this machine", "speed.json", &figure_speed},
        {"residual", "Time to a solved step, by method, on this machine", "residual.json", &figure_residual},
        {"support_force", "The force on a falling chain's support, beside the paper's error", "support_force.json",
         &figure_support_force},
        {"dihedral", "What arccos makes of a small fold, and of its side", "dihedral.json", &figure_dihedral},
        {"hierarchy", "Iterations that levels save, beside the paper's", "hierarchy.json", &figure_hierarchy},
        {"stiffness", "The stiffness you asked for, and what you get", "canvas.json", &figure_stiffness},
        {"fabric", "A fabric is the same on every mesh; springs are not", "tensile_strip.json", &figure_fabric},
    };
    return kTable;
}

const FigureInfo* find_figure(std::string_view key) {
    const auto table = figure_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const FigureInfo& f) { return f.key == key; });
    return found == table.end() ? nullptr : &*found;
}

std::string figure_csv(const Figure& figure) {
    const auto quoted = [](const std::string& text) {
        std::string result = "\"";
        for (const char c : text) {
            result += c == '"' ? "\"\"" : std::string(1, c);
        }
        return result + "\"";
    };
    std::string text = "chart,series,x_name,x,y_name,y\n";
    for (const Chart& chart : figure.charts) {
        for (const Series& series : chart.series) {
            for (const glm::dvec2& point : series.points) {
                text += quoted(chart.title) + "," + quoted(series.label) + "," + quoted(chart.x.label) + "," +
                        format_number(point.x) + "," + quoted(chart.y.label) + "," + format_number(point.y) + "\n";
            }
        }
    }
    return text;
}

} // namespace xpbd::lab
