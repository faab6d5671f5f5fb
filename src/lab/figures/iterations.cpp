// Figure "iterations": sag of the default session for several iteration counts.
#include "core/base/excerpt.h"
#include "lab/figures/bodies.h"
#include "lab/files/session/session.h"

namespace xpbd::lab {

Result<Figure> figure_iterations(const Parallel& parallel) {
    const Result<Session> session = default_session("cloth");
    if (!session) {
        return session.error();
    }
    const Result<Model> model = scenes::build(session->scene);
    if (!model) {
        return model.error();
    }
    struct Row {
        std::size_t pane;
        int iterations;
        float shift;
    };
    static constexpr Row kRows[] = {{0, 5, 0.45f}, {0, 20, 0}, {0, 40, -0.4f}, {1, 20, 0}, {1, 40, -0.4f}};
    Chart chart{"Hanging cloth, 32 × 32", {"time [s]", false}, {"sag [m]", false}, {}};
    chart.series.resize(std::size(kRows));
    parallel(std::size(kRows), [&](std::size_t i) {
        const Row& row = kRows[i];
        Settings settings = session->panes[row.pane];
        settings.iterations = row.iterations;
        const MethodTraits& method = method_of(settings);
        Series& series = chart.series[i];
        series.label =
            std::string(method.label) + ", " + counted(static_cast<std::size_t>(row.iterations), "iteration");
        series.colour = tone(method.colour, row.shift);
        series.dashed = row.pane == 1 && row.iterations == 40; // dashed, because it coincides with XPBD's other curve
        Run run{*model, settings, session->world};
        for (int frame = 0; frame < 600; ++frame) {
            run.steps(1);
            series.points.emplace_back(run.state.time, run.measured().sag);
        }
    });
    return Figure{"The default session. PBD's sag falls with every iteration; XPBD's is that of its compliance.",
                  {chart}};
}

} // namespace xpbd::lab
