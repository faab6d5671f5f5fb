// Panes with a mesh of their own (Settings::resolution): their results, and how the timeline, edits, pins and grabs
// treat such a mesh.
#include "fixtures.h"
#include "lab/files/memory.h"
#include "lab/run/runner.h"
#include "lab/study/output.h"
#include "run/running.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace xpbd::lab {
namespace {

using test::experiment_of;
using test::runner_of;
using test::step;

/// PBD on the scene's 8 x 8 mesh beside XPBD on one of its own.
Session two_meshes(int resolution = 5) {
    Session session = test::small_cloth();
    session.panes[1].mesh.resolution = resolution;
    return session;
}

std::uint64_t hash_of(const Experiment& experiment, std::size_t pane) {
    return hash(experiment.panes()[pane].state);
}

SetPanes with_resolution(const InlineRunner& runner, std::size_t pane, int resolution) {
    std::vector<Settings> panes;
    for (const PaneSnapshot& shown : runner.latest()->panes) {
        panes.push_back(shown.settings);
    }
    panes[pane].mesh.resolution = resolution;
    return {panes};
}

/// Every pane shows as many particles as its model has.
void expect_whole(const Snapshot& snapshot) {
    for (const PaneSnapshot& pane : snapshot.panes) {
        EXPECT_EQ(pane.positions.size(), pane.model->particle_count());
        EXPECT_EQ(pane.strain.size(), pane.model->of_type<Distance>().size());
    }
}

TEST(PaneMesh, AStepsTheSameBitsAsBeforeAndBThoseOfASceneWithItsResolution) {
    Experiment both = experiment_of(two_meshes());
    Experiment plain = experiment_of(test::small_cloth());
    Experiment coarse = experiment_of(test::small_cloth(5));
    step(both, 40);
    step(plain, 40);
    step(coarse, 40);
    EXPECT_EQ(both.panes()[1].model->particle_count(), 25u);
    EXPECT_EQ(hash_of(both, 0), hash_of(plain, 0));
    EXPECT_EQ(hash_of(both, 1), hash_of(coarse, 1));
    EXPECT_NE(hash_of(plain, 1), hash_of(coarse, 1));
}

TEST(PaneMesh, AnyNumberOfThreadsGivesTheSameBits) {
    Session session = two_meshes(24);
    session.panes.push_back(session.panes[0]);
    session.panes.back().mesh.resolution = 24;
    Experiment one = experiment_of(session, 1);
    Experiment many = experiment_of(session, 5);
    for (Experiment* experiment : {&one, &many}) {
        experiment->set_hand({{{9, Vec3(0.3, 1, 0.2)}}, {}});
        step(*experiment, 20);
    }
    EXPECT_EQ(state_hash(one), state_hash(many));
}

TEST(PaneMesh, EqualResolutionsShareAModelAndTheScenesOwnIsTheScenes) {
    Session session = test::small_cloth();
    session.panes.resize(5, session.panes[1]);
    session.panes[1].mesh.resolution = 8; // the scene has 8 as well
    session.panes[2].mesh.resolution = session.panes[3].mesh.resolution = 5;
    session.panes[4].mesh.resolution = 1; // too small: 2 is used
    const Experiment experiment = experiment_of(session);
    const auto& panes = experiment.panes();
    EXPECT_EQ(panes[0].model, experiment.model());
    EXPECT_EQ(panes[1].model, experiment.model());
    EXPECT_NE(panes[2].model, experiment.model());
    EXPECT_EQ(panes[2].model, panes[3].model);
    EXPECT_EQ(panes[4].model->particle_count(), 4u);
    Session rope = *default_session("rope_hanging");
    rope.panes[1].mesh.resolution = 5;
    const Experiment other = experiment_of(rope);
    EXPECT_EQ(other.panes()[1].model, other.model()) << "a rope is no grid";
    EXPECT_FALSE(unused_reason(rope.panes[1], *other.model(), "resolution").empty());
    EXPECT_EQ(unused_reason(session.panes[1], *experiment.model(), "resolution"), "");
}

TEST(PaneMesh, ASessionKeepsItAndBadValuesAreRefusedInOneLine) {
    const Session session = two_meshes();
    const Result<Session> back = parse_session(write_session(session), "written");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, session);
    Session set = test::small_cloth();
    EXPECT_TRUE(apply_assignment(set, "b.resolution=5"));
    EXPECT_EQ(set, session);
    for (const char* bad : {"b.resolution=513", "b.resolution=-1", "b.resolution=2.5", "b.resolution=fine"}) {
        const Status status = apply_assignment(set, bad);
        ASSERT_FALSE(status) << bad;
        EXPECT_NE(status.error().message.find("0 to 512"), std::string::npos) << status.error().message;
        EXPECT_EQ(status.error().message.find('\n'), std::string::npos);
    }
}

