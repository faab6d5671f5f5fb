// Figure "substeps": iterations and substeps compared at equal cost.
#include "lab/figures/bodies.h"

namespace xpbd::lab {

Result<Figure> figure_substeps(const Parallel& parallel) {
    const Model model = hanging_chain(19, 1, 0.01);
    static constexpr int kWork[] = {1, 2, 5, 10, 20, 50, 100};
    const std::size_t count = std::size(kWork);
    Chart chart{"Rigid chain of 19 links of 1 cm, dt = 1/60 s",
                {"sweeps per frame", true},
                {"sag below the rest length [m]", true},
                {}};
    chart.series = {{"n iterations of one step", tone(colour_of(method_key::xpbd), -0.3f), false, true, {}},
                    {"one iteration of n substeps", {0.80f, 0.35f, 0.25f}, true, true, {}}};
    chart.series[0].points.resize(count);
    chart.series[1].points.resize(count);
    parallel(2 * count, [&](std::size_t job) {
        const int work = kWork[job % count];
        Run run{model, settings_of(method_key::xpbd, job < count ? work : 1)};
        run.settings.substeps = job < count ? 1 : work;
        run.settings.stretch_compliance = 0;
        run.settings.velocity_damping = 5;
        run.steps(6000);
        chart.series[job / count].points[job % count] = {work, run.measured().sag};
    });
    return Figure{
        "For the same number of sweeps, many substeps leave far less error than many iterations (Macklin et al., "
        "Small Steps, 2019): the error falls with h².",
        {chart}};
}

} // namespace xpbd::lab
