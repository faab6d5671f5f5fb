#include "lab/run/runner.h"

#include "fixtures.h"
#include "run/running.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

using test::runner_of;

std::uint64_t hash_after(const Session& session, int frames) {
    const auto runner = runner_of(session);
    runner->advance(frames);
    return runner->latest()->hash;
}

TEST(InlineRunner, StartsPausedAtFrameZero) {
    const auto runner = runner_of(test::small_cloth());
    const auto shown = runner->latest();
    EXPECT_EQ(shown->frame, 0);
    EXPECT_FALSE(shown->playing);
    EXPECT_FALSE(shown->busy);
    EXPECT_EQ(shown->panes.size(), 2u);
    EXPECT_EQ(shown->commands_done, 0u);
    EXPECT_EQ(shown->measured_speed, shown->asked_speed);
}

TEST(InlineRunner, ASnapshotShowsWhatTheExperimentHolds) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(20);
    const auto shown = runner->latest();
    const Experiment& experiment = runner->experiment();
    EXPECT_EQ(shown->frame, 20);
    EXPECT_EQ(shown->hash, state_hash(experiment));
    EXPECT_EQ(shown->model, experiment.model());
    for (std::size_t i = 0; i < shown->panes.size(); ++i) {
        const Pane& pane = experiment.panes()[i];
        const PaneSnapshot& drawn = shown->panes[i];
        ASSERT_EQ(drawn.positions.size(), pane.state.particles.position.size());
        EXPECT_EQ(drawn.positions.back(), glm::vec3(xyz(pane.state.particles.position.back())));
        EXPECT_EQ(drawn.strain.size(), experiment.model()->of_type<Distance>().size());
        const Measure measured =
            measure(*experiment.model(), pane.state, pane.settings, experiment.world().gravity, experiment.world().dt);
        EXPECT_EQ(drawn.measure.sag, measured.sag);
        EXPECT_EQ(drawn.settings, pane.settings);
    }
}

TEST(InlineRunner, ASnapshotNeverChanges) {
    const auto runner = runner_of(test::small_cloth());
    const auto before = runner->latest();
    const glm::vec3 position = before->panes[0].positions.back();
    runner->advance(10);
    EXPECT_EQ(before->frame, 0);
    EXPECT_EQ(before->panes[0].positions.back(), position);
    EXPECT_NE(runner->latest()->panes[0].positions.back(), position);
}

TEST(InlineRunner, SteppingBackAndOnGivesTheSameBits) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        Session session = test::small_cloth();
        for (Settings& pane : session.panes) {
            pane.integrator = integrator;
        }
        const auto runner = runner_of(session);
        std::vector<std::uint64_t> hashes{runner->latest()->hash};
        for (int frame = 1; frame <= 30; ++frame) {
            runner->post(StepFrames{1});
            hashes.push_back(runner->latest()->hash);
        }
        runner->post(StepFrames{-12});
        EXPECT_EQ(runner->latest()->frame, 18);
        EXPECT_EQ(runner->latest()->last_frame, 30) << "the future stays on the timeline";
        for (std::size_t frame = 18; frame <= 30; ++frame) {
            EXPECT_EQ(runner->latest()->hash, hashes[frame]) << frame;
            runner->post(StepFrames{1});
        }
    }
}

TEST(InlineRunner, SeekingIsClampedToWhatIsKept) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(10);
    runner->post(Seek{4});
    EXPECT_EQ(runner->latest()->frame, 4);
    EXPECT_EQ(runner->latest()->hash, hash_after(test::small_cloth(), 4));
    runner->post(Seek{1000});
    EXPECT_EQ(runner->latest()->frame, 10);
    runner->post(Seek{-1000});
    EXPECT_EQ(runner->latest()->frame, 0);
    runner->post(StepFrames{-3});
    EXPECT_EQ(runner->latest()->frame, 0);
}

TEST(InlineRunner, AChangeAtAnEarlierFrameRecordsAnew) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(20);
    runner->post(Seek{5});
    auto panes = runner->experiment().session().panes;
    panes[0].iterations = 1;
    runner->post(SetPanes{panes});
    runner->advance(5);
    EXPECT_EQ(runner->latest()->frame, 10);
    EXPECT_EQ(runner->latest()->last_frame, 10);
    const std::uint64_t changed = runner->latest()->hash;
    runner->post(Seek{5});
    runner->post(Seek{10});
    EXPECT_EQ(runner->latest()->hash, changed);
}

TEST(InlineRunner, ADifferentNumberOfPanesStartsTheTimelineAtThePresent) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(10);
    auto panes = runner->experiment().session().panes;
    panes.pop_back();
    runner->post(SetPanes{panes});
    EXPECT_EQ(runner->latest()->panes.size(), 1u);
    EXPECT_EQ(runner->latest()->first_frame, 10);
    EXPECT_EQ(runner->latest()->last_frame, 10);
    runner->post(StepFrames{-5});
    EXPECT_EQ(runner->latest()->frame, 10);
}

