// XPBD with its primal residual kept: Newton's fixed point, bounds of second derivatives, and large ratios.
#include "bodies.h"
#include "core/model/constraints/hessian.h"
#include "core/step/terms.h"

#include <cmath>
#include <random>

namespace xpbd::test {
namespace {

/// XPBD with its primal residual kept.
Settings kept_settings(int iterations, PrimalResidual residual = PrimalResidual::kept) {
    Settings settings = settings_for("xpbd", iterations);
    settings.primal_residual = residual;
    return settings;
}

/// The largest singular value of the block of particles i and k of C''.
template <class ConstraintType>
double block_norm(const SecondOrder<ConstraintType>& second, std::size_t i, std::size_t k) {
    glm::dmat3 block;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            block[column][row] =
                second.hessian[3 * i + static_cast<std::size_t>(row)][3 * k + static_cast<std::size_t>(column)];
        }
    }
    const glm::dmat3 square = glm::transpose(block) * block;
    Vec3 v(0.3, 0.5, 0.8);
    double size = 0;
    for (int round = 0; round < 40; ++round) { // power iteration
        v = square * v;
        size = glm::length(v);
        if (!(size > 0)) {
            return 0;
        }
        v /= size;
    }
    return std::sqrt(size);
}

template <class ConstraintType>
class HessianBounds : public testing::Test {};
template <class List>
struct TestTypes;
template <class... ConstraintType>
struct TestTypes<ConstraintList<ConstraintType...>> {
    using Types = testing::Types<ConstraintType...>;
};
TYPED_TEST_SUITE(HessianBounds, typename TestTypes<ConstraintTypes>::Types);

TYPED_TEST(HessianBounds, CoverHalfOfEveryRowOfBlocksAndAreNotWasteful) {
    std::mt19937 random(7);
    const auto number = [&] {
        return 2 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 1;
    };
    double largest = 0; // half of a row over its bound
    for (int round = 0; round < 400; ++round) {
        Points<double, TypeParam::arity> x, shape;
        for (std::size_t i = 0; i < TypeParam::arity; ++i) {
            x[i] = {number(), number(), number()};
            shape[i] = {number(), number(), number()};
        }
        for (const auto& rest : rests_of<TypeParam>(shape)) {
            const auto second = second_order<TypeParam>(x, rest);
            const auto bounds = TypeParam::template hessian_bounds<double>(x, rest);
            for (std::size_t i = 0; i < TypeParam::arity; ++i) {
                double row = 0;
                for (std::size_t k = 0; k < TypeParam::arity; ++k) {
                    row += block_norm(second, i, k);
                }
                EXPECT_LE(0.5 * row, bounds[i] * (1 + 1e-9));
                largest = row > 0 ? std::max(largest, 0.5 * row / bounds[i]) : largest;
            }
        }
    }
    EXPECT_GT(largest, 0.4);
}

/// A swinging chain in full motion: ten links of 1 kg.
struct SwingingChain {
    Model model = swinging_chain();

    void expect_newtons_step(Settings kept) const {
        Settings newton = kept;
        newton.method = find_method("newton");
        const State start = Trial{model, newton}.steps(20).state;
        Trial reference{model, newton, 1.0 / 60, {}, start};
        Trial run{model, kept, 1.0 / 60, {}, start};
        reference.steps(1);
        run.steps(1);
        EXPECT_LT(largest_gap(run.state, reference.state), 1e-8 * 10);
        EXPECT_LT(relative_force_error(model, run.state, reference.state), 1e-6);
        EXPECT_LT(run.measured().residual_primal, 1e-10);
        EXPECT_LT(run.measured().residual_dual, 1e-10);
        Settings dropped = kept;
        dropped.primal_residual = PrimalResidual::dropped;
        Trial plain{model, dropped, 1.0 / 60, {}, start};
        plain.steps(1);
        EXPECT_GT(relative_force_error(model, plain.state, reference.state), 1e-5) << "what the residual is worth";
    }
};

