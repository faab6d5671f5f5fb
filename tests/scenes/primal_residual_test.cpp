// XPBD with its primal residual kept, in scenes: against Newton, and the fast engine against the textbook engine.
#include "bodies.h"
#include "built.h"
#include "core/base/bounds.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace xpbd::test {
namespace {

/// Settings with the compliances that the scene suggests.
Settings suggested(std::string_view scene, int iterations) {
    Settings settings = settings_for("xpbd", iterations);
    settings.primal_residual = PrimalResidual::kept;
    for (const auto& [key, text] : scenes::find_scene(scene)->suggested) {
        for (const SettingsParameter& parameter : settings_parameters()) {
            if (key == parameter.info.key && key.ends_with("_compliance")) {
                parameter.set(settings, (*parse_value(parameter.info, text))[0]);
            }
        }
    }
    return settings;
}

struct SceneCase {
    std::string name;
    std::string scene;
    std::vector<std::pair<std::string_view, std::string_view>> values;
    int iterations;      ///< of XPBD
    int all_at_once = 0; ///< iterations of the methods that solve all constraints at once; 0: they need too many
};
void PrintTo(const SceneCase& c, std::ostream* out) {
    *out << c.name;
}

class KeptResidualIn : public testing::TestWithParam<SceneCase> {
protected:
    Model model() const { return built(scene_of(GetParam().scene, GetParam().values)); }
};

TEST_P(KeptResidualIn, ReachesNewtonsStepAtFrame60) {
    const Model body = model();
    Settings newton = suggested(GetParam().scene, GetParam().iterations);
    newton.method = find_method("newton");
    const State start = Trial{body, newton}.steps(59).state;
    Trial reference{body, newton, 1.0 / 60, {}, start};
    reference.steps(1);
    for (const char* method : {"xpbd", "direct", "mgpbd"}) {
        const int iterations = method == std::string("xpbd") ? GetParam().iterations : GetParam().all_at_once;
        if (iterations == 0) {
            continue;
        }
        Settings kept = suggested(GetParam().scene, iterations);
        kept.method = find_method(method);
        Trial run{body, kept, 1.0 / 60, {}, start};
        run.steps(1);
        EXPECT_LT(largest_gap(run.state, reference.state), 1e-8 * box_diagonal(body.rest_position)) << method;
        EXPECT_LT(relative_force_error(body, run.state, reference.state), 1e-6) << method;
    }
}

TEST_P(KeptResidualIn, TheFastEngineAgreesWithTheTextbookAfterOneStep) {
    const Model body = model();
    for (const SweepOrder sweep :
         {SweepOrder::listed, SweepOrder::coloured, SweepOrder::jacobi, SweepOrder::chebyshev, SweepOrder::sor}) {
        Settings settings = suggested(GetParam().scene, 20);
        settings.sweep = sweep;
        const auto [textbook, fast] = Pair(body, settings, 1);
        EXPECT_LT(largest_gap(textbook.state, fast.state), 1e-5 * box_diagonal(body.rest_position))
            << static_cast<int>(sweep);
        Settings small = settings; // double precision: rounding does not hide a difference of the engines
        small.substeps = 12;
        small.iterations = 4;
        const auto [exact, precise] = Pair(body, small, 1);
        EXPECT_LT(largest_gap(exact.state, precise.state), 1e-9 * box_diagonal(body.rest_position))
            << static_cast<int>(sweep);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, KeptResidualIn,
    testing::Values(SceneCase{"rope_tip", "rope_tip", {}, 3000, 400},
                    SceneCase{"cloth", "cloth", {{"resolution", "12,12"}}, 1000, 400},
                    SceneCase{"flag", "flag", {{"resolution", "12,8"}}, 3000, 400},
                    SceneCase{"cloth_sphere", "cloth_sphere", {{"resolution", "12,12"}, {"friction", "0"}}, 1000, 400},
                    SceneCase{
                        "stvk", "cloth", {{"resolution", "10,10"}, {"material", "own"}, {"law", "stvk"}}, 3000, 400}),
    [](const auto& c) { return c.param.name; });

TEST(KeptResidual, LowersThePrimalResidualOfAClothAHundredfold) {
    const Model model = built(scene_of("cloth", {{"resolution", "8,8"}, {"size", "1,1"}, {"mass", "0.5"}}));
    const auto residual = [&](PrimalResidual primal) {
        Settings settings = settings_for("xpbd", 80);
        settings.stretch_compliance = settings.shear_compliance = settings.bend_compliance = 1e-3;
        settings.primal_residual = primal;
        return Trial{model, settings}.steps(60).measured().relative_primal;
    };
    const double kept = residual(PrimalResidual::kept);
    EXPECT_LT(kept, 4e-4); // [relative] 2.5e-4 measured
    EXPECT_GT(residual(PrimalResidual::dropped), 150 * kept);
}

TEST(DroppedResidual, OfMgpbdIsAsSmallAsThatOfDirectXpbd) {
    const Model flag = built(scene_of("flag", {{"resolution", "26,16"}}));
    const State start = Trial{flag, settings_for("newton", 1)}.steps(60).state;
    const auto residual = [&](const char* method) {
        return Trial{flag, settings_for(method, 5), 1.0 / 60, {}, start}.steps(1).measured().relative_primal;
    };
    EXPECT_LT(residual("mgpbd"), 2 * residual("direct"));
}

TEST(KeptResidual, HasTheSameBitsOnEveryNumberOfThreads) {
    for (const char* scene : {"cloth", "cloth_sphere"}) {
        const Model model = built(scene_of(scene, {{"resolution", "48,48"}}));
        Settings settings = suggested(scene, 10);
        settings.engine = Engine::fast;
        settings.sweep = SweepOrder::coloured;
        const auto run = [&](int threads) {
            const auto solver = make_solver(settings);
            if (threads > 1) {
                solver->set_parallel(on_threads(threads));
            }
            State state = initial_state(model);
            for (int frame = 0; frame < 20; ++frame) {
                solver->step(model, state, {}, settings, 1.0 / 60);
            }
            return state.particles.position;
        };
        const auto alone = run(1);
        EXPECT_EQ(alone, run(2));
        EXPECT_EQ(alone, run(5));
    }
}

} // namespace
} // namespace xpbd::test