TEST(PaneMesh, TheMemoryOfEveryMeshCounts) {
    const std::size_t before = memory_limit();
    const Session session = two_meshes(64);
    const Result<Experiment> roomy = Experiment::create(session);
    ASSERT_TRUE(roomy);
    const Model& own = *roomy->model();
    const Model& fine = *roomy->panes()[1].model;
    const std::vector<const Model*> models = {&own, &fine};
    set_memory_limit(1u << 20);
    EXPECT_TRUE(check_memory(own, session.panes)) << "small, in both panes";
    EXPECT_FALSE(check_memory(own, models, session.panes));
    const Result<Experiment> tight = Experiment::create(session);
    ASSERT_FALSE(tight);
    EXPECT_NE(tight.error().message.find("needs about"), std::string::npos) << tight.error().message;
    // A change during a run is refused, and nothing changes.
    const auto runner = runner_of(test::small_cloth());
    runner->advance(3);
    const std::uint64_t hash = runner->latest()->hash;
    runner->post(with_resolution(*runner, 1, 64));
    set_memory_limit(before);
    EXPECT_NE(runner->latest()->error.find("panes[1].resolution"), std::string::npos) << runner->latest()->error;
    EXPECT_EQ(runner->latest()->hash, hash);
    EXPECT_EQ(runner->latest()->panes[1].settings.mesh.resolution, 0);
    EXPECT_EQ(runner->latest()->first_frame, 0) << "what was recorded stays";
}

TEST(PaneMesh, AGrabPullsTheSamePlaceInEveryMesh) {
    const Session session = two_meshes(16);
    Experiment experiment = experiment_of(session);
    step(experiment, 5);
    const Vec3 target(0.1, 1.2, 0.4);
    constexpr int kHeld = 3 * 8 + 4;
    experiment.set_hand({{{kHeld, target}}, {}});
    experiment.step();
    const int there = scenes::same_place(*experiment.model(), kHeld, *experiment.panes()[1].model);
    EXPECT_NE(there, kHeld);
    EXPECT_LT(glm::distance(xyz(experiment.panes()[0].state.particles.position[kHeld]), target), 1e-12);
    EXPECT_LT(glm::distance(xyz(experiment.panes()[1].state.particles.position[index_of(there)]), target), 1e-12);
    // The scene's mesh has no particle 200: a grab of it does nothing, although B's mesh has a particle of this number.
    experiment.set_hand({{{200, target}}, {}});
    experiment.step();
    EXPECT_NE(xyz(experiment.panes()[1].state.particles.position[index_of(there)]), target);
}

TEST(PaneMesh, PinsHoldInEveryMeshAndGoAgain) {
    const Session session = two_meshes(16);
    const auto runner = runner_of(session);
    runner->advance(10);
    scenes::SceneSpec scene = session.scene;
    constexpr int kMiddle = 40;
    scenes::pin(scene, kMiddle, {0.5, 1, 0.25}, false);
    scenes::unpin(scene, 0); // a pin of the scene itself
    runner->post(SetScene{scene});
    EXPECT_EQ(runner->latest()->frame, 10);
    runner->advance(5);
    const auto& pane = runner->experiment().panes()[1];
    const int there = scenes::same_place(*runner->experiment().model(), kMiddle, *pane.model);
    EXPECT_EQ(pane.state.particles.position[index_of(there)], Vec4(0.5, 1, 0.25, 0));
    EXPECT_GT(pane.state.particles.position[0].w, 0);
    expect_whole(*runner->latest());
    runner->post(SetScene{session.scene});
    runner->advance(1);
    EXPECT_GT(pane.state.particles.position[index_of(there)].w, 0);
    EXPECT_EQ(pane.state.particles.position[0].w, 0);
}

TEST(PaneMesh, AnotherMeshStartsAnewAndCatchesUp) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(20);
    const std::uint64_t a = hash_of(runner->experiment(), 0);
    runner->post(with_resolution(*runner, 1, 5));
    EXPECT_EQ(runner->latest()->frame, 20);
    EXPECT_EQ(runner->latest()->first_frame, 20) << "what was recorded has another mesh";
    EXPECT_EQ(hash_of(runner->experiment(), 0), a);
    Experiment fresh = experiment_of(two_meshes());
    step(fresh, 20);
    EXPECT_EQ(hash_of(runner->experiment(), 1), hash_of(fresh, 1));
    expect_whole(*runner->latest());
    // The same for pane A, whose state also gives the frame number of the run.
    runner->post(with_resolution(*runner, 0, 12));
    EXPECT_EQ(runner->latest()->frame, 20);
    expect_whole(*runner->latest());
}