TEST(InlineRunner, ASessionIsOpenedAtItsFrameAndStaysThere) {
    Session session = test::small_cloth();
    session.frame = 15;
    const auto runner = runner_of(test::small_cloth(6));
    runner->post(Play{true});
    runner->post(OpenSession{session});
    EXPECT_EQ(runner->latest()->frame, 15);
    EXPECT_FALSE(runner->latest()->playing);
    EXPECT_FALSE(runner->latest()->busy);
    EXPECT_EQ(runner->latest()->hash, hash_after(test::small_cloth(), 15));
    EXPECT_EQ(runner->latest()->commands_done, 2u);
    EXPECT_EQ(runner_of(session)->latest()->frame, 15) << "creating from it does the same";
}

TEST(InlineRunner, FailedCommandsReportAndChangeNothing) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(5);
    const std::uint64_t hash = runner->latest()->hash;
    Session session = test::small_cloth();
    session.scene.name = "no such scene";
    runner->post(OpenSession{session});
    EXPECT_EQ(runner->latest()->error_serial, 1u);
    EXPECT_NE(runner->latest()->error.find("no such scene"), std::string::npos) << runner->latest()->error;
    runner->post(SetScene{session.scene});
    EXPECT_EQ(runner->latest()->error_serial, 2u);
    Settings bad;
    bad.iterations = 0;
    runner->post(SetPanes{{bad}});
    EXPECT_EQ(runner->latest()->error_serial, 3u);
    EXPECT_EQ(runner->latest()->error.rfind("panes[0].iterations: ", 0), 0u) << runner->latest()->error;
    World world;
    world.dt = -1;
    runner->post(SetWorld{world});
    EXPECT_EQ(runner->latest()->error_serial, 4u);
    EXPECT_EQ(runner->latest()->hash, hash);
    EXPECT_EQ(runner->latest()->frame, 5);
    EXPECT_EQ(runner->latest()->panes.size(), 2u);
    EXPECT_EQ(runner->latest()->commands_done, 4u);
}

TEST(InlineRunner, RestartGoesBackToTheStart) {
    const auto runner = runner_of(test::small_cloth());
    const std::uint64_t start = runner->latest()->hash;
    runner->advance(5);
    runner->post(Restart{});
    EXPECT_EQ(runner->latest()->frame, 0);
    EXPECT_EQ(runner->latest()->hash, start);
    EXPECT_EQ(runner->latest()->last_frame, 0);
}

TEST(InlineRunner, ADivergedPanePausesShowsItsLastGoodStateAndCanBeRestored) {
    const auto runner = runner_of(test::runaway());
    runner->post(Play{true});
    runner->advance(50);
    auto shown = runner->latest();
    EXPECT_FALSE(shown->playing);
    EXPECT_EQ(shown->frame, test::kRunawayFrame);
    EXPECT_EQ(shown->last_frame, test::kRunawayFrame - 1) << "the bad frame is not recorded";
    EXPECT_TRUE(shown->panes[0].diverged);
    EXPECT_FALSE(shown->panes[1].diverged);
    EXPECT_LT(shown->panes[0].positions[0].x, 1e6f);
    runner->post(Play{true});
    EXPECT_FALSE(runner->latest()->playing);

    runner->post(RestoreLastGood{0});
    shown = runner->latest();
    EXPECT_EQ(shown->frame, test::kRunawayFrame - 1);
    EXPECT_FALSE(shown->panes[0].diverged);
    EXPECT_EQ(shown->hash, hash_after(test::runaway(), test::kRunawayFrame - 1));
}

TEST(InlineRunner, StepsBackOutOfADivergence) {
    const auto runner = runner_of(test::runaway());
    runner->advance(50);
    runner->post(StepFrames{-3});
    EXPECT_EQ(runner->latest()->frame, test::kRunawayFrame - 3);
    EXPECT_FALSE(runner->latest()->panes[0].diverged);
    EXPECT_EQ(runner->latest()->hash, hash_after(test::runaway(), test::kRunawayFrame - 3));
}

TEST(InlineRunner, SpeedIsKeptWithinItsBounds) {
    const auto runner = runner_of(test::small_cloth());
    runner->post(SetSpeed{0});
    EXPECT_EQ(runner->latest()->asked_speed, 1e-3);
    runner->post(SetSpeed{1e9});
    EXPECT_EQ(runner->latest()->asked_speed, 1e3);
    runner->post(SetSpeed{std::numeric_limits<double>::quiet_NaN()});
    EXPECT_EQ(runner->latest()->asked_speed, 1e3);
    EXPECT_EQ(runner->latest()->error_serial, 1u);
}

