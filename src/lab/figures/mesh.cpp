// Figure "mesh": the same compliance on meshes of different fineness.
#include "lab/figures/bodies.h"
#include "lab/files/session/session.h"

namespace xpbd::lab {
namespace {

constexpr int kSizes[] = {16, 32, 64};
constexpr float kTones[] = {0.45f, 0, -0.45f};

/// Chart of a scene's sag over time at three resolutions. `scaled`: compliance proportional to the segments' length.
Result<Chart> compute(const char* scene, const char* key, int components, const char* title, bool scaled,
                      const Parallel& parallel) {
    const Result<Session> session = default_session(scene);
    if (!session) {
        return session.error();
    }
    Chart chart{title, {"time [s]", false}, {"sag [m]", false}, std::vector<Series>(std::size(kSizes))};
    std::vector<Status> results(std::size(kSizes), ok());
    parallel(std::size(kSizes), [&](std::size_t i) {
        const double size = kSizes[i];
        scenes::SceneSpec spec = session->scene;
        spec.values[key] = {size, components > 1 ? size : 0, 0};
        const Result<Model> model = scenes::build(spec);
        if (!model) {
            results[i] = model.error();
            return;
        }
        Settings settings = session->panes.back(); // the XPBD pane
        settings.iterations = 200;                 // enough to converge, so that only the mesh differs
        settings.velocity_damping = 2;
        if (scaled) {
            settings.stretch_compliance *= kSizes[0] / size; // the compliance of a piece is its length/(E A)
        }
        Series& series = chart.series[i];
        series.label = std::to_string(kSizes[i]) + (components > 1 ? " × " + std::to_string(kSizes[i]) : " segments");
        series.colour = tone(colour_of(method_key::xpbd), kTones[i]);
        series.dashed = i == 1;
        Run run{*model, settings, session->world};
        for (int frame = 0; frame < 360; ++frame) {
            run.steps(1);
            if (frame % 3 == 0) {
                series.points.emplace_back(run.state.time, run.measured().sag);
            }
        }
    });
    if (const Status status = first_fault(results); !status) {
        return status.error();
    }
    return chart;
}

} // namespace

Result<Figure> figure_mesh(const Parallel& parallel) {
    const Result<Chart> rope =
        compute("rope_hanging", "segments", 1, "Rope, same compliance per piece", false, parallel);
    const Result<Chart> scaled =
        compute("rope_hanging", "segments", 1, "Rope, compliance by length of the piece", true, parallel);
    const Result<Chart> cloth = compute("cloth", "resolution", 2, "Cloth, same compliance per edge", false, parallel);
    for (const auto* chart : {&rope, &scaled, &cloth}) {
        if (!*chart) {
            return chart->error();
        }
    }
    return Figure{"Compliance belongs to an element: pieces of a rope stand in series, so that α = length/(E A) must "
                  "shrink with the piece. In a square grid an edge's length and the width that it stands for shrink "
                  "together, and α stays; what is left is the pull of the corners, sharper on a finer mesh.",
                  {*rope, *scaled, *cloth}};
}

} // namespace xpbd::lab
