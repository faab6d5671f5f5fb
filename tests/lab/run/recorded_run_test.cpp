#include "lab/run/recorded_run.h"

#include "fixtures.h"
#include "run/running.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

using test::experiment_of;

/// A listener that writes one letter per call: changed, stepped, recorded, began, failed.
class Diary : public RecordedRun::Listener {
public:
    std::string take() { return std::exchange(text_, {}); }

private:
    void changed() override { text_ += 'c'; }
    void stepped() override { text_ += 's'; }
    void recorded() override { text_ += 'r'; }
    void began() override { text_ += 'b'; }
    void failed(const std::string& message) override { text_ += 'f' + message; }

    std::string text_;
};

class RecordedRuns : public ::testing::Test {
protected:
    RecordedRuns() { run.open(session); }

    /// The hash after every one of the coming frames.
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

    Diary diary;
    Session session = test::small_cloth();
    RecordedRun run{experiment_of(session), diary};
};

TEST_F(RecordedRuns, TellsWhatHappens) {
    EXPECT_EQ(diary.take(), "bcr");
    ASSERT_TRUE(run.step());
    EXPECT_EQ(diary.take(), "csr");
    run.go_to(0);
    EXPECT_EQ(diary.take(), "c");
    ASSERT_TRUE(run.step());
    EXPECT_EQ(diary.take(), "c") << "what was recorded is only shown";
    ASSERT_TRUE(run.set_panes(run.panes()));
    run.restart();
    EXPECT_EQ(diary.take(), "cbcr");
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
    run.hold({{40, Vec3(0, 1, 0)}});
    ASSERT_TRUE(run.step(true));
    EXPECT_EQ(run.timeline().last_frame(), 4);
    ASSERT_TRUE(run.step());
    EXPECT_EQ(run.timeline().last_frame(), 3) << "frames 3 and 4 are cut off, and 3 is computed anew";
    run.hold({{40, Vec3(0, std::nan(""), 0)}});
    run.restart();
    ASSERT_TRUE(run.step());
    Snapshot told;
    run.fill(told);
    EXPECT_EQ(told.log->entries().size(), 1u) << "a grab without a finite target is none";
}

TEST_F(RecordedRuns, WhatFailsLeavesThingsAsTheyWere) {
    ASSERT_EQ(hashes(2).size(), 2u);
    diary.take();
    const std::uint64_t before = state_hash(run.experiment());
    World world = session.world;
    world.dt = -1;
    EXPECT_FALSE(run.set_world(world));
    scenes::SceneSpec scene = session.scene;
    scene.values["resolution"] = {1e9, 1e9, 0};
    EXPECT_FALSE(run.set_scene(scene));
    EXPECT_EQ(state_hash(run.experiment()), before);
    EXPECT_EQ(run.timeline().last_frame(), 2);
    EXPECT_EQ(diary.take(), "");
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
