#include "lab/experiment/experiment.h"

#include "fixtures.h"
#include "lab/study/output.h"
#include "run/running.h"

#include <algorithm>
#include <limits>

namespace xpbd::lab {
namespace {

using test::experiment_of;
using test::step;

std::vector<State> states_of(const Experiment& experiment) {
    std::vector<State> states;
    for (const Pane& pane : experiment.panes()) {
        states.push_back(pane.state);
    }
    return states;
}

std::vector<Settings> settings_of(const Experiment& experiment) {
    return experiment.session().panes;
}

TEST(Experiment, AllPanesTakeTheSameFrames) {
    Experiment experiment = experiment_of(test::small_cloth());
    EXPECT_EQ(experiment.frame(), 0);
    step(experiment, 30);
    for (const Pane& pane : experiment.panes()) {
        EXPECT_EQ(pane.state.step, 30);
        EXPECT_NEAR(pane.state.time, 30 * experiment.world().dt, 1e-12);
    }
    EXPECT_EQ(experiment.frame(), 30);
}

/// Steps a session on 1, 2, 4 and 8 threads; the states must be the same to the last bit.
void expect_same_states_on_any_threads(const Session& session, int frames, const std::string& what) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 4, 8}) {
        Experiment experiment = experiment_of(session, threads);
        step(experiment, frames);
        hashes.push_back(state_hash(experiment));
    }
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), hashes.front()), std::ssize(hashes)) << what;
}

TEST(Experiment, TellsOfEachPaneOnceItHasTakenTheFrame) {
    for (const int threads : {1, 3}) {
        Experiment experiment = experiment_of(test::small_cloth(), threads);
        for (int frame = 0; frame < 20; ++frame) {
            std::vector<std::string> rows(experiment.panes().size());
            ASSERT_TRUE(experiment.step([&](std::size_t pane) { rows[pane] += csv_row(experiment, pane); }));
            EXPECT_EQ(rows[0] + rows[1], csv_rows(experiment));
        }
    }
}

TEST(Experiment, AnyNumberOfThreadsGivesTheSameBitsForEverySceneAndMethod) {
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key == "mesh" || scene.key == "custom") {
            continue; // their bodies come from files
        }
        Session session = *default_session(scene.key);
        for (const auto& [key, value] : {std::pair{"resolution", Value{6, 6, 0}},
                                         {"segments", Value{6, 0, 0}},
                                         {"detail", Value{1, 0, 0}},
                                         {"rings", Value{5, 0, 0}}}) {
            if (scenes::find_scene_parameter(scene, key) != nullptr) {
                session.scene.values[key] = value;
            }
        }
        const Settings suggested = session.panes[1];
        for (std::size_t first = 0; first < methods().size(); first += 2) {
            session.panes.clear();
            for (std::size_t method = first; method < std::min(first + 2, methods().size()); ++method) {
                for (const Engine engine : {Engine::textbook, Engine::fast}) {
                    Settings settings = suggested;
                    settings.method = static_cast<int>(method);
                    settings.engine = engine;
                    settings.sweep = SweepOrder::coloured;
                    session.panes.push_back(settings);
                }
            }
            expect_same_states_on_any_threads(session, 3, std::string(scene.key) + " " + std::to_string(first));
        }
    }
}

TEST(Experiment, AnyNumberOfThreadsGivesTheSameBitsForAClothInBands) {
    Session session = test::small_cloth(130);
    for (const char* bending : {"skip_one", "dihedral"}) {
        const auto* parameter = scenes::find_scene_parameter(*scenes::find_scene("cloth"), "bending");
        session.scene.values["bending"] = *parse_value(*parameter, bending);
        for (Settings& settings : session.panes) {
            settings.engine = Engine::fast;
            settings.sweep = SweepOrder::coloured;
        }
        expect_same_states_on_any_threads(session, 10, bending);
    }
}

