#include "lab/figures/figure.h"

#include "core/base/find_key.h"
#include "core/model/parameters.h"

namespace xpbd::lab {

std::span<const FigureInfo> figure_table() {
    static constexpr FigureInfo kTable[] = {
        {.key = "iterations",
         .title = "PBD stiffens with every iteration, XPBD does not",
         .sessions = "iterations.json",
         .compute = &figure_iterations},
        {.key = "oscillator",
         .title = "A mass on a spring: whose period is it?",
         .sessions = "oscillator.json",
         .compute = &figure_oscillator},
        {.key = "resonance",
         .title = "A spring whose support swings: where is its resonance?",
         .sessions = "resonance.json",
         .compute = &figure_resonance},
        {.key = "chain",
         .title = "Sag of a hanging chain against the iterations",
         .sessions = "over_stiffening.json",
         .compute = &figure_chain},
        {.key = "substeps",
         .title = "Iterations or substeps?",
         .sessions = "substeps.json",
         .compute = &figure_substeps},
        {.key = "convergence",
         .title = "Residual against iteration",
         .sessions = "convergence.json",
         .compute = &figure_convergence},
        {.key = "floor",
         .title = "What more iterations do not mend",
         .sessions = "floor.json",
         .compute = &figure_floor},
        {.key = "mesh",
         .title = "The same compliance on finer meshes",
         .sessions = "mesh_rope_16.json mesh_rope_64.json mesh_cloth_16.json mesh_cloth_64.json",
         .compute = &figure_mesh},
        {.key = "speed",
         .title = "Time per projection, by engine, on this machine",
         .sessions = "speed.json",
         .compute = &figure_speed},
        {.key = "residual",
         .title = "Time to a solved step, by method, on this machine",
         .sessions = "residual.json",
         .compute = &figure_residual},
        {.key = "support_force",
         .title = "The force on a falling chain's support, beside the paper's error",
         .sessions = "support_force.json",
         .compute = &figure_support_force},
        {.key = "dihedral",
         .title = "What arccos makes of a small fold, and of its side",
         .sessions = "dihedral.json",
         .compute = &figure_dihedral},
        {.key = "hierarchy",
         .title = "Iterations that levels save, beside the paper's",
         .sessions = "hierarchy.json",
         .compute = &figure_hierarchy},
        {.key = "stiffness",
         .title = "The stiffness you asked for, and what you get",
         .sessions = "canvas.json",
         .compute = &figure_stiffness},
        {.key = "multigrid",
         .title = "A cloth on which Gauss-Seidel stalls",
         .sessions = "multigrid.json",
         .compute = &figure_multigrid},
        {.key = "fabric",
         .title = "A fabric is the same on every mesh; springs are not",
         .sessions = "tensile_strip.json",
         .compute = &figure_fabric},
    };
    return kTable;
}

const FigureInfo* find_figure(std::string_view key) {
    return find_key(figure_table(), key);
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
