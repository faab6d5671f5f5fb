// Settings that change while a run continues: looking back, replays, branches, and sessions that reproduce these edits.
#include "lab/history/edit_log.h"
#include "lab/run/runner.h"

#include "core/model/method_traits.h"
#include "fixtures.h"
#include "lab/readouts/readouts.h"
#include "run/running.h"
#include "scenes/changes/pins.h"

#include <memory>
#include <vector>

namespace xpbd::lab {
namespace {

std::unique_ptr<InlineRunner> started(const Session& session) {
    auto runner = InlineRunner::create(session);
    if (!runner) {
        ADD_FAILURE() << runner.error().message;
        std::abort();
    }
    return std::move(*runner);
}

std::vector<Settings> panes_of(const Snapshot& snapshot) {
    std::vector<Settings> panes;
    for (const PaneSnapshot& pane : snapshot.panes) {
        panes.push_back(pane.settings);
    }
    return panes;
}

/// The panes of the latest snapshot, with other iterations in pane a.
SetPanes with_iterations(const InlineRunner& runner, int iterations) {
    std::vector<Settings> panes = panes_of(*runner.latest());
    panes[0].iterations = iterations;
    return {panes};
}

/// Writes the session of the latest snapshot, reads it again and opens it.
std::unique_ptr<InlineRunner> reopened(const InlineRunner& runner) {
    const Session session = session_of(*runner.latest());
    const std::string text = write_session(session);
    const Result<Session> read = parse_session(text, "written");
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    EXPECT_EQ(*read, session) << text;
    return started(*read);
}

/// A run with three edits, of a pane, of the world and of the other pane, and a pull in between.
std::unique_ptr<InlineRunner> edited_run() {
    auto runner = started(test::small_cloth());
    runner->advance(10);
    runner->post(with_iterations(*runner, 3));
    runner->advance(10);
    runner->post(SetHand{{{{9, Vec3(0.3, 1, 0.2)}}, {}}});
    runner->advance(5);
    runner->post(SetHand{});
    World world = runner->latest()->world;
    world.gravity = {1, -5, 0};
    runner->post(SetWorld{world});
    runner->advance(10);
    std::vector<Settings> panes = panes_of(*runner->latest());
    panes[1].stretch_compliance = 1e-3;
    panes[1].integrator = Integrator::bdf2;
    runner->post(SetPanes{panes});
    runner->advance(10);
    return runner;
}

TEST(Edits, ASessionOfARunWithThreeEditsReproducesItsBits) {
    const auto runner = edited_run();
    ASSERT_EQ(runner->latest()->frame, 45);
    const Session session = session_of(*runner->latest());
    EXPECT_EQ(session.past.size(), 4u) << "the start, the first edit, the pull, the second edit; the third is present";
    const auto again = reopened(*runner);
    EXPECT_EQ(again->latest()->frame, 45);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
    EXPECT_EQ(session_of(*again->latest()), session) << "and can be saved again";
    Session without = session;
    without.past.clear();
    EXPECT_NE(started(without)->latest()->hash, runner->latest()->hash) << "the edits matter";
    // The reopened run continues with the same bits.
    runner->advance(5);
    again->advance(5);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
}

TEST(Edits, EveryFrameOfSuchARunReproducesItsBits) {
    const auto runner = edited_run();
    for (const std::int64_t frame : {1, 9, 10, 11, 20, 23, 25, 26, 35, 36, 45}) {
        runner->post(Seek{frame});
        ASSERT_EQ(runner->latest()->frame, frame);
        EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash) << frame;
    }
}

TEST(Edits, AChangeThatNoStepHasSeenIsThePresentOnly) {
    const auto runner = started(test::small_cloth());
    runner->advance(7);
    runner->post(with_iterations(*runner, 2));
    const Session session = session_of(*runner->latest());
    ASSERT_EQ(session.past.size(), 1u);
    EXPECT_EQ(session.past[0].until, 7);
    EXPECT_EQ(session.panes[0].iterations, 2);
    const auto again = reopened(*runner);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
    EXPECT_EQ(again->latest()->panes[0].settings.iterations, 2);
    runner->advance(3);
    again->advance(3);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
}

TEST(Edits, ARestartForgetsWhatWasSetBefore) {
    const auto runner = edited_run();
    runner->post(Restart{});
    runner->advance(5);
    EXPECT_TRUE(session_of(*runner->latest()).past.empty());
    EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash);
}