TEST(PrimalResidual, KeptReachesNewtonsStepOfASwingingChain) {
    Settings settings = kept_settings(1000);
    settings.stretch_compliance = 1e-3;
    SwingingChain().expect_newtons_step(settings);
}

TEST(PrimalResidual, KeptReachesNewtonsStepWithBdf2) {
    Settings settings = kept_settings(1000);
    settings.stretch_compliance = 1e-3;
    settings.integrator = Integrator::bdf2;
    SwingingChain().expect_newtons_step(settings);
}

TEST(PrimalResidual, KeptReachesNewtonsStepInEverySweep) {
    for (const SweepOrder sweep : {SweepOrder::reversed, SweepOrder::coloured, SweepOrder::jacobi, SweepOrder::sor}) {
        SCOPED_TRACE(static_cast<int>(sweep));
        Settings settings = kept_settings(3000);
        settings.stretch_compliance = 1e-3;
        settings.sweep = sweep;
        settings.relaxation = sweep == SweepOrder::sor ? 1.3 : 1;
        SwingingChain().expect_newtons_step(settings);
    }
}

/// A chain of 10 links of 0.1 m and 50 g, held at one end and level at first; its last particle is heavier.
Model rope_with_tip(double times) {
    Model model;
    for (int i = 0; i <= 10; ++i) {
        model.rest_position.push_back({0.1 * i, 0, 0});
        model.mass.push_back(i == 0 ? 0 : i == 10 ? 0.05 * times : 0.05);
    }
    for (int i = 0; i < 10; ++i) {
        add_distance(model, i, i + 1, {});
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Steps until the rope is more than three times as long as at rest, at most `most`.
int steps_until_lost(const Model& model, const Settings& settings, int most) {
    Trial run{model, settings};
    for (int step = 0; step < most; ++step) {
        run.steps(1);
        if (!run.last.finite || !(glm::length(run.position(10)) < 3)) {
            return step;
        }
    }
    return most;
}

TEST(PrimalResidual, TheBoundKeepsARopeThatDivergesWithoutIt) {
    for (const auto& [times, lost] : {std::pair(1.0, 25), {10.0, 21}, {100.0, 9}}) {
        const Model model = rope_with_tip(times);
        EXPECT_NEAR(steps_until_lost(model, kept_settings(100, PrimalResidual::kept_raw), 60), lost, 1) << times;
        EXPECT_EQ(steps_until_lost(model, kept_settings(100), 300), 300) << times;
    }
}

TEST(PrimalResidual, KeptSurvivesLargeRatiosOfMassAndEveryCompliance) {
    for (const SweepOrder sweep :
         {SweepOrder::listed, SweepOrder::reversed, SweepOrder::coloured, SweepOrder::jacobi, SweepOrder::sor}) {
        for (const double compliance : {0.0, 1e-9, 1e-6, 1e-3, 1.0}) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(sweep) << " alpha " << compliance);
            Model model = rope_with_tip(1);
            for (std::size_t i = 1; i < model.mass.size(); ++i) {
                model.mass[i] = i % 2 == 0 ? 1 : 1e-3;
            }
            ASSERT_TRUE(finalise(model));
            Settings settings = kept_settings(20);
            settings.sweep = sweep;
            settings.stretch_compliance = compliance;
            Trial run{model, settings};
            run.steps(120);
            EXPECT_TRUE(run.last.finite);
            EXPECT_LT(glm::length(run.position(10)), 60) << "a spring of 1 m/N stretches by m g alpha per link";
        }
    }
}

TEST(PrimalResidual, KeptReadsTheBarForcesAtRest) {
    // A chain between two supports: its links meet at angles, so that a change of direction matters.
    Model model = rope_with_tip(1);
    model.mass[10] = 0;
    for (std::size_t i = 0; i < model.rest_position.size(); ++i) {
        const double along = static_cast<double>(i) / 10;
        model.rest_position[i] = {0.8 * along, -1.2 * along * (1 - along), 0};
    }
    ASSERT_TRUE(finalise(model));
    const auto at_rest = [&](Settings settings) {
        settings.stretch_compliance = 1e-4;
        settings.velocity_damping = 6;
        return Trial{model, settings}.steps(600).state;
    };
    const State newton = at_rest(settings_for("newton", 1));
    EXPECT_LT(relative_force_error(model, at_rest(kept_settings(600)), newton), 1e-8);
    EXPECT_GT(relative_force_error(model, at_rest(kept_settings(600, PrimalResidual::dropped)), newton), 1e-5);
}

