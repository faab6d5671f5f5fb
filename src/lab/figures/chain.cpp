// Figure "chain": static sag of a hanging chain against the iterations.
#include "lab/figures/bodies.h"

namespace xpbd::lab {

Result<Figure> figure_chain(const Parallel& parallel) {
    constexpr int kLinks = 10;
    const double alpha = 1e-3;
    const Model model = hanging_chain(kLinks, 1, 1);
    static constexpr int kIterations[] = {1, 2, 5, 10, 20, 40, 80, 160};
    const std::size_t count = std::size(kIterations);
    Chart chart{"Ten links of 1 kg, h = 1/60 s", {"iterations", true}, {"static sag [m]", true}, {}};
    chart.series = {{"PBD, k = 0.1", colour_of(method_key::pbd), false, true, {}},
                    {"XPBD, α = 1e-3 m/N", colour_of(method_key::xpbd), false, true, {}},
                    {"exact: α m g N (N + 1)/2", {0.55f, 0.55f, 0.55f}, true, false, {}}};
    chart.series[0].points.resize(count);
    chart.series[1].points.resize(count);
    parallel(2 * count, [&](std::size_t job) {
        const int n = kIterations[job % count];
        Run run{model, settings_of(job < count ? method_key::pbd : method_key::xpbd, n)};
        run.settings.stretch_stiffness = 0.1;
        run.settings.stretch_compliance = alpha;
        run.settings.velocity_damping = 5;
        run.steps(6000);
        chart.series[job / count].points[job % count] = {n, run.measured().sag};
    });
    const double exact = alpha * 9.81 * kLinks * (kLinks + 1) / 2;
    chart.series[2].points = {{1, exact}, {160, exact}};
    return Figure{"At rest PBD's chain hangs ever shorter with more iterations, XPBD's as its compliance says.",
                  {chart}};
}

} // namespace xpbd::lab