TEST(Edits, APaneThatCameOnTheWayComesAgain) {
    const auto runner = started(test::small_cloth());
    runner->advance(6);
    std::vector<Settings> panes = panes_of(*runner->latest());
    panes.push_back(panes[1]);
    panes[2].method = find_method("pbd");
    panes[2].iterations = 9;
    runner->post(SetPanes{panes});
    panes[2].iterations = 4; // no frame was computed since the pane caught up with 9 iterations
    runner->post(SetPanes{panes});
    EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash);
    runner->advance(4);
    const auto again = reopened(*runner);
    ASSERT_EQ(again->latest()->panes.size(), 3u);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
    panes.pop_back();
    runner->post(SetPanes{panes});
    runner->advance(4);
    EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash);
}

TEST(Edits, AHistoryThatASwitchLeftIsStartedAnewAlikeOnEveryWay) {
    // bdf2 reads the states of two steps, bdf1 of one, and the timeline keeps only what a frame's integrator reads. So
    // bdf2 must start again after a switch, whether the user looked back or not.
    for (const bool look_back : {false, true}) {
        const auto runner = started(test::small_cloth());
        std::vector<Settings> panes = panes_of(*runner->latest());
        runner->advance(8);
        for (const Integrator integrator : {Integrator::bdf2, Integrator::bdf1, Integrator::bdf2}) {
            panes[0].integrator = panes[1].integrator = integrator;
            if (look_back) {
                const std::int64_t now = runner->latest()->frame;
                runner->post(Seek{now - 2});
                runner->post(Seek{now});
            }
            runner->post(SetPanes{panes});
            runner->advance(5);
        }
        EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash) << look_back;
    }
}

TEST(Replay, LookingBackShowsWhatWasSetThenAndPlayingShowsItAgain) {
    const auto runner = started(test::small_cloth());
    runner->advance(10);
    runner->post(with_iterations(*runner, 3));
    runner->advance(10);
    std::vector<std::uint64_t> hashes;
    for (std::int64_t frame = 0; frame <= 20; ++frame) {
        runner->post(Seek{frame});
        hashes.push_back(runner->latest()->hash);
    }
    runner->post(Seek{4});
    EXPECT_EQ(runner->latest()->panes[0].settings.iterations, 20);
    runner->post(Play{true});
    for (std::size_t frame = 5; frame <= 20; ++frame) {
        runner->advance(1);
        EXPECT_EQ(runner->latest()->hash, hashes[frame]) << frame;
        EXPECT_EQ(runner->latest()->panes[0].settings.iterations, frame < 10 ? 20 : 3) << frame;
        EXPECT_EQ(runner->latest()->last_frame, 20) << "nothing is recorded anew";
    }
    runner->advance(3);
    EXPECT_EQ(runner->latest()->last_frame, 23) << "beyond the end it goes on";
    EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash);
}

TEST(Replay, WhatIsSetAtTheEndOutlastsALookBack) {
    const auto runner = started(test::small_cloth());
    runner->advance(10);
    runner->post(with_iterations(*runner, 3));
    runner->post(Seek{2});
    EXPECT_EQ(runner->latest()->panes[0].settings.iterations, 20);
    runner->post(Seek{10});
    EXPECT_EQ(runner->latest()->panes[0].settings.iterations, 3);
    EXPECT_TRUE(runner->latest()->cuts.empty());
}

TEST(Replay, GapsThatWereThinnedOutAreComputedAgainWithTheSameBits) {
    const auto whole = edited_run();
    std::vector<std::uint64_t> hashes;
    for (std::int64_t frame = 0; frame <= 45; ++frame) {
        whole->post(Seek{frame});
        hashes.push_back(whole->latest()->hash);
    }
    const auto runner = edited_run();
    runner->post(SetTimelineLimit{runner->latest()->timeline_bytes / 3});
    ASSERT_GT(runner->latest()->kept.widest_gap, 1);
    ASSERT_EQ(runner->latest()->first_frame, 0);
    runner->post(Seek{0});
    for (std::size_t frame = 1; frame <= 45; ++frame) {
        runner->advance(1);
        ASSERT_EQ(runner->latest()->frame, static_cast<std::int64_t>(frame));
        EXPECT_EQ(runner->latest()->hash, hashes[frame]) << frame;
    }
    EXPECT_TRUE(runner->latest()->cuts.empty());
}

