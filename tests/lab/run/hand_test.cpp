// The user's hand on colliders, and things that come while the panes run: what a session keeps of them.
#include "lab/history/edit_log.h"
#include "lab/run/runner.h"

#include "fixtures.h"
#include "run/running.h"
#include "scenes/changes/things.h"

#include <cmath>
#include <memory>
#include <string>

namespace xpbd::lab {
namespace {

using test::runner_of;

Session ball_session() {
    Result<Session> session = default_session("cloth_sphere");
    EXPECT_TRUE(session);
    session->scene.values["resolution"] = {8, 8, 0};
    Settings coarse = session->panes[1];
    coarse.mesh.resolution = 6;
    session->panes.push_back(coarse);
    return *session;
}

/// Index of the ball, after the ground.
int ball_of(const Session& session) {
    const Result<Model> model = scenes::build(session.scene);
    for (std::size_t c = 0; c < model->colliders.size(); ++c) {
        if (std::holds_alternative<Sphere>(model->colliders[c].shape)) {
            return static_cast<int>(c);
        }
    }
    ADD_FAILURE() << "no ball";
    return 0;
}

ColliderGrab grab_at(int frame) {
    static const int ball = ball_of(ball_session());
    const double angle = 0.1 * frame;
    return {ball, {}, {{{std::cos(angle / 2), 0, std::sin(angle / 2), 0}, {0.3 * std::sin(angle), 0, 0}}, 1}};
}

/// Plays 30 frames; from the 10th to the 20th the hand moves the ball, then it is let go.
std::unique_ptr<InlineRunner> played(const Session& session, int threads = 1) {
    auto runner = runner_of(session, threads);
    runner->advance(10);
    for (int frame = 0; frame < 10; ++frame) {
        runner->post(SetHand{{{}, {grab_at(frame + 1)}}});
        runner->advance(1);
    }
    scenes::SceneSpec scene = session.scene;
    scenes::place_collider(scene, *runner->experiment().model(), grab_at(10).collider, grab_at(10).to);
    runner->post(SetScene{scene});
    runner->post(SetHand{});
    runner->advance(10);
    return runner;
}

Session saved(const InlineRunner& runner) {
    Session present = runner.experiment().session();
    const auto snapshot = runner.latest();
    present.past = snapshot->log->past(snapshot->frame, present);
    return present;
}

TEST(HandOnColliders, ASavedSessionRepeatsThePathToTheSameBits) {
    const auto runner = played(ball_session());
    const Session session = saved(*runner);
    EXPECT_FALSE(session.past.empty());
    const Result<Session> read = parse_session(write_session(session), "again");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, session);
    for (const int threads : {1, 3}) {
        const auto again = runner_of(*read, threads);
        EXPECT_EQ(again->latest()->frame, 30);
        EXPECT_EQ(state_hash(again->experiment()), state_hash(runner->experiment()));
    }
    EXPECT_NE(state_hash(runner->experiment()), [] {
        const auto untouched = runner_of(ball_session());
        untouched->advance(30);
        return state_hash(untouched->experiment());
    }());
}

TEST(HandOnColliders, TheBallIsShownWhereItIsHeld) {
    const Session session = ball_session();
    const auto runner = runner_of(session);
    runner->advance(3);
    EXPECT_TRUE(runner->latest()->held.empty());
    runner->post(SetHand{{{}, {grab_at(1)}}});
    runner->advance(1);
    ASSERT_EQ(runner->latest()->held.size(), 1u);
    EXPECT_EQ(runner->latest()->held[0].to, grab_at(1).to);
    EXPECT_EQ(runner->latest()->held[0].from, Placement{});
    runner->post(SetHand{{{}, {grab_at(2)}}});
    runner->advance(1);
    EXPECT_EQ(runner->latest()->held[0].from, grab_at(1).to) << "it starts where it was";
    runner->post(SetHand{});
    runner->advance(1);
    EXPECT_TRUE(runner->latest()->held.empty());
}

TEST(HandOnColliders, ScrubbingBackShowsThePathAndPlayingRepeatsIt) {
    const auto runner = played(ball_session());
    const std::uint64_t end = state_hash(runner->experiment());
    runner->post(Seek{15});
    ASSERT_EQ(runner->latest()->held.size(), 1u);
    EXPECT_EQ(runner->latest()->held[0].to, grab_at(5).to);
    EXPECT_TRUE(runner->latest()->scene.changes.empty());
    runner->post(Seek{30});
    EXPECT_EQ(state_hash(runner->experiment()), end);
    EXPECT_EQ(runner->latest()->scene.changes.things.size(), 1u);
}

TEST(HandOnColliders, HoldingOneAtAnEarlierFrameBeginsABranch) {
    const auto runner = played(ball_session());
    runner->post(Seek{5});
    runner->post(SetHand{{{}, {grab_at(3)}}});
    runner->advance(1);
    EXPECT_EQ(runner->latest()->last_frame, 6);
    EXPECT_FALSE(runner->latest()->cuts.empty());
}

TEST(HandOnColliders, APlacementThatIsNoneIsIgnored) {
    const auto runner = runner_of(ball_session());
    ColliderGrab bad = grab_at(1);
    bad.to.pose.shift.x = std::nan("");
    runner->post(SetHand{{{}, {bad}}});
    runner->advance(1);
    EXPECT_TRUE(runner->latest()->held.empty());
    bad = grab_at(1);
    bad.to.size = 0;
    runner->post(SetHand{{{}, {bad}}});
    runner->advance(1);
    EXPECT_TRUE(runner->latest()->held.empty());
    bad = grab_at(1);
    bad.collider = 99;
    runner->post(SetHand{{{}, {bad}}});
    runner->advance(1); // a collider that does not exist moves nothing
    EXPECT_FALSE(runner->experiment().any_diverged());
}

TEST(Things, TheyComeAndGoWhileThePanesRun) {
    const Session session = test::small_cloth();
    const auto runner = runner_of(session);
    runner->advance(10);
    const State before = runner->experiment().panes()[0].state;
    scenes::SceneSpec scene = session.scene;
    scene.changes.things = {scenes::AddedCollider{Sphere{{0.5, 0.2, 0.3}, 0.1}, 0.3, Vec3(0)}, scenes::Weight{40, 0.2},
                            scenes::String{{3, 44}, 0.3, 1e-4}};
    runner->post(SetScene{scene});
    EXPECT_EQ(runner->latest()->frame, 10);
    EXPECT_EQ(runner->experiment().panes()[0].state.particles.position[20], before.particles.position[20]);
    EXPECT_LT(runner->experiment().panes()[0].state.particles.position[40].w, before.particles.position[40].w);
    runner->advance(9);
    const std::uint64_t with = state_hash(runner->experiment());
    runner->advance(1);
    runner->post(SetScene{session.scene}); // as undo does
    runner->advance(5);
    EXPECT_EQ(runner->experiment().panes()[0].state.particles.position[40].w, before.particles.position[40].w);
    const Session kept = saved(*runner);
    const auto again = runner_of(*parse_session(write_session(kept), "again"));
    EXPECT_EQ(state_hash(again->experiment()), state_hash(runner->experiment()));
    runner->post(Seek{19}); // the frame 20 has the scene without them already
    EXPECT_EQ(state_hash(runner->experiment()), with);
    runner->post(Seek{4});
    EXPECT_TRUE(runner->latest()->scene.changes.empty());
    EXPECT_FALSE(runner->experiment().any_diverged());
}

} // namespace
} // namespace xpbd::lab
