#include "lab/history/timeline.h"

#include "core/step/measure/measure.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"

namespace xpbd::lab {
namespace {

constexpr double kTooMuch = 1;                            ///< work of a step that is never repeated [s]
constexpr double kOf16 = Timeline::kMostWork / 16 - 1e-6; ///< 16 of these are not too much [s]

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
        timeline.record(frame, states_of(frame), kTooMuch);
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

/// Bytes of one entry.
std::size_t entry_bytes() {
    Timeline one(std::size_t{1} << 30);
    one.record(0, states_of(0), kTooMuch);
    return one.bytes();
}

std::vector<std::int64_t> kept_frames(const Timeline& timeline) {
    std::vector<std::int64_t> frames;
    for (std::int64_t frame = 0; frame <= timeline.last_frame(); ++frame) {
        if (timeline.has(frame)) {
            frames.push_back(frame);
        }
    }
    return frames;
}

TEST(Timeline, ThinsOutOldFramesTheOlderTheMoreAndReachesBackToTheStart) {
    EXPECT_GE(entry_bytes(), 2 * 100 * (sizeof(Vec4) + sizeof(Vec3)));
    const std::size_t limit = 100 * entry_bytes();
    Timeline timeline(limit);
    for (std::int64_t frame = 0; frame < 5000; ++frame) {
        timeline.record(frame, states_of(frame), kTooMuch);
        ASSERT_LE(timeline.bytes(), limit);
        ASSERT_EQ(timeline.first_frame(), 0) << frame;
        ASSERT_EQ(timeline.last_frame(), frame);
    }
    const std::vector<std::int64_t> kept = kept_frames(timeline);
    EXPECT_GT(kept.size(), 40u);
    std::int64_t gap = 0;
    for (std::size_t i = kept.size(); i-- > 1;) {
        const std::int64_t older = kept[i] - kept[i - 1];
        EXPECT_GE(2 * older, gap) << "gaps do not shrink with age, but at the seam of two widths: " << kept[i];
        gap = std::max(gap, older);
        EXPECT_EQ(timeline.find(kept[i])->front().step, kept[i]);
    }
    EXPECT_EQ(gap, timeline.kept().widest_gap);
    EXPECT_GT(gap, 16);
    for (std::int64_t frame = timeline.kept().whole_from; frame < 5000; ++frame) {
        EXPECT_TRUE(timeline.has(frame));
    }
    EXPECT_GT(timeline.last_frame() - timeline.kept().whole_from, 8) << "the newest ones are whole";
    EXPECT_EQ(timeline.kept().began_at, 0);
    EXPECT_EQ(timeline.at_or_before(timeline.kept().whole_from + 1), timeline.kept().whole_from + 1);
    EXPECT_EQ(timeline.at_or_before(kept[2] - 1), kept[1]);
    EXPECT_FALSE(timeline.find(kept[2] - 1));
}

TEST(Timeline, DropsTheOldestWhereEvenTheThinnedOnesAreTooMany) {
    const std::size_t limit = 5 * entry_bytes() + entry_bytes() / 2;
    Timeline timeline(limit);
    for (std::int64_t frame = 0; frame < 1000; ++frame) {
        timeline.record(frame, states_of(frame), kTooMuch);
        EXPECT_LE(timeline.bytes(), limit);
    }
    EXPECT_EQ(timeline.last_frame(), 999);
    EXPECT_GT(timeline.first_frame(), 900);
    EXPECT_EQ(timeline.kept().began_at, 0) << "so that a reader knows that the beginning is gone";
}

TEST(Timeline, ASmallerLimitThinsOutAtOnce) {
    Timeline timeline(std::size_t{1} << 30);
    for (std::int64_t frame = 0; frame < 100; ++frame) {
        timeline.record(frame, states_of(frame), kTooMuch);
    }
    const std::size_t half = timeline.bytes() / 2;
    timeline.set_byte_limit(half, 99);
    EXPECT_EQ(timeline.byte_limit(), half);
    EXPECT_LE(timeline.bytes(), half);
    EXPECT_EQ(timeline.first_frame(), 0);
    EXPECT_EQ(timeline.last_frame(), 99);
}

TEST(Timeline, KeepsOfWhatCanBeSteppedAgainEverySoManythFrame) {
    Timeline timeline(std::size_t{1} << 30);
    for (std::int64_t frame = 0; frame < 5000; ++frame) {
        timeline.record(frame, states_of(frame), kOf16);
        ASSERT_LE(timeline.bytes(), static_cast<std::size_t>(frame / 16 + 3 * Timeline::kWhole) * entry_bytes());
    }
    EXPECT_EQ(timeline.kept().widest_gap, 16);
    EXPECT_LE(timeline.kept().whole_from, 5000 - Timeline::kWhole);
    const std::vector<std::int64_t> kept = kept_frames(timeline);
    for (std::size_t i = 0; i < kept.size() && kept[i] < timeline.kept().whole_from - 16; ++i) {
        EXPECT_EQ(kept[i], static_cast<std::int64_t>(16 * i));
    }
}

TEST(Timeline, TheWorkFromOneKeptFrameToTheNextIsBoundedThoughStepsDiffer) {
    Timeline timeline(std::size_t{1} << 30);
    // Quick steps, slow ones in between, and some that alone exceed the limit of work.
    const auto work = [](std::int64_t frame) {
        return frame < 2000 ? 1e-5 : frame < 2300 ? 0.02 : frame < 2310 ? kTooMuch : 1e-4;
    };
    for (std::int64_t frame = 0; frame < 5000; ++frame) {
        timeline.record(frame, states_of(frame), work(frame));
    }
    const std::vector<std::int64_t> kept = kept_frames(timeline);
    EXPECT_EQ(timeline.kept().widest_gap, Timeline::kWidestGap);
    for (std::size_t i = 1; i < kept.size(); ++i) {
        double sum = 0;
        for (std::int64_t frame = kept[i - 1] + 1; frame <= kept[i]; ++frame) {
            sum += work(frame);
        }
        EXPECT_LE(sum, kept[i] - kept[i - 1] > 1 ? 1.0001 * Timeline::kMostWork : kTooMuch) << kept[i];
    }
    EXPECT_LT(kept.size(), 300u);
}

TEST(Timeline, FillsInFramesThatAreSteppedAgainAndForgetsThemWhereOthersAreShown) {
    Timeline timeline(std::size_t{1} << 30);
    for (std::int64_t frame = 0; frame < 5000; ++frame) {
        timeline.record(frame, states_of(frame), kOf16);
    }
    const std::size_t before = timeline.bytes();
    for (std::int64_t frame = 17; frame < 4500; ++frame) {
        timeline.fill(frame, states_of(frame), kOf16);
        ASSERT_EQ(timeline.find(frame)->front().step, frame);
        ASSERT_LE(timeline.bytes(), before + static_cast<std::size_t>(2 * Timeline::kWhole) * entry_bytes());
    }
    EXPECT_TRUE(timeline.has(4499 - 40));
    EXPECT_FALSE(timeline.has(17));
    timeline.cut(4499);
    timeline.record(4500, states_of(4500), kOf16);
    EXPECT_EQ(timeline.first_frame(), 0) << "a frame that was filled in leads on";
    timeline.fill(5200, states_of(5200), kOf16);
    EXPECT_FALSE(timeline.has(5200)) << "it lies outside";
}

TEST(Timeline, WhatIsFilledInTakesNothingFromWhatMemoryLeaves) {
    const std::size_t limit = 100 * entry_bytes();
    Timeline timeline(limit);
    for (std::int64_t frame = 0; frame < 5000; ++frame) {
        timeline.record(frame, states_of(frame), kTooMuch);
    }
    const std::int64_t gap = timeline.kept().widest_gap;
    for (std::int64_t frame = 1; frame < 4900; ++frame) {
        timeline.fill(frame, states_of(frame), kTooMuch);
        ASSERT_TRUE(timeline.has(frame));
        ASSERT_LE(timeline.bytes(), limit);
    }
    EXPECT_LE(timeline.kept().widest_gap, gap);
    EXPECT_EQ(timeline.first_frame(), 0);
}

TEST(Timeline, KeepsTheNewestFrameEvenBeyondItsLimit) {
    Timeline timeline(10);
    timeline.record(0, states_of(0), kTooMuch);
    timeline.record(1, states_of(1), kTooMuch);
    EXPECT_EQ(timeline.first_frame(), 1);
    EXPECT_EQ(timeline.last_frame(), 1);
}

/// Records frames whose states hold `mark` as their time, so that a test can distinguish branches.
void record(Timeline& timeline, std::int64_t from, std::int64_t to, double mark) {
    for (std::int64_t frame = from; frame <= to; ++frame) {
        State state;
        state.step = frame;
        state.time = mark;
        timeline.record(frame, {PackedState(state, false)}, kTooMuch);
    }
}

double mark_of(const Timeline& timeline, std::int64_t frame) {
    return timeline.find(frame)->front().time;
}

TEST(Timeline, WhatIsCutOffIsABranchThatComesBackWhole) {
    Timeline timeline(std::size_t{1} << 20);
    record(timeline, 0, 9, 1);
    const std::uint64_t first = timeline.newest_branch();
    EXPECT_EQ(timeline.cut(4), first);
    EXPECT_EQ(timeline.last_frame(), 4);
    const std::uint64_t second = timeline.newest_branch();
    EXPECT_GT(second, first);
    record(timeline, 5, 12, 2);
    ASSERT_EQ(timeline.branches().size(), 2u);
    EXPECT_EQ(timeline.branches()[1].first_frame, 5);
    EXPECT_EQ(timeline.cuts(), std::vector<std::uint64_t>{first});

    EXPECT_EQ(timeline.put_back(first), 4);
    EXPECT_EQ(timeline.last_frame(), 9);
    EXPECT_EQ(mark_of(timeline, 7), 1);
    EXPECT_EQ(timeline.branches().size(), 1u);
    EXPECT_EQ(timeline.cuts(), std::vector<std::uint64_t>{second});
    EXPECT_EQ(timeline.put_back(second), 4);
    EXPECT_EQ(timeline.last_frame(), 12);
    EXPECT_EQ(mark_of(timeline, 7), 2);
    EXPECT_EQ(mark_of(timeline, 4), 1);
}

TEST(Timeline, ABranchOfABranchComesBackInTheOrderOfItsGoing) {
    Timeline timeline(std::size_t{1} << 20);
    record(timeline, 0, 9, 1);
    const std::uint64_t first = timeline.cut(6);
    record(timeline, 7, 12, 2);
    const std::uint64_t second = timeline.cut(3); // cuts off frames of both branches
    record(timeline, 4, 5, 3);
    EXPECT_EQ(timeline.cuts(), std::vector<std::uint64_t>{second}) << "the first one follows frames that are away";
    EXPECT_FALSE(timeline.put_back(first));
    EXPECT_EQ(timeline.put_back(second), 3);
    EXPECT_EQ(mark_of(timeline, 12), 2);
    EXPECT_EQ(timeline.put_back(first), 6);
    EXPECT_EQ(mark_of(timeline, 9), 1);
    EXPECT_EQ(mark_of(timeline, 5), 1);
}

TEST(Timeline, CutsTakeHalfOfTheMemoryAtMostAndAnIdNeverComesBack) {
    Timeline one(std::size_t{1} << 20);
    record(one, 0, 0, 0);
    Timeline timeline(100 * one.bytes());
    record(timeline, 0, 40, 1);
    const std::uint64_t first = timeline.cut(0);
    record(timeline, 1, 40, 2);
    const std::uint64_t second = timeline.cut(0);
    record(timeline, 1, 40, 3);
    EXPECT_EQ(timeline.cuts(), std::vector<std::uint64_t>{second}) << "the oldest is forgotten";
    EXPECT_FALSE(timeline.put_back(first));
    EXPECT_LE(timeline.bytes(), timeline.byte_limit());
    const std::uint64_t newest = timeline.newest_branch();
    timeline.clear();
    EXPECT_TRUE(timeline.cuts().empty());
    record(timeline, 0, 0, 1);
    EXPECT_GT(timeline.newest_branch(), newest);
}

TEST(Timeline, AFrameThatDoesNotFollowStartsAnew) {
    Timeline timeline(std::size_t{1} << 20);
    timeline.record(0, states_of(0), kTooMuch);
    timeline.record(7, states_of(7), kTooMuch);
    EXPECT_EQ(timeline.first_frame(), 7);
    timeline.clear();
    EXPECT_TRUE(timeline.empty());
    EXPECT_EQ(timeline.bytes(), 0u);
}

/// A state that was packed and unpacked leads to the same states in every method, and to nearly the same readouts.
TEST(PackedState, LeadsToTheSameFutureInEveryMethod) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        int readings = 0;
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
            EXPECT_EQ(stiffness.has_value(), methods()[method].has_forces && !measured(at).out_of_balance);
            EXPECT_EQ(measured(back).effective_stiffness.has_value(), stiffness.has_value());
            readings += stiffness ? 1 : 0;
            EXPECT_NEAR(measured(back).effective_stiffness.value_or(0), stiffness.value_or(0),
                        1e-5 * std::abs(stiffness.value_or(0)));
            // Forces in single precision limit how small a residual can get.
            const double floor = 1e-6 * measured(at).max_strain * 0.3; // edges are 0.2 m long
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
        EXPECT_GE(readings, 5) << "methods whose forces balance after five iterations";
    }
}

} // namespace
} // namespace xpbd::lab
