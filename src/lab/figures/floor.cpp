// Figure "floor": the error that remains in one step whatever the number of iterations.
#include "lab/figures/bodies.h"

#include <cmath>

namespace xpbd::lab {

Result<Figure> figure_floor(const Parallel& parallel) {
    // A swinging chain, and one step of it by every method from the same state.
    Model model = hanging_chain(10, 1, 1);
    for (std::size_t i = 0; i < model.rest_velocity.size(); ++i) {
        const auto down = static_cast<double>(i);
        model.rest_velocity[i] = {2.0 * down, 0, 0.3 * down * down};
    }
    const Status sound = finalise(model);
    if (!sound) {
        return sound.error();
    }
    Run referee{model, settings_of(method_key::newton, 1)};
    referee.settings.stretch_compliance = 1e-3;
    referee.steps(20);
    const State start = referee.state;
    referee.steps(1);

    static constexpr std::string_view kMethods[] = {method_key::xpbd, method_key::direct, method_key::vbd,
                                                    method_key::avbd};
    static constexpr int kCounts[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
    const std::size_t count = std::size(kCounts);
    constexpr float kShade = -0.2f; // AVBD's yellow would be too pale on white
    Chart chart{"Ten links in full swing, α = 1e-3 m/N",
                {"iterations of one step", true},
                {"largest distance to the reference [m]", true},
                {}};
    for (const std::string_view method : kMethods) {
        chart.series.push_back({std::string(methods()[index_of(find_method(method))].label),
                                tone(colour_of(method), kShade), method == kMethods[1] || method == kMethods[3], false,
                                std::vector<glm::dvec2>(count)});
    }
    parallel(std::size(kMethods) * count, [&](std::size_t job) {
        Run run{model, settings_of(kMethods[job / count], kCounts[job % count]), {}, start};
        run.settings.stretch_compliance = 1e-3;
        run.steps(1);
        double worst = 1e-16;
        for (std::size_t i = 0; i < model.particle_count(); ++i) {
            worst = std::max(
                worst, glm::length(xyz(run.state.particles.position[i]) - xyz(referee.state.particles.position[i])));
        }
        chart.series[job / count].points[job % count] = {kCounts[job % count], worst};
    });
    return Figure{
        "XPBD, by sweeps or solved directly, stalls at the error of its own equations, which drop the change of "
        "the gradients within a step. VBD minimises implicit Euler's objective itself and goes on.",
        {chart}};
}

} // namespace xpbd::lab
