// The user's hand on colliders, and things that come while the panes run: what a session keeps of them.
#include "lab/files/link/link.h"
#include "lab/history/edit_log.h"
#include "lab/run/runner.h"

#include "fixtures.h"
#include "run/running.h"
#include "scenes/changes/cuts.h"
#include "scenes/changes/things.h"

#include <algorithm>
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
                            scenes::String{{3, 44}, Vec3(0), 0.3, 1e-4},
                            scenes::String{{50, -1}, {0, 0.5, 0.5}, 0.3, 0}};
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

/// A cut across a session's cloth, from its left edge to its middle.
scenes::Cut half_cut(const Session& session) {
    const Result<Model> model = scenes::build(session.scene);
    Vec3 low(1e9), high(-1e9);
    for (std::size_t i = 0; i < model->particle_count(); ++i) {
        low = glm::min(low, scenes::pattern_place(*model, static_cast<int>(i)));
        high = glm::max(high, scenes::pattern_place(*model, static_cast<int>(i)));
    }
    EXPECT_EQ(low.z, high.z) << "the pattern of a cloth is flat";
    const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
    const double off = 0.013; // not through particles
    return {{middle + Vec3(-1.1 * half.x, off, 0), middle + Vec3(off, off, 0)}, {0, 0, 0.05}};
}

TEST(Scissors, CutEveryPaneAtTheSamePlacesAndGoWithTheSession) {
    Session session = test::small_cloth();
    Settings fine = session.panes[1];
    fine.mesh.resolution = 17;
    session.panes.push_back(fine);
    const auto runner = runner_of(session);
    runner->advance(10);
    scenes::SceneSpec scene = session.scene;
    scene.changes.things = {half_cut(session)};
    runner->post(SetScene{scene});
    std::vector<double> shares;
    for (const Pane& pane : runner->experiment().panes()) {
        ASSERT_FALSE(pane.state.torn.empty());
        const auto torn = std::count(pane.state.torn.begin(), pane.state.torn.end(), 1);
        EXPECT_GT(torn, 0);
        // A cut across n rows tears in proportion to n, of constraints in proportion to n squared.
        shares.push_back(static_cast<double>(torn) / std::sqrt(static_cast<double>(pane.state.torn.size())));
    }
    EXPECT_NEAR(shares[2] / shares[0], 1, 0.35);
    EXPECT_FALSE(runner->latest()->panes[0].whole_triangles.empty());
    EXPECT_LT(runner->latest()->panes[0].whole_triangles.size(), runner->experiment().model()->triangles.size());
    runner->advance(10);
    const Session kept = saved(*runner);
    const Result<Session> read = parse_session(write_session(kept), "again");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(state_hash(runner_of(*read)->experiment()), state_hash(runner->experiment()));

    runner->post(SetScene{session.scene}); // undo mends it
    for (const Pane& pane : runner->experiment().panes()) {
        EXPECT_TRUE(pane.state.torn.empty());
    }
    runner->post(SetScene{scene});
    runner->post(Restart{});
    EXPECT_FALSE(runner->experiment().panes()[0].state.torn.empty()) << "a restarted scene is cut from the start";
}

TEST(Scissors, ACutThroughEverythingLeavesPiecesThatFall) {
    Session session = test::small_cloth();
    const Result<Model> model = scenes::build(session.scene);
    // Between all rows and columns: single particles are left.
    const int side = model->grid[0];
    const auto at = [&](int column, int row) { return scenes::pattern_place(*model, row * side + column); };
    const Vec3 right = at(1, 0) - at(0, 0), down = at(0, 1) - at(0, 0);
    const Vec3 across(0, 0, 0.05);
    for (int i = 0; i + 1 < side; ++i) {
        session.scene.changes.things.emplace_back(
            scenes::Cut{{at(i, 0) + 0.5 * right - down, at(i, side - 1) + 0.5 * right + down}, across});
        session.scene.changes.things.emplace_back(
            scenes::Cut{{at(0, i) + 0.5 * down - right, at(side - 1, i) + 0.5 * down + right}, across});
    }
    for (const char* method : {"pbd", "xpbd", "global", "vbd", "avbd", "direct", "newton", "hpbd", "mgpbd"}) {
        session.panes.assign(1, session.panes[0]);
        session.panes[0].method = find_method(method);
        session.panes[0].velocity_damping = 0;
        session.panes[0].integrator = Integrator::bdf1;
        session.panes[0].substeps = 1;
        const auto runner = runner_of(session);
        runner->advance(30);
        const Pane& pane = runner->experiment().panes()[0];
        EXPECT_FALSE(pane.diverged) << method;
        EXPECT_TRUE(runner->latest()->panes[0].whole_triangles.empty()) << method;
        // A particle that nothing holds falls by g t (t + h) / 2.
        const double t = runner->experiment().time(), h = session.world.dt;
        const int free = side * side / 2;
        EXPECT_NEAR(pane.state.particles.position[index_of(free)].y,
                    model->rest_position[index_of(free)].y + 0.5 * session.world.gravity.y * t * (t + h), 1e-6)
            << method;
    }
}

TEST(Things, TheExampleOfTheDocumentsRuns) {
    const std::string document = test::slurp(test::source_folder() + "/src/scenes/CUSTOM.md");
    const std::size_t begin = document.find("```json\n", document.find("<!-- things -->")) + 8;
    const Result<Session> session =
        parse_session(document.substr(begin, document.find("```", begin) - begin), "CUSTOM.md");
    ASSERT_TRUE(session) << session.error().message;
    const auto runner = runner_of(*session);
    EXPECT_FALSE(runner->experiment().panes()[0].state.torn.empty()) << "the cut misses the cloth";
    runner->advance(60);
    EXPECT_FALSE(runner->experiment().any_diverged());
    const Result<std::string> link = to_link(*session);
    ASSERT_TRUE(link);
    EXPECT_LT(link->size(), 2000u);
}

} // namespace
} // namespace xpbd::lab