TEST(InlineRunner, SixHundredFramesOfTwoClothsOf64AreKeptAndAnyOneResumesBitForBit) {
    Session session = test::small_cloth(64);
    for (Settings& settings : session.panes) {
        settings.iterations = 2;
    }
    const auto runner = runner_of(session);
    runner->post(RunAhead{300});
    const std::uint64_t there = runner->latest()->hash;
    runner->post(RunAhead{300});
    EXPECT_EQ(runner->latest()->frame, 600);
    EXPECT_EQ(runner->latest()->first_frame, 0) << runner->latest()->timeline_bytes << " bytes";
    EXPECT_LE(runner->latest()->timeline_bytes, runner->latest()->timeline_limit);
    EXPECT_EQ(runner->latest()->timeline_limit, std::size_t{96} << 20);
    runner->post(Seek{300});
    EXPECT_EQ(runner->latest()->hash, there);
    runner->post(Seek{200});
    runner->advance(100);
    EXPECT_EQ(runner->latest()->frame, 300);
    EXPECT_EQ(runner->latest()->hash, there);
    EXPECT_EQ(runner->latest()->last_frame, 600) << "what was recorded is played again";
}

TEST(InlineRunner, RunningAheadContinuesFromTheNewestFrame) {
    const auto runner = runner_of(test::small_cloth());
    runner->post(RunAhead{20});
    runner->post(Seek{5});
    runner->post(RunAhead{10});
    EXPECT_EQ(runner->latest()->frame, 30);
    EXPECT_EQ(runner->latest()->first_frame, 0);
    EXPECT_EQ(runner->latest()->hash, hash_after(test::small_cloth(), 30));
    EXPECT_FALSE(runner->latest()->playing);
}

TEST(InlineRunner, ALoopShowsTheRecordedFramesRoundAndRound) {
    const auto runner = runner_of(test::small_cloth());
    runner->post(RunAhead{9});
    runner->post(SetLoop{true});
    runner->post(Play{true});
    EXPECT_TRUE(runner->latest()->looping);
    runner->advance(1);
    EXPECT_EQ(runner->latest()->frame, 0);
    runner->advance(13);
    EXPECT_EQ(runner->latest()->frame, 3);
    EXPECT_EQ(runner->latest()->last_frame, 9) << "nothing is recorded anew";
    EXPECT_EQ(runner->latest()->hash, hash_after(test::small_cloth(), 3));
    runner->post(SetLoop{false});
    runner->advance(1);
    EXPECT_EQ(runner->latest()->frame, 4);
    EXPECT_EQ(runner->latest()->last_frame, 9);
}

TEST(InlineRunner, DetailIsThereWhereItIsAskedForAndOnlyThere) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(30);
    EXPECT_TRUE(runner->latest()->panes[0].residuals.empty());
    EXPECT_TRUE(runner->latest()->panes[0].tension.empty());
    runner->post(SetDetail{true, true});
    const auto shown = runner->latest();
    for (const PaneSnapshot& pane : shown->panes) {
        ASSERT_EQ(pane.residuals.size(), static_cast<std::size_t>(pane.settings.iterations));
        EXPECT_NEAR(pane.residuals.back().residual_dual, pane.measure.residual_dual, 1e-9 * pane.measure.residual_dual);
        EXPECT_EQ(pane.tension.size(), shown->model->of_type<Distance>().size());
        EXPECT_GT(*std::max_element(pane.tension.begin(), pane.tension.end()), 0);
    }
    runner->advance(1);
    EXPECT_EQ(runner->latest()->hash, hash_after(test::small_cloth(), 31)) << "looking changes nothing";
    runner->post(SetDetail{});
    EXPECT_TRUE(runner->latest()->panes[0].residuals.empty());
}

TEST(InlineRunner, ShowsNoForcesOfAMethodThatHasNone) {
    Session session = *default_session("incline");
    session.panes.resize(1);
    session.panes[0].method = find_method("hpbd");
    const auto runner = runner_of(session);
    runner->post(SetDetail{false, true});
    runner->advance(60);
    EXPECT_GT(runner->latest()->panes[0].stats.contacts, 0) << "it lies on the ground";
    EXPECT_TRUE(runner->latest()->panes[0].contacts.empty());
    EXPECT_TRUE(runner->latest()->panes[0].tension.empty());
    session.panes[0].method = find_method("pbd");
    runner->post(SetPanes{session.panes});
    EXPECT_TRUE(runner->latest()->panes[0].contacts.empty()) << "before the first step of the new method";
    runner->advance(1);
    EXPECT_FALSE(runner->latest()->panes[0].contacts.empty());
}

TEST(InlineRunner, ContactForcesCarryTheWeightOfWhatLiesOnTheGround) {
    Session session = *default_session("incline");
    session.scene.values["angle"] = {0, 0, 0};
    session.panes.resize(1);
    const auto runner = runner_of(session);
    runner->post(SetDetail{false, true});
    runner->advance(400);
    const auto shown = runner->latest();
    glm::vec3 sum(0);
    for (const auto& contact : shown->panes[0].contacts) {
        sum += contact.force;
    }
    double weight = 0;
    for (const double mass : shown->model->mass) {
        weight += 9.81 * mass;
    }
    EXPECT_NEAR(sum.y, weight, 1e-3 * weight);
}

} // namespace
} // namespace xpbd::lab
