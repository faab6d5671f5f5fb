// Figure "oscillator": a mass on a spring by PBD and XPBD, compared with the exact motion.
#include "lab/figures/bodies.h"

#include "core/base/math/elementary.h"

#include <cmath>

namespace xpbd::lab {

Result<Figure> figure_oscillator(const Parallel& parallel) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1.5, 0, 0}};
    model.mass = {0, 1};
    model.of_type<Distance>().add({0, 1}, {1.0}, {Role::stretch, {}, {}, {}});
    const Status sound = finalise(model);
    if (!sound) {
        return sound.error();
    }
    const double alpha = 1e-3;
    struct Row {
        std::string_view method;
        int iterations;
        float shift;
        bool dashed;
    };
    static constexpr Row kRows[] = {{method_key::xpbd, 1, 0, false},
                                    {method_key::xpbd, 50, -0.45f, true},
                                    {method_key::pbd, 1, 0.3f, false},
                                    {method_key::pbd, 3, -0.3f, false}};
    Chart chart{"Mass of 1 kg, α = 1e-3 m/N, h = 1/60 s", {"time [s]", false}, {"length [m]", false}, {}};
    chart.series.resize(std::size(kRows) + 1);
    parallel(std::size(kRows), [&](std::size_t i) {
        const Row& row = kRows[i];
        Run run{model, settings_of(row.method, row.iterations)};
        run.settings.stretch_compliance = alpha;
        run.settings.stretch_stiffness = 0.1;
        run.world.gravity = Vec3(0);
        Series& series = chart.series[i];
        series.label = std::string(method_of(run.settings).label) +
                       (run.settings.method == find_method(method_key::pbd) ? " k = 0.1" : "") +
                       ", n = " + std::to_string(row.iterations);
        series.colour = tone(colour_of(row.method), row.shift);
        series.dashed = row.dashed;
        series.points.emplace_back(0, 1.5);
        for (int step = 0; step < 90; ++step) {
            run.steps(1);
            series.points.emplace_back(run.state.time, run.state.particles.position[1].x);
        }
    });
    Series& exact = chart.series.back();
    exact.label = "without damping: cos(t/√(α m))";
    exact.colour = {0.6f, 0.6f, 0.6f};
    exact.dashed = true;
    for (int i = 0; i <= 900; ++i) {
        const double t = i / 600.0;
        exact.points.emplace_back(t, 1 + 0.5 * math::cos(t / std::sqrt(alpha)));
    }
    return Figure{"XPBD (2016), section 6.1: the period is the compliance's whatever n, with implicit Euler's damping. "
                  "PBD's period is made by k, n and h.",
                  {chart}};
}

} // namespace xpbd::lab
