// Figure "speed": time per projection for all engines, measured on this machine.
#include "lab/figures/bodies.h"
#include "lab/study/speed_trial.h"
#include "lab/threads/worker_pool.h"
#include "system/machine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace xpbd::lab {
namespace {

/// One curve of the left chart.
struct Curve {
    std::string label;
    SpeedCase what;
    std::array<float, 3> colour;
    bool dashed;
};

/// Time that every case runs in each of several rounds [s]. The shortest run counts: disturbances can only make a run
/// longer, and with several rounds they do not affect only one case.
constexpr double kSecondsPerRound = 0.12;
constexpr int kRounds = 4;

/// A case and its shortest times [s].
struct Timed {
    SpeedTrial trial;
    double sweeps = std::numeric_limits<double>::infinity();
    double step = std::numeric_limits<double>::infinity();

    void round() {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point start = Clock::now();
        do {
            sweeps = std::min(sweeps, trial.run());
            step = std::min(step, trial.step_seconds());
        } while (std::chrono::duration<double>(Clock::now() - start).count() < kSecondsPerRound);
    }
};

} // namespace

Result<Figure> figure_speed(const Parallel& parallel) {
    using Who = SpeedCase::Who;
    const std::array<float, 3> blue = colour_of(method_key::xpbd);
    const std::array<float, 3> orange = colour_of(method_key::pbd);
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    WorkerPool pool(threads);
    std::vector<Curve> curves = {
        {"plain loop, mesh order", {.who = Who::plain_mesh_order}, {0.35f, 0.35f, 0.38f}, false},
        {"plain loop, coloured", {.who = Who::plain_listed}, {0.60f, 0.60f, 0.63f}, false},
        {"textbook", {.who = Who::textbook, .sweep = SweepOrder::listed}, orange, false},
    };
    const auto sets = simd::kernels();
    for (std::size_t i = sets.size(); i-- > 0;) {
        const float shift = 0.5f * static_cast<float>(i) / static_cast<float>(sets.size());
        curves.push_back({"fast, " + std::string(sets[i]->name), {.kernels = sets[i]}, tone(blue, shift), false});
    }
    // Shuffled numbering: the fast engine does not detect a lattice.
    curves.push_back({"fast, any mesh", {.shuffled = true}, tone(blue, -0.2f), true});
    if (threads > 1) {
        curves.push_back({"fast, " + std::string(sets[0]->name) + ", " + std::to_string(threads) + " threads",
                          {.parallel = [&pool](std::size_t count, const auto& task) { pool.run(count, task); }},
                          tone(blue, -0.4f),
                          true});
    }
    Chart projection{"Distance constraints, 20 iterations of XPBD",
                     {"particles along an edge", true},
                     {"time per projection [ns]", true, 0.2},
                     {}};
    Chart step{"One frame of the same cloth", {"particles along an edge", true}, {"step [ms]", true}, {}};
    for (const Curve& curve : curves) {
        projection.series.push_back({curve.label, curve.colour, curve.dashed, true, {}});
        if (curve.what.who == Who::textbook || curve.what.who == Who::fast) {
            step.series.push_back({curve.label, curve.colour, curve.dashed, true, {}});
        }
    }
    for (const int side : {32, 64, 128, 256}) {
        std::vector<Timed> timed;
        for (const Curve& curve : curves) {
            SpeedCase what = curve.what;
            what.side = side;
            timed.push_back({SpeedTrial(what)});
        }
        for (int round = 0; round < kRounds; ++round) {
            // One job at a time, because parallel jobs would distort the timings.
            parallel(1, [&](std::size_t) { std::for_each(timed.begin(), timed.end(), [](Timed& t) { t.round(); }); });
        }
        std::size_t next_step = 0;
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const auto projections = static_cast<double>(timed[i].trial.projections());
            projection.series[i].points.emplace_back(side, 1e9 * timed[i].sweeps / projections);
            if (curves[i].what.who == Who::textbook || curves[i].what.who == Who::fast) {
                step.series[next_step++].points.emplace_back(side, 1e3 * timed[i].step);
            }
        }
    }
    return Figure{"Measured on: " + system::processor_name() + ", " + std::to_string(threads) +
                      " cores. Structural, diagonal and skip-one constraints; the shortest of many runs.",
                  {projection, step}};
}

} // namespace xpbd::lab
