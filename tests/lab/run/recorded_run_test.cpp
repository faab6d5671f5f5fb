#include "lab/run/recorded_run.h"

#include "fixtures.h"
#include "run/running.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace xpbd::lab {
namespace {

using test::experiment_of;

class RecordedRuns : public ::testing::Test {
protected:
    RecordedRuns() { run.open(session); }

    /// Steps `frames` frames and returns the hash after each.
    std::vector<std::uint64_t> hashes(int frames) {
        std::vector<std::uint64_t> all;
        for (int i = 0; i < frames && run.step(); ++i) {
            all.push_back(state_hash(run.experiment()));
        }
        return all;
    }
    std::vector<Settings> softer() const {
        std::vector<Settings> panes = run.panes();
        panes[1].stretch_compliance *= 4;
        return panes;
    }

    /// The frames that were measured since the last call.
    std::vector<std::int64_t> measured() {
        std::vector<std::int64_t> frames;
        for (const Sample& sample : run.take_samples()) {
            frames.push_back(sample.frame);
        }
        return frames;
    }
    Snapshot snapshot() {
        Snapshot shown;
        run.fill(shown);
        return shown;
    }

    Session session = test::small_cloth();
    RecordedRun run{experiment_of(session), true};
};

using Frames = std::vector<std::int64_t>;

TEST_F(RecordedRuns, MeasuresAFrameOnceWhenItIsRecorded) {
    EXPECT_EQ(measured(), Frames{0});
    ASSERT_TRUE(run.step());
    EXPECT_EQ(measured(), Frames{1});
    run.go_to(0);
    ASSERT_TRUE(run.step());
    EXPECT_EQ(measured(), Frames{}) << "what was recorded is only shown";
    run.restart();
    EXPECT_EQ(measured(), Frames{0});
    run.set_detail({});
    ASSERT_TRUE(run.step());
    EXPECT_EQ(measured(), Frames{}) << "not asked for";
    run.set_detail({.samples = true});
    EXPECT_EQ(measured(), Frames{1}) << "from the current frame on";
}

TEST_F(RecordedRuns, ShowsTheFrameThatItHasGoneTo) {
    const glm::vec3 start = snapshot().panes[0].positions.back();
    ASSERT_EQ(hashes(3).size(), 3u);
    EXPECT_EQ(snapshot().frame, 3);
    EXPECT_NE(snapshot().panes[0].positions.back(), start);
    run.go_to(0);
    EXPECT_EQ(snapshot().frame, 0);
    EXPECT_EQ(snapshot().panes[0].positions.back(), start);
}

TEST_F(RecordedRuns, StartsOverWithTheReasonAsAnError) {
    ASSERT_EQ(hashes(3).size(), 3u);
    const std::uint64_t serial = snapshot().error_serial;
    run.start_over("no memory");
    EXPECT_EQ(snapshot().error, "no memory");
    EXPECT_GT(snapshot().error_serial, serial);
    EXPECT_EQ(run.timeline().last_frame(), 0);
    EXPECT_EQ(measured(), Frames{0});
}

TEST_F(RecordedRuns, GoesBackAndOnWithTheSameBits) {
    const std::vector<std::uint64_t> first = hashes(5);
    run.go_to(2);
    EXPECT_EQ(state_hash(run.experiment()), first[1]);
    EXPECT_EQ(hashes(3), std::vector(first.begin() + 2, first.end()));
    EXPECT_EQ(run.timeline().last_frame(), 5);
}

TEST_F(RecordedRuns, AChangeInThePastCutsOffAndASwitchPutsBack) {
    const std::vector<std::uint64_t> first = hashes(5);
    const std::uint64_t branch = run.timeline().newest_branch();
    run.go_to(2);
    ASSERT_TRUE(run.set_panes(softer()));
    EXPECT_EQ(run.timeline().last_frame(), 2);
    const std::vector<std::uint64_t> second = hashes(3);
    EXPECT_NE(second, std::vector(first.begin() + 2, first.end()));

    const std::uint64_t other = run.timeline().newest_branch();
    ASSERT_TRUE(run.switch_branch(branch));
    EXPECT_EQ(run.experiment().frame(), 2);
    EXPECT_EQ(run.panes(), session.panes) << "with what was set then";
    EXPECT_EQ(hashes(3), std::vector(first.begin() + 2, first.end()));
    ASSERT_TRUE(run.switch_branch(other));
    EXPECT_EQ(hashes(3), second);
    EXPECT_FALSE(run.switch_branch(12345));
}

TEST_F(RecordedRuns, AHandResumesThePastUnlessItIsOnlyShown) {
    ASSERT_EQ(hashes(4).size(), 4u);
    run.go_to(1);
    run.hold({{{40, Vec3(0, 1, 0)}}, {}});
    ASSERT_TRUE(run.step(true));
    EXPECT_EQ(run.timeline().last_frame(), 4);
    ASSERT_TRUE(run.step());
    EXPECT_EQ(run.timeline().last_frame(), 3) << "frames 3 and 4 are cut off, and 3 is computed anew";
    run.hold({{{40, Vec3(0, std::nan(""), 0)}}, {}});
    run.restart();
    ASSERT_TRUE(run.step());
    EXPECT_EQ(snapshot().log->entries().size(), 1u) << "a grab without a finite target does not count";
}

TEST_F(RecordedRuns, WhatFailsLeavesThingsAsTheyWere) {
    ASSERT_EQ(hashes(2).size(), 2u);
    measured();
    const std::uint64_t before = state_hash(run.experiment());
    World world = session.world;
    world.dt = -1;
    EXPECT_FALSE(run.set_world(world));
    scenes::SceneSpec scene = session.scene;
    scene.values["resolution"] = {1e9, 1e9, 0};
    EXPECT_FALSE(run.set_scene(scene));
    EXPECT_EQ(state_hash(run.experiment()), before);
    EXPECT_EQ(run.timeline().last_frame(), 2);
    EXPECT_EQ(measured(), Frames{});
}

TEST_F(RecordedRuns, ADivergedPaneIsNotRecordedAndGoesBack) {
    const Session fast = test::runaway();
    run.open(fast, experiment_of(fast));
    const std::vector<std::uint64_t> good = hashes(1000);
    ASSERT_EQ(static_cast<std::int64_t>(good.size()), test::kRunawayFrame - 1);
    EXPECT_TRUE(run.experiment().any_diverged());
    EXPECT_EQ(run.timeline().last_frame(), test::kRunawayFrame - 1);
    run.restore_last_good(1);
    EXPECT_TRUE(run.experiment().any_diverged()) << "pane b has not diverged";
    run.restore_last_good(0);
    EXPECT_FALSE(run.experiment().any_diverged());
    EXPECT_EQ(state_hash(run.experiment()), good.back());
}

} // namespace
} // namespace xpbd::lab