TEST(PaneMesh, ScrubbingAndUndoNeverPutAStateIntoAnotherMesh) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(20);
    runner->post(with_resolution(*runner, 1, 5));
    runner->advance(10);
    for (const std::int64_t frame : {0, 19, 25, 30}) {
        runner->post(Seek{frame});
        EXPECT_EQ(runner->latest()->frame, std::max<std::int64_t>(frame, 20));
        EXPECT_EQ(runner->latest()->panes[1].settings.mesh.resolution, 5);
        expect_whole(*runner->latest());
    }
    runner->post(Seek{24});
    runner->post(with_resolution(*runner, 1, 0)); // undo: the mesh from before
    EXPECT_EQ(runner->latest()->frame, 24);
    expect_whole(*runner->latest());
    runner->advance(3);
    runner->post(Seek{0});
    EXPECT_EQ(runner->latest()->frame, 24);
    expect_whole(*runner->latest());
    Experiment plain = experiment_of(test::small_cloth());
    step(plain, 24);
    EXPECT_EQ(state_hash(runner->experiment()), state_hash(plain));
}

/// A session that is saved after edits of the mesh leads to the same states.
TEST(PaneMesh, ASessionWithEditsOfTheMeshReproducesTheRun) {
    const auto runner = runner_of(test::small_cloth());
    runner->advance(10);
    scenes::SceneSpec scene = runner->latest()->scene;
    scenes::pin(scene, 40, {0.5, 1, 0.25}, false);
    runner->post(SetScene{scene});
    runner->post(with_resolution(*runner, 1, 5)); // same frame as the pin: the new mesh runs with the pin
    runner->advance(10);
    runner->post(SetHand{{{{9, Vec3(0.3, 1, 0.2)}}, {}}});
    runner->advance(5);
    runner->post(with_resolution(*runner, 0, 12));
    runner->advance(5);
    runner->post(with_resolution(*runner, 1, 0));
    runner->advance(5);
    const Session session = session_of(*runner->latest());
    const Result<Session> read = parse_session(write_session(session), "written");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, session);
    const auto again = runner_of(*read);
    EXPECT_EQ(again->latest()->frame, 35);
    EXPECT_EQ(again->latest()->hash, runner->latest()->hash);
    EXPECT_EQ(again->latest()->first_frame, runner->latest()->first_frame);
    expect_whole(*again->latest());
    for (const std::int64_t frame : {0, 12, 27, 33}) {
        again->post(Seek{frame});
        expect_whole(*again->latest());
        again->advance(1);
        expect_whole(*again->latest());
    }
}

TEST(PaneMesh, FilesHaveEachPanesOwnParticlesAndFaces) {
    Experiment experiment = experiment_of(two_meshes());
    experiment.step();
    const std::string particles = particles_rows(experiment);
    EXPECT_EQ(std::count(particles.begin(), particles.end(), '\n'), 64 + 25);
    const std::string constraints = constraints_rows(experiment);
    EXPECT_EQ(static_cast<std::size_t>(std::count(constraints.begin(), constraints.end(), '\n')),
              experiment.panes()[0].model->constraint_count() + experiment.panes()[1].model->constraint_count());
    std::istringstream obj(obj_text(experiment));
    int vertices = 0;
    int faces = 0;
    int largest = 0;
    for (std::string word; obj >> word;) {
        vertices += word == "v" ? 1 : 0;
        if (word == "f") {
            ++faces;
            for (int corner = 0; corner < 3; ++corner) {
                int index = 0;
                obj >> index;
                largest = std::max(largest, index);
            }
        }
    }
    EXPECT_EQ(vertices, 64 + 25);
    EXPECT_EQ(faces, 2 * (7 * 7 + 4 * 4));
    EXPECT_EQ(largest, 64 + 25);
    EXPECT_NE(csv_rows(experiment).find("1,"), std::string::npos);
}

/// The comparison of resolutions shows this: PBD's cloth sags more on a finer mesh, XPBD's hardly changes.
TEST(PaneMesh, AFinerMeshSoftensPbdFarMoreThanXpbd) {
    Session session = *default_session("cloth");
    const std::vector<Settings> own = session.panes;
    session.panes = {own[0], own[0], own[1], own[1]};
    for (const std::size_t pane : {0u, 2u}) {
        session.panes[pane].mesh.resolution = 16;
        session.panes[pane + 1].mesh.resolution = 48;
    }
    Experiment experiment = experiment_of(session, 2);
    step(experiment, 300);
    std::vector<double> sag;
    for (const Pane& pane : experiment.panes()) {
        sag.push_back(measure(*pane.model, pane.state, pane.settings, session.world.gravity, session.world.dt).sag);
    }
    EXPECT_GT(sag[1], 2.5 * sag[0]);
    EXPECT_LT(sag[3], 1.3 * sag[2]);
}

} // namespace
} // namespace xpbd::lab