TEST(Experiment, AnyNumberOfThreadsGivesTheSameBitsForAFabricThatTears) {
    Session session = test::small_cloth(33); // large enough for two bands, one for each thread
    for (const auto& [key, choice] : {std::pair{"material", "own"}, {"law", "stvk"}}) {
        const auto* parameter = scenes::find_scene_parameter(*scenes::find_scene("cloth"), key);
        session.scene.values[key] = *parse_value(*parameter, choice);
    }
    for (Settings& settings : session.panes) {
        settings.method = find_method("xpbd");
        settings.sweep = SweepOrder::coloured;
        settings.tear_force = 5; // [N/m]
    }
    session.panes.front().engine = Engine::fast;
    session.panes.back().engine = Engine::textbook;
    expect_same_states_on_any_threads(session, 10, "fabric");
    Experiment experiment = experiment_of(session, 1);
    step(experiment, 10);
    for (const Pane& pane : experiment.panes()) {
        const auto torn = std::count(pane.state.torn.begin(), pane.state.torn.end(), 1);
        EXPECT_GT(torn, 0);
        EXPECT_LT(torn, std::ssize(pane.state.torn) / 2);
    }
}

TEST(Experiment, TheHashIsTheSameForOneTwoAndFourThreads) {
    Session session = test::small_cloth();
    session.panes = {session.panes[0], session.panes[1], session.panes[1], session.panes[0]};
    session.panes[2].iterations = 5;
    session.panes[3].iterations = 3;
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 4}) {
        Experiment experiment = experiment_of(session, threads);
        step(experiment, 60);
        hashes.push_back(state_hash(experiment));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Experiment, TheHashTellsStatesApart) {
    Experiment experiment = experiment_of(test::small_cloth());
    const std::uint64_t start = state_hash(experiment);
    experiment.step();
    EXPECT_NE(state_hash(experiment), start);
}

TEST(Experiment, ResetGoesBackToTheSameStart) {
    Experiment experiment = experiment_of(test::small_cloth());
    const std::uint64_t start = state_hash(experiment);
    step(experiment, 20);
    const std::uint64_t end = state_hash(experiment);
    experiment.reset();
    EXPECT_EQ(state_hash(experiment), start);
    step(experiment, 20);
    EXPECT_EQ(state_hash(experiment), end);
}

TEST(Experiment, ChangingSettingsKeepsTheState) {
    Experiment experiment = experiment_of(test::small_cloth());
    step(experiment, 20);
    const std::uint64_t before = state_hash(experiment);
    std::vector<Settings> panes = settings_of(experiment);
    panes[0].method = find_method("xpbd");
    panes[1].iterations = 3;
    panes[1].integrator = Integrator::bdf2;
    EXPECT_TRUE(experiment.set_panes(panes));
    EXPECT_EQ(state_hash(experiment), before);
    EXPECT_EQ(settings_of(experiment), panes);
    World world = experiment.world();
    world.dt = 0.001;
    experiment.set_world(world);
    EXPECT_EQ(state_hash(experiment), before);
}

TEST(Experiment, SwitchingThroughEveryMethodKeepsTheStateAndRunsOn) {
    Session session = test::small_cloth();
    session.panes.resize(1);
    for (const MethodTraits& method : methods()) {
        Experiment experiment = experiment_of(session);
        step(experiment, 20);
        const std::uint64_t before = state_hash(experiment);
        const auto height = [&] { return experiment.panes()[0].state.particles.position.back().y; };
        const double start = height();
        for (const std::string_view key : {method.key, std::string_view("xpbd")}) {
            std::vector<Settings> panes = settings_of(experiment);
            panes[0].method = find_method(key);
            const std::uint64_t now = state_hash(experiment);
            EXPECT_TRUE(experiment.set_panes(panes));
            EXPECT_EQ(state_hash(experiment), now) << key;
            step(experiment, 5);
            EXPECT_FALSE(experiment.any_diverged()) << key;
        }
        EXPECT_NE(state_hash(experiment), before);
        EXPECT_NEAR(height(), start, 0.3) << method.key << ": it goes on from where it was";
    }
}

TEST(Experiment, AMethodThatIsSwitchedOnIsTheOneThatRuns) {
    Session session = test::small_cloth();
    session.panes = {session.panes[0]}; // PBD
    Experiment switched = experiment_of(session);
    session.panes[0].method = find_method("xpbd");
    Experiment direct = experiment_of(session);
    EXPECT_TRUE(switched.set_panes(session.panes));
    step(switched, 10);
    step(direct, 10);
    EXPECT_EQ(state_hash(switched), state_hash(direct));
}