/// If steps are quick, the timeline keeps few frames; the frames in between are stepped again.
TEST(Replay, AnyFrameOfALongRunComesBackWithTheSameBitsAndLeadsOn) {
    const auto runner = test::runner_of(test::small_cloth());
    std::vector<std::uint64_t> hashes = {runner->latest()->hash};
    for (int frame = 0; frame < 1000; ++frame) {
        if (frame == 130 || frame == 135) { // between two kept frames
            std::vector<Settings> panes = {runner->latest()->panes[0].settings, runner->latest()->panes[1].settings};
            panes[1].stretch_compliance *= 4;
            runner->post(SetPanes{panes});
        }
        runner->post(SetHand{frame > 100 && frame < 140 ? Hand{{{40, Vec3(0, 1, 0)}}, {}} : Hand{}});
        runner->advance(1);
        hashes.push_back(runner->latest()->hash);
    }
    ASSERT_GT(runner->latest()->kept.widest_gap, 8) << "a step of 8 x 8 particles takes well below 10 ms";
    const std::size_t bytes = runner->latest()->timeline_bytes;
    runner->post(SetHand{{{{40, Vec3(0, 2, 0)}}, {}}}); // a grab does not change recorded frames
    for (const std::int64_t frame : {500, 135, 136, 139, 134, 133, 101, 1, 63, 64, 65, 999, 700, 0, 1000}) {
        runner->post(Seek{frame});
        ASSERT_EQ(runner->latest()->frame, frame);
        EXPECT_EQ(runner->latest()->hash, hashes[static_cast<std::size_t>(frame)]) << frame;
    }
    runner->post(SetHand{});
    EXPECT_LT(runner->latest()->timeline_bytes, 3 * bytes);
    EXPECT_EQ(runner->latest()->last_frame, 1000);
    EXPECT_TRUE(runner->latest()->cuts.empty());

    runner->post(Seek{137}); // a run that continues from a frame that was not kept
    runner->post(StepFrames{-1});
    EXPECT_EQ(runner->latest()->hash, hashes[136]);
    const std::uint64_t branch = runner->latest()->branch;
    std::vector<Settings> panes = {runner->latest()->panes[0].settings, runner->latest()->panes[1].settings};
    panes[0].iterations = 3;
    runner->post(SetPanes{panes});
    runner->advance(10);
    EXPECT_EQ(runner->latest()->last_frame, 146);
    EXPECT_EQ(runner->latest()->first_frame, 0);
    runner->post(SwitchBranch{branch});
    runner->post(Seek{600});
    EXPECT_EQ(runner->latest()->hash, hashes[600]);
}

/// Runs up to frame `until`; on the way a grab tears the body, the wind rises, and pins come and go.
void live_through(InlineRunner& runner, std::int64_t until, std::vector<std::uint64_t>* hashes) {
    for (std::int64_t frame = runner.latest()->frame; frame < until; ++frame) {
        World world = runner.latest()->world;
        scenes::SceneSpec scene = runner.latest()->scene;
        std::vector<Settings> panes = panes_of(*runner.latest());
        if (frame >= 40 && frame <= 70) {
            const Grab pull{27, Vec3(0, 0.1 * static_cast<double>(frame - 40), 0.4)};
            runner.post(SetHand{frame < 70 ? Hand{{pull}, {}} : Hand{}});
        }
        if (frame == 90) {
            world.wind = {2, 0, 1};
            runner.post(SetWorld{world});
        } else if (frame == 130) {
            scenes::pin(scene, 50, Vec3(0.1, -0.4, 0.3), false);
            runner.post(SetScene{scene});
        } else if (frame == 190) {
            scenes::unpin(scene, 50);
            runner.post(SetScene{scene});
        } else if (frame == 20 || frame == 170) {
            panes[0].tear_strain = panes[1].tear_strain = frame == 20 ? 0.5 : 0;
            panes[1].integrator = frame == 20 ? Integrator::bdf1 : Integrator::bdf2;
            runner.post(SetPanes{panes});
        }
        runner.advance(1);
        if (hashes) {
            hashes->push_back(runner.latest()->hash);
        }
    }
}

