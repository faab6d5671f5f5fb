#include "lab/run/timeline.h"

#include "core/measure.h"
#include "fixtures.h"
#include "lab/run/experiment.h"

namespace xpbd::lab {
namespace {

/// States that encode their frame number, with values of a known magnitude.
std::vector<PackedState> states_of(std::int64_t frame, std::size_t particles = 100) {
    State state;
    state.particles.position.resize(particles);
    state.particles.velocity.resize(particles);
    state.step = frame;
    return {PackedState(state, false), PackedState(state, true)};
}

TEST(Timeline, FindsEveryRecordedFrameAndNoOther) {
    Timeline timeline(std::size_t{1} << 20);
    EXPECT_TRUE(timeline.empty());
    EXPECT_FALSE(timeline.find(0));
    for (std::int64_t frame = 3; frame < 10; ++frame) {
        timeline.record(frame, states_of(frame));
    }
    EXPECT_EQ(timeline.first_frame(), 3);
    EXPECT_EQ(timeline.last_frame(), 9);
    EXPECT_FALSE(timeline.find(2));
    EXPECT_FALSE(timeline.find(10));
    for (std::int64_t frame = 3; frame < 10; ++frame) {
        ASSERT_TRUE(timeline.find(frame));
        EXPECT_EQ(timeline.find(frame)->front().step, frame);
    }
}

TEST(Timeline, NeverHoldsMoreThanItsLimitAndDropsTheOldestFirst) {
    Timeline one(std::size_t{1} << 30);
    one.record(0, states_of(0));
    const std::size_t entry = one.bytes();
    EXPECT_GE(entry, 2 * 100 * (sizeof(Vec4) + sizeof(Vec3)));

    Timeline timeline(5 * entry + entry / 2);
    for (std::int64_t frame = 0; frame < 1000; ++frame) {
        timeline.record(frame, states_of(frame));
        EXPECT_LE(timeline.bytes(), 5 * entry + entry / 2);
    }
    EXPECT_EQ(timeline.last_frame(), 999);
    EXPECT_EQ(timeline.first_frame(), 995);
}

TEST(Timeline, ASmallerLimitForgetsTheOldestAtOnce) {
    Timeline timeline(std::size_t{1} << 30);
    for (std::int64_t frame = 0; frame < 100; ++frame) {
        timeline.record(frame, states_of(frame));
    }
    const std::size_t half = timeline.bytes() / 2;
    timeline.set_byte_limit(half);
    EXPECT_EQ(timeline.byte_limit(), half);
    EXPECT_LE(timeline.bytes(), half);
    EXPECT_EQ(timeline.first_frame(), 50);
    EXPECT_EQ(timeline.last_frame(), 99);
}

TEST(Timeline, KeepsTheNewestFrameEvenBeyondItsLimit) {
    Timeline timeline(10);
    timeline.record(0, states_of(0));
    timeline.record(1, states_of(1));
    EXPECT_EQ(timeline.first_frame(), 1);
    EXPECT_EQ(timeline.last_frame(), 1);
}

TEST(Timeline, ResumingThePastBeginsABranchOfItsOwn) {
    Timeline timeline(std::size_t{1} << 20);
    const auto record = [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t frame = from; frame <= to; ++frame) {
            timeline.record(frame, states_of(frame));
        }
    };
    record(0, 9);
    ASSERT_EQ(timeline.branches().size(), 1u);
    record(5, 12); // from frame 4 again
    ASSERT_EQ(timeline.branches().size(), 2u);
    EXPECT_EQ(timeline.branches()[0].first_frame, 0);
    EXPECT_EQ(timeline.branches()[1].first_frame, 5);
    const std::uint64_t second = timeline.branches()[1].id;
    record(3, 4); // and from before that
    ASSERT_EQ(timeline.branches().size(), 2u);
    EXPECT_EQ(timeline.branches()[1].first_frame, 3);
    EXPECT_GT(timeline.branches()[1].id, second);
    timeline.clear();
    record(3, 4);
    ASSERT_EQ(timeline.branches().size(), 1u);
    EXPECT_GT(timeline.branches()[0].id, second + 1) << "an id came back";
}

TEST(Timeline, RecordingAnEarlierFrameForgetsTheFutureOfIt) {
    Timeline timeline(std::size_t{1} << 20);
    for (std::int64_t frame = 0; frame < 10; ++frame) {
        timeline.record(frame, states_of(frame));
    }
    timeline.record(4, states_of(4));
    EXPECT_EQ(timeline.first_frame(), 0);
    EXPECT_EQ(timeline.last_frame(), 4);
    Timeline fresh(std::size_t{1} << 20);
    for (std::int64_t frame = 0; frame < 5; ++frame) {
        fresh.record(frame, states_of(frame));
    }
    EXPECT_EQ(timeline.bytes(), fresh.bytes());
}

TEST(Timeline, AFrameThatDoesNotFollowStartsAnew) {
    Timeline timeline(std::size_t{1} << 20);
    timeline.record(0, states_of(0));
    timeline.record(7, states_of(7));
    EXPECT_EQ(timeline.first_frame(), 7);
    timeline.clear();
    EXPECT_TRUE(timeline.empty());
    EXPECT_EQ(timeline.bytes(), 0u);
}

/// A packed state, unpacked, leads to the same future in every method, and is measured alike.
TEST(PackedState, LeadsToTheSameFutureInEveryMethod) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        for (std::size_t method = 0; method < methods().size(); ++method) {
            Settings settings;
            settings.method = static_cast<int>(method);
            settings.integrator = integrator;
            settings.iterations = 5;
            settings.stretch_compliance = 1e-4;
            const Session session = [&] {
                Session cloth = *default_session("cloth_sphere");
                cloth.scene.values["resolution"] = {6, 6, 0};
                cloth.panes = {settings};
                return cloth;
            }();
            auto experiment = Experiment::create(session);
            ASSERT_TRUE(experiment);
            for (int i = 0; i < 40; ++i) {
                experiment->step();
            }
            const State at = experiment->panes()[0].state;
            const State back = PackedState(at, reads_history(settings)).unpack();
            EXPECT_EQ(hash(at), hash(back));
            const auto measured = [&](const State& state) {
                return measure(*experiment->model(), state, settings, experiment->world().gravity,
                               experiment->world().dt);
            };
            const std::optional<double> stiffness = measured(at).effective_stiffness;
            EXPECT_EQ(stiffness.has_value(), methods()[method].has_forces);
            EXPECT_NEAR(measured(back).effective_stiffness.value_or(0), stiffness.value_or(0),
                        1e-5 * std::abs(stiffness.value_or(0)));
            // Forces in single precision limit how small a residual can get.
            const double floor = 1e-6 * measured(at).max_strain * 0.3; // an edge has 0.2 m
            EXPECT_NEAR(measured(back).residual_dual, measured(at).residual_dual, floor);
            for (int i = 0; i < 10; ++i) {
                experiment->step();
            }
            const std::uint64_t straight = state_hash(*experiment);
            experiment->set_states({back});
            for (int i = 0; i < 10; ++i) {
                experiment->step();
            }
            EXPECT_EQ(state_hash(*experiment), straight) << methods()[method].key;
        }
    }
}

} // namespace
} // namespace xpbd::lab