TEST(Experiment, ANewPaneIsBroughtToTheCurrentFrame) {
    const Session two = test::small_cloth();
    Session one = two;
    one.panes.pop_back();
    Experiment experiment = experiment_of(one);
    step(experiment, 25);
    EXPECT_TRUE(experiment.set_panes(two.panes));
    Experiment reference = experiment_of(two);
    step(reference, 25);
    EXPECT_EQ(state_hash(experiment), state_hash(reference));
    EXPECT_TRUE(experiment.set_panes(one.panes));
    EXPECT_EQ(experiment.panes().size(), 1u);
    EXPECT_EQ(hash(experiment.panes()[0].state), hash(reference.panes()[0].state));
}

TEST(Experiment, CatchingUpTellsOfItselfAndCanBeStoppedWithoutChangingAnything) {
    Session session = test::small_cloth();
    session.panes.pop_back();
    Experiment experiment = experiment_of(session);
    step(experiment, 5);
    const std::uint64_t before = state_hash(experiment);
    std::vector<Settings> panes = test::small_cloth().panes;
    panes[0].iterations += 3;
    std::stop_source source;
    std::vector<double> told;
    const Status stopped = experiment.set_panes(panes, {source.get_token(), [&](double share) {
                                                            told.push_back(share);
                                                            if (told.size() == 2) {
                                                                source.request_stop();
                                                            }
                                                        }});
    ASSERT_FALSE(stopped);
    EXPECT_NE(stopped.error().message.find("cancelled"), std::string::npos);
    EXPECT_EQ(told, (std::vector<double>{0.2, 0.4}));
    EXPECT_EQ(experiment.panes().size(), 1u);
    EXPECT_EQ(experiment.panes()[0].settings, session.panes[0]);
    EXPECT_EQ(state_hash(experiment), before);
    EXPECT_TRUE(experiment.set_panes(panes));
    step(experiment, 2);
    EXPECT_EQ(experiment.panes()[1].state.step, 7);
}

TEST(Experiment, StatesPutBackLeadToTheSameBitsInEveryIntegrator) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        Session session = test::small_cloth();
        for (Settings& pane : session.panes) {
            pane.integrator = integrator;
        }
        Experiment experiment = experiment_of(session);
        step(experiment, 15);
        const std::vector<State> kept = states_of(experiment);
        step(experiment, 15);
        const std::uint64_t end = state_hash(experiment);
        experiment.set_states(kept);
        EXPECT_EQ(experiment.frame(), 15);
        step(experiment, 15);
        EXPECT_EQ(state_hash(experiment), end);
    }
}

TEST(Experiment, AGrabActsOnAllPanesAndIsReleased) {
    Experiment experiment = experiment_of(test::small_cloth());
    const int particle = 9;
    const Vec3 target(3, 4, 5);
    experiment.set_hand({{{particle, target}}, {}});
    experiment.step();
    for (const Pane& pane : experiment.panes()) {
        EXPECT_EQ(xyz(pane.state.particles.position[particle]), target);
    }
    experiment.set_hand({});
    experiment.step();
    for (const Pane& pane : experiment.panes()) {
        EXPECT_NE(xyz(pane.state.particles.position[particle]), target);
    }
}

TEST(Experiment, AGrabThatIsNoPlaceIsLeftOut) {
    Experiment grabbed = experiment_of(test::small_cloth());
    Experiment free = experiment_of(test::small_cloth());
    grabbed.set_hand(
        {{{3, Vec3(0, std::numeric_limits<double>::quiet_NaN(), 0)}, {-1, Vec3(0)}, {1 << 30, Vec3(0)}}, {}});
    step(grabbed, 3);
    step(free, 3);
    EXPECT_EQ(state_hash(grabbed), state_hash(free));
}

TEST(Experiment, ANewSceneStartsAnewAndAFaultyOneChangesNothing) {
    Experiment experiment = experiment_of(test::small_cloth());
    step(experiment, 5);
    const std::uint64_t before = state_hash(experiment);
    scenes::SceneSpec faulty = experiment.scene();
    faulty.values["resolution"] = {-4, 8, 0};
    EXPECT_FALSE(experiment.set_scene(faulty));
    faulty = {};
    faulty.name = "no such scene";
    EXPECT_FALSE(experiment.set_scene(faulty));
    EXPECT_EQ(state_hash(experiment), before);

    scenes::SceneSpec larger = experiment.scene();
    larger.values["resolution"] = {9, 9, 0};
    const std::size_t count = experiment.model()->particle_count();
    ASSERT_TRUE(experiment.set_scene(larger));
    EXPECT_EQ(experiment.frame(), 0);
    EXPECT_GT(experiment.model()->particle_count(), count);
    EXPECT_EQ(experiment.scene(), larger);
}