TEST(Replay, AThinnedRunResumedAnywhereGoesOnAsOneThatWasNeverRecorded) {
    const Session session = test::small_cloth(12);
    std::vector<std::uint64_t> hashes{test::runner_of(session)->latest()->hash};
    const auto first = test::runner_of(session);
    live_through(*first, 700, &hashes);
    ASSERT_TRUE(first->latest()->panes[0].torn);
    for (const int threads : {2, 3}) {
        const auto runner = test::runner_of(session, threads);
        live_through(*runner, 700, nullptr);
        ASSERT_GT(runner->latest()->kept.widest_gap, 8);
        for (const std::int64_t frame : {57, 129, 131, 189, 191, 45, 69, 71, 171, 300, 20, 91}) {
            runner->post(Seek{frame});
            EXPECT_EQ(runner->latest()->hash, hashes[static_cast<std::size_t>(frame)]) << frame;
        }
        for (const std::int64_t frame : {175, 140, 63}) {
            runner->post(Seek{frame});
            const auto anew = test::runner_of(session);
            live_through(*anew, frame, nullptr);
            for (InlineRunner* each : {runner.get(), anew.get()}) {
                each->post(SetHand{});
                each->post(with_iterations(*each, 7));
                each->advance(30);
            }
            EXPECT_EQ(runner->latest()->hash, anew->latest()->hash) << frame;
        }
    }
}

TEST(Branches, AChangeInThePastBeginsOneAndTheOldOneComesBack) {
    const auto runner = started(test::small_cloth());
    runner->advance(20);
    const std::uint64_t old_end = runner->latest()->hash;
    const std::uint64_t old_branch = runner->latest()->branch;
    runner->post(Seek{5});
    const std::uint64_t parted = runner->latest()->hash;
    runner->post(with_iterations(*runner, 1));
    EXPECT_EQ(runner->latest()->last_frame, 5);
    EXPECT_EQ(runner->latest()->cuts, std::vector<std::uint64_t>{old_branch});
    runner->advance(10);
    const std::uint64_t new_end = runner->latest()->hash;
    const std::uint64_t new_branch = runner->latest()->branch;
    EXPECT_NE(new_branch, old_branch);

    runner->post(SwitchBranch{old_branch});
    EXPECT_EQ(runner->latest()->frame, 5);
    EXPECT_EQ(runner->latest()->hash, parted);
    EXPECT_EQ(runner->latest()->last_frame, 20);
    EXPECT_EQ(runner->latest()->panes[0].settings.iterations, 20);
    runner->post(Seek{20});
    EXPECT_EQ(runner->latest()->hash, old_end);
    EXPECT_EQ(reopened(*runner)->latest()->hash, old_end);

    runner->post(SwitchBranch{new_branch});
    EXPECT_EQ(runner->latest()->panes[0].settings.iterations, 1);
    runner->post(Seek{15});
    EXPECT_EQ(runner->latest()->hash, new_end);
    EXPECT_EQ(reopened(*runner)->latest()->hash, new_end);
    EXPECT_EQ(runner->latest()->error_serial, 0u);
    runner->post(SwitchBranch{12345});
    EXPECT_EQ(runner->latest()->error_serial, 1u);
    EXPECT_EQ(runner->latest()->hash, new_end);
}

TEST(Branches, APullInThePastBeginsOneWhenItIsStepped) {
    const auto runner = started(test::small_cloth());
    runner->advance(20);
    runner->post(Seek{8});
    runner->post(SetHand{{{{9, Vec3(0.5, 1, 0)}}, {}}});
    runner->post(SetHand{});
    EXPECT_TRUE(runner->latest()->cuts.empty()) << "nothing has moved yet";
    runner->post(SetHand{{{{9, Vec3(0.5, 1, 0)}}, {}}});
    runner->advance(4);
    EXPECT_EQ(runner->latest()->last_frame, 12);
    EXPECT_EQ(runner->latest()->cuts.size(), 1u);
    runner->post(SetHand{});
    runner->advance(2);
    EXPECT_EQ(reopened(*runner)->latest()->hash, runner->latest()->hash);
}

TEST(Samples, EveryFrameIsMeasuredOnceThoughNobodyLooks) {
    const auto runner = started(test::small_cloth());
    runner->post(SetDetail{.samples = true});
    runner->advance(30);
    runner->post(RunAhead{20});
    runner->post(Seek{10});
    runner->advance(5);
    const std::vector<Sample> samples = runner->take_samples();
    ASSERT_EQ(samples.size(), 51u);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_EQ(samples[i].frame, static_cast<std::int64_t>(i));
        EXPECT_EQ(samples[i].readout.size(), 2u);
    }
    EXPECT_TRUE(runner->take_samples().empty());
    runner->post(Seek{33});
    for (std::size_t pane = 0; pane < 2; ++pane) {
        for (std::size_t row = 0; row < readouts().size(); ++row) {
            if (readouts()[row].key == "sag" || readouts()[row].key == "mean_strain") {
                EXPECT_EQ(samples[33].readout[pane][row], runner->latest()->panes[pane].readings[row]);
            }
        }
    }
}

} // namespace
} // namespace xpbd::lab
