// Figure "convergence": residual against iterations for all ways to solve.
#include "core/base/math/elementary.h"
#include "lab/figures/bodies.h"
#include "lab/files/session/session.h"

#include <numbers>

namespace xpbd::lab {
namespace {

/// A way to solve, and the style of its curve.
struct Way {
    const char* label;
    std::string_view method;
    SweepOrder sweep;
    std::array<float, 3> colour;
    bool dashed;
    int most; ///< most iterations (a direct solver needs few, and each is slow)
};

constexpr Way kShownWays[] = {
    {"Jacobi", method_key::xpbd, SweepOrder::jacobi, {0.55f, 0.55f, 0.58f}, false, 800},
    {"Gauss-Seidel", method_key::xpbd, SweepOrder::listed, {0.27f, 0.62f, 0.90f}, false, 800},
    {"Chebyshev", method_key::xpbd, SweepOrder::chebyshev, {0.80f, 0.47f, 0.74f}, true, 800},
    {"SOR", method_key::xpbd, SweepOrder::sor, {0.93f, 0.49f, 0.19f}, true, 800},
    {"HPBD", method_key::hpbd, SweepOrder::listed, {0.85f, 0.33f, 0.36f}, false, 800},
    {"Direct XPBD", method_key::direct, SweepOrder::listed, {0.30f, 0.60f, 0.38f}, false, 6},
};
constexpr std::size_t kWayCount = std::size(kShownWays);

constexpr int kCounts[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 200, 400, 800};

/// RMS of C + alpha~ lambda over the distance constraints after one step from `start` [m].
double residual_after(const Model& model, const State& start, const Settings& settings, const World& world) {
    Run run{model, settings, world, start};
    run.steps(1);
    return run.measured().residual_dual;
}

void compute(Chart& chart, const Model& model, const State& start, const std::vector<Settings>& settings,
             const World& world, const Parallel& parallel) {
    const std::size_t first = chart.series.size();
    for (const Way& way : kShownWays) {
        chart.series.push_back({way.label, way.colour, way.dashed, false, {}});
    }
    for (std::size_t w = 0; w < kWayCount; ++w) {
        for (const int n : kCounts) {
            if (n <= kShownWays[w].most) {
                chart.series[first + w].points.emplace_back(n, 0);
            }
        }
    }
    std::vector<glm::dvec2*> jobs;
    std::vector<std::size_t> way_of;
    for (std::size_t w = 0; w < kWayCount; ++w) {
        for (glm::dvec2& point : chart.series[first + w].points) {
            jobs.push_back(&point);
            way_of.push_back(w);
        }
    }
    parallel(jobs.size(), [&](std::size_t job) {
        Settings now = settings[way_of[job]];
        now.iterations = static_cast<int>(jobs[job]->x);
        // Smaller values are rounding errors, and a logarithmic axis needs values above zero.
        jobs[job]->y = std::max(residual_after(model, start, now, world), 1e-16);
    });
}

Settings settings_for(const Way& way, double compliance, double relaxation, double radius) {
    Settings settings = settings_of(way.method, 1);
    settings.sweep = way.sweep;
    settings.relaxation = way.sweep == SweepOrder::sor ? relaxation : 1;
    settings.spectral_radius = radius;
    settings.stretch_compliance = settings.shear_compliance = settings.bend_compliance = compliance;
    settings.stretch_stiffness = settings.shear_stiffness = settings.bend_stiffness = 1;
    return settings;
}

/// Chart for a chain of rigid links with free ends. At the start each link is too long by a different share.
Chart chain_chart(const Parallel& parallel) {
    constexpr int kLinks = 50;
    Model model;
    double at = 0;
    model.rest_position.push_back({0, 0, 0});
    for (int i = 0; i < kLinks; ++i) {
        at += 1 + 0.01 * (math::sin(std::numbers::pi * (i + 1) / (kLinks + 1)) + 0.5 * math::sin(1.0 + 3 * i));
        model.rest_position.push_back({at, 0, 0});
    }
    model.mass.assign(model.rest_position.size(), 1);
    for (int i = 0; i < kLinks; ++i) {
        model.of_type<Distance>().add({i, i + 1}, {1.0}, {Role::stretch, {}, {}, {}});
    }
    (void)finalise(model);
    World world;
    world.gravity = Vec3(0);
    // SOR's optimal factor and averaged Jacobi's spectral radius for this matrix (core/FORMULAS.md, experiment 12).
    const double angle = std::numbers::pi / (kLinks + 1);
    const double omega = 2 / (1 + math::sin(angle));
    const double radius = (1 + math::cos(angle)) / 2;
    std::vector<Settings> settings;
    for (const Way& way : kShownWays) {
        settings.push_back(settings_for(way, 0, omega, radius));
    }
    Chart chart{"Rigid chain of 50 links", {"iterations", true}, {"RMS of C [m]", true}, {}};
    compute(chart, model, initial_state(model), settings, world, parallel);
    return chart;
}

Result<Chart> cloth_chart(const Parallel& parallel) {
    Result<Session> session = default_session("cloth");
    if (!session) {
        return session.error();
    }
    session->scene.values["resolution"] = {64, 64, 0};
    session->scene.values["mass"] = {1, 0, 0};
    session->scene.values["gather"] = {0.15, 0, 0};
    const Result<Model> model = scenes::build(session->scene);
    if (!model) {
        return model.error();
    }
    const double compliance = 1e-3;
    Run run{*model, settings_for(kShownWays[1], compliance, 1, 0), session->world};
    run.settings.iterations = 20;
    run.steps(60); // half a second after the release
    std::vector<Settings> settings;
    for (const Way& way : kShownWays) {
        // A particle has up to 12 constraints, so averaged Jacobi has a spectral radius near one.
        settings.push_back(settings_for(way, compliance, 1.5, 0.995));
    }
    Chart chart{"Cloth of 64 × 64, α = 1e-3 m/N", {"iterations", true}, {"RMS of C + α λ/h² [m]", true, 1e-6}, {}};
    compute(chart, *model, run.state, settings, session->world, parallel);
    return chart;
}

} // namespace

Result<Figure> figure_convergence(const Parallel& parallel) {
    const Result<Chart> cloth = cloth_chart(parallel);
    if (!cloth) {
        return cloth.error();
    }
    return Figure{
        "Within one step. Solved directly, all constraints are met at once. Chebyshev and SOR hurry their plain "
        "sweeps where their factor is known, as on the chain; on the cloth (SOR 1.5, radius 0.995) nothing "
        "overtakes Gauss-Seidel. HPBD starts ahead on the chain and has no compliance: its residual is C.",
        {chain_chart(parallel), *cloth}};
}

} // namespace xpbd::lab