/// A triangle of rigid edges with 1 m, 1 m and `longest`; over 2 m no position satisfies all of them.
Model triangle(double longest) {
    Model model;
    model.rest_position = {{0, 0, 0}, {1, 0.1, 0}, {2, 0, 0}};
    model.mass = {0, 1, 1};
    add_distance(model, 0, 1, {});
    add_distance(model, 1, 2, {});
    add_distance(model, 0, 2, {});
    for (const std::size_t i : {0U, 1U}) {
        model.of_type<Distance>().rest[i] = {1};
    }
    model.of_type<Distance>().rest[2] = {longest};
    EXPECT_TRUE(finalise(model));
    return model;
}

TEST(PrimalResidual, AStepThatNoPositionSolvesIsTheStepWithoutIt) {
    const auto run = [](const Model& model, Settings settings, PrimalResidual residual) {
        settings.primal_residual = residual;
        return Trial{model, settings}.steps(3).state.particles.position;
    };
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::coloured, SweepOrder::chebyshev}) {
            for (const int substeps : {1, 10}) { // the fast engine is in double precision with 10
                SCOPED_TRACE(testing::Message() << static_cast<int>(engine) << " sweep " << static_cast<int>(sweep)
                                                << " substeps " << substeps);
                Settings settings = settings_for("xpbd", 200);
                settings.engine = engine;
                settings.sweep = sweep;
                settings.substeps = substeps;
                settings.stretch_compliance = 0;
                const Model impossible = triangle(3);
                EXPECT_EQ(run(impossible, settings, PrimalResidual::kept),
                          run(impossible, settings, PrimalResidual::dropped));
                const Model possible = triangle(1.5);
                EXPECT_NE(run(possible, settings, PrimalResidual::kept),
                          run(possible, settings, PrimalResidual::dropped));
            }
        }
    }
}

TEST(PrimalResidual, TheTraceOfAStepThatStartsAgainHasItsIterationsOnly) {
    const Model model = triangle(3);
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        Settings settings = kept_settings(200);
        settings.engine = engine;
        settings.stretch_compliance = 0;
        const auto solver = make_solver(settings);
        std::vector<Equations> trace;
        solver->set_trace(&trace);
        State state = initial_state(model);
        EXPECT_EQ(solver->step(model, state, {}, settings, 1.0 / 60).iterations, 200);
        EXPECT_EQ(trace.size(), 200U);
    }
}

TEST(PrimalResidual, HasNoEffectWhereItHasNoMeaning) {
    const Model model = rope_with_tip(10);
    const auto run = [&](Settings settings, PrimalResidual residual) {
        settings.primal_residual = residual;
        return Trial{model, settings}.steps(30).state.particles.position;
    };
    Settings small_steps = settings_for("xpbd", 1);
    small_steps.substeps = 10;
    Settings resets = settings_for("xpbd", 20);
    resets.reset_lambda = true;
    for (const Engine engine : {Engine::textbook, Engine::fast}) {
        for (Settings settings : {small_steps, resets, settings_for("pbd", 20)}) {
            settings.engine = engine;
            EXPECT_EQ(run(settings, PrimalResidual::kept), run(settings, PrimalResidual::dropped));
            EXPECT_NE(unused_reason(settings, "primal_residual"), "");
        }
    }
    EXPECT_EQ(unused_reason(settings_for("xpbd", 20), "primal_residual"), "");
    EXPECT_NE(run(settings_for("xpbd", 20), PrimalResidual::kept),
              run(settings_for("xpbd", 20), PrimalResidual::dropped));
}

} // namespace
} // namespace xpbd::test