TEST(Experiment, ItsSessionMakesTheSameExperiment) {
    Experiment experiment = experiment_of(test::small_cloth());
    step(experiment, 12);
    const Session session = experiment.session();
    EXPECT_EQ(session.frame, 12);
    Experiment again = experiment_of(session);
    EXPECT_EQ(again.frame(), 0) << "create() does not advance";
    step(again, 12);
    EXPECT_EQ(state_hash(again), state_hash(experiment));
}

TEST(Experiment, BadPanesAndWorldsAreRefusedBeforeTheyRun) {
    Session session = test::small_cloth();
    session.panes.clear();
    EXPECT_FALSE(Experiment::create(session));
    session = test::small_cloth();
    session.panes[1].method = 99;
    const auto bad_method = Experiment::create(session);
    ASSERT_FALSE(bad_method);
    EXPECT_EQ(bad_method.error().message.rfind("panes[1].method: ", 0), 0u) << bad_method.error().message;
    session = test::small_cloth();
    session.world.gravity.y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(Experiment::create(session));
}

TEST(Divergence, StopsEveryPaneAndSaysWhich) {
    Experiment experiment = experiment_of(test::runaway());
    step(experiment, 50);
    EXPECT_TRUE(experiment.any_diverged());
    EXPECT_TRUE(experiment.panes()[0].diverged);
    EXPECT_FALSE(experiment.panes()[1].diverged);
    EXPECT_EQ(experiment.panes()[0].state.step, test::kRunawayFrame);
    EXPECT_EQ(experiment.panes()[1].state.step, test::kRunawayFrame);
    EXPECT_EQ(experiment.panes()[0].last_good.step, test::kRunawayFrame - 1);
}

TEST(Divergence, RestoringPutsEveryPaneOnTheSameGoodFrame) {
    Experiment experiment = experiment_of(test::runaway());
    Experiment reference = experiment_of(test::runaway());
    step(experiment, 50);
    step(reference, test::kRunawayFrame - 1);
    experiment.restore_last_good(1); // not diverged: nothing to do
    EXPECT_TRUE(experiment.any_diverged());
    experiment.restore_last_good(0);
    EXPECT_FALSE(experiment.any_diverged());
    EXPECT_EQ(state_hash(experiment), state_hash(reference));

    // A grab keeps the body from running away: no pane diverges.
    experiment.set_hand({{{0, Vec3(0)}}, {}});
    step(experiment, 50);
    EXPECT_FALSE(experiment.any_diverged());
    EXPECT_EQ(experiment.frame(), test::kRunawayFrame - 1 + 50);
}

TEST(Divergence, ResetIsAWayBackToo) {
    Experiment experiment = experiment_of(test::runaway());
    const std::uint64_t start = state_hash(experiment);
    step(experiment, 50);
    experiment.reset();
    EXPECT_FALSE(experiment.any_diverged());
    EXPECT_EQ(state_hash(experiment), start);
}

TEST(Divergence, ANewPaneThatDivergesOnItsWayCanBeRestoredInLockstep) {
    const Session session = test::runaway();
    Session calm = session;
    calm.panes = {session.panes[1]};
    Experiment experiment = experiment_of(calm);
    step(experiment, 40);
    EXPECT_TRUE(experiment.set_panes({session.panes[1], session.panes[0]}));
    EXPECT_EQ(experiment.frame(), 40);
    EXPECT_TRUE(experiment.panes()[1].diverged);
    EXPECT_EQ(experiment.panes()[1].state.step, test::kRunawayFrame);
    experiment.step();
    EXPECT_EQ(experiment.frame(), 40) << "nothing moves";

    experiment.restore_last_good(1);
    Experiment reference = experiment_of(calm);
    step(reference, test::kRunawayFrame - 1);
    EXPECT_EQ(experiment.panes()[1].state.step, test::kRunawayFrame - 1);
    EXPECT_EQ(hash(experiment.panes()[0].state), hash(reference.panes()[0].state));
}

} // namespace
} // namespace xpbd::lab
