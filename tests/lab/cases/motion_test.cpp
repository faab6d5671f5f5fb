// Driven parts in sessions: what a replay, a thinned recording and another number of threads give.
#include "../run/running.h"
#include "case.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

namespace xpbd::lab {
namespace {

/// The example of CUSTOM.md, with a plane that the file lists after the drum, and two methods.
Session example() {
    const std::string document = test::slurp(test::source_folder() + "/src/scenes/CUSTOM.md");
    const std::size_t begin = document.find("```json\n", document.find("<!-- motion -->")) + 8;
    std::string text = document.substr(begin, document.find("```", begin) - begin);
    const std::string drum = R"({"capsule": [0, 0, -1, 0, 0, 1, 0.3]})";
    text.replace(text.find(drum), drum.size(), drum + R"(, {"plane": [0, 1, 0, -2]})");
    Result<Session> session = parse_session(text, "CUSTOM.md");
    if (!session) {
        ADD_FAILURE() << session.error().message;
        return {};
    }
    session->panes[0].method = find_method("newton");
    return *session;
}

TEST(MotionCase, ACollidersNumberIsItsPlaceInTheFile) {
    const Session session = example();
    Experiment experiment = test::started(session);
    const Model& model = *experiment.panes()[0].model;
    ASSERT_EQ(model.drives.size(), 2u);
    EXPECT_TRUE(std::holds_alternative<Capsule>(model.colliders[index_of(model.drives[0].colliders[0])].shape));
    EXPECT_EQ(parse_session(write_session(session), "again")->scene, session.scene);
}

TEST(MotionCase, AFrameComesBackWithTheSameBitsAfterAnyJumpOnAnyThreads) {
    const Session session = example();
    Experiment direct = test::started(session);
    std::vector<std::uint64_t> hashes{state_hash(direct)};
    World slower = session.world;
    slower.dt /= 2;
    constexpr int kChange = 40; // from this frame on, time runs half as fast
    for (int frame = 0; frame < 90; ++frame) {
        if (frame == kChange) {
            direct.set_world(slower);
        }
        direct.step();
        hashes.push_back(state_hash(direct));
    }
    ASSERT_FALSE(direct.any_diverged());
    EXPECT_NE(hashes[89], hashes[90]) << "nothing moves";
    for (const int threads : {1, 3}) {
        const auto runner = test::runner_of(session, threads);
        runner->advance(kChange);
        runner->post(SetWorld{slower});
        runner->advance(90 - kChange);
        for (const std::int64_t frame : {90, 13, 41, 39, 66, 0, 72}) {
            runner->post(Seek{frame});
            EXPECT_EQ(runner->latest()->hash, hashes[static_cast<std::size_t>(frame)]) << frame;
        }
        runner->post(Seek{60});
        runner->advance(30);
        EXPECT_EQ(runner->latest()->hash, hashes[90]) << "goes on from the middle";
    }
}

double read(const PaneSnapshot& pane, std::string_view key) {
    return pane.readings[place_of(*find_readout(key))];
}

TEST(MotionCase, TheWorkSinceTheStartComesBackWithAFrame) {
    Session session = *default_session("ball_cloth");
    session.scene.values["resolution"] = {9, 9, 0};
    const auto runner = test::runner_of(session, 1);
    std::vector<double> work[2];
    for (int frame = 0; frame <= 240; ++frame) {
        const auto snapshot = runner->latest();
        for (std::size_t i = 0; i < 2; ++i) {
            work[i].push_back(read(snapshot->panes[i], "work_in"));
        }
        runner->advance(1);
    }
    for (const std::int64_t frame : {100, 240, 0}) {
        runner->post(Seek{frame});
        for (std::size_t i = 0; i < 2; ++i) {
            const double expected = work[i][static_cast<std::size_t>(frame)];
            EXPECT_EQ(read(runner->latest()->panes[i], "work_in"), expected) << frame;
            EXPECT_EQ(expected != 0, frame != 0);
        }
    }
}

/// The scene's default session after some seconds, with parameters of the scene set before.
Experiment after(const char* scene, double seconds, std::initializer_list<std::pair<const char*, double>> values = {}) {
    Session session = *default_session(scene);
    for (const auto& [key, value] : values) {
        session.scene.values[key] = {value, 0, 0};
    }
    Experiment experiment = test::started(session);
    test::run_to(experiment, static_cast<std::int64_t>(std::lround(seconds / session.world.dt)));
    EXPECT_FALSE(experiment.any_diverged());
    return experiment;
}

Vec3 place(const Pane& pane, std::size_t particle) {
    return xyz(pane.state.particles.position[particle]);
}

TEST(MotionScenes, KapitzasRodStandsAtTheDefaultFrequencyAndFallsBelowTheBound) {
    const Experiment stands = after("kapitza", 6);
    const Experiment falls = after("kapitza", 6, {{"frequency", 8}});
    for (const Pane& pane : stands.panes()) {
        EXPECT_GT(place(pane, 1).y - place(pane, 0).y, 0.45);
    }
    for (const Pane& pane : falls.panes()) {
        EXPECT_LT(place(pane, 1).y - place(pane, 0).y, 0.2);
    }
}

TEST(MotionScenes, TheMassAnswersWithTheAmplitudeOfTheTheory) {
    for (const double f : {0.8, 1.59, 3.0}) {
        Experiment experiment = after("resonance", 8, {{"frequency", f}});
        double least[2] = {9, 9};
        double most[2] = {0, 0};
        for (int frame = 0; frame < 150; ++frame) {
            experiment.step();
            for (std::size_t i = 0; i < 2; ++i) {
                const double x = place(experiment.panes()[i], 1).x;
                least[i] = std::min(least[i], x);
                most[i] = std::max(most[i], x);
            }
        }
        const double w = 2 * 3.14159265 * f;
        const double theory = 0.05 * 100 / std::hypot(100 - w * w, 2 * w); // w0 = 10 /s, damping 2 /s, 5 cm
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_NEAR(0.5 * (most[i] - least[i]), theory, 0.05 * theory) << f << " Hz, pane " << i;
            const Oscillation measured = experiment.panes()[i].swing.measured();
            EXPECT_NEAR(measured.gain * 0.05, theory, 0.05 * theory) << f << " Hz, pane " << i;
            const double lag = std::atan2(2 * w, 100 - w * w) * 180 / 3.14159265;
            EXPECT_NEAR(measured.phase_lag, lag, 4) << f << " Hz, pane " << i;
        }
    }
}

TEST(MotionScenes, TheDrumLiftsItsLoadAndLosesItWithLittleFriction) {
    const Experiment lifted = after("drum", 2);
    const Experiment lost = after("drum", 2, {{"friction", 0.1}});
    for (std::size_t i = 0; i < 2; ++i) {
        const Vec3 start = lifted.panes()[i].model->rest_position.back();
        EXPECT_NEAR(place(lifted.panes()[i], 64).y - start.y, 0.8 * 0.22 * 2, 0.03) << i;
        EXPECT_LT(place(lost.panes()[i], 64).y - start.y, -0.3) << i;
    }
}

TEST(MotionScenes, AWinchPutsInTheWeightTimesTheWayAndTakesItBack) {
    // From 0.5 to 2.5 s it draws in 0.8 m, from 3 to 5 s it pays them out. Its tension is the weight and what changes
    // the momentum, so that the work is m g s + v m (v_end - v_start) on the way up, and the opposite on the way down.
    constexpr double mass = 2;
    constexpr double speed = 0.4;
    const double lift = mass * 9.81 * 0.8;
    Experiment experiment = after("winch", 0);
    const auto run_to = [&](double seconds) {
        test::run_to(experiment, static_cast<std::int64_t>(std::lround(seconds * 120)));
    };
    const auto measured = [&](std::size_t i) {
        const Pane& pane = experiment.panes()[i];
        return measure(*pane.model, pane.state, pane.settings, experiment.world().gravity, experiment.world().dt);
    };
    std::array<double, 2> expected{};
    const auto add = [&](double factor) { // of the momentum, times the winch's speed
        for (std::size_t i = 0; i < 2; ++i) {
            expected[i] += factor * mass * experiment.panes()[i].state.particles.velocity[1].y;
        }
    };
    run_to(0.5);
    add(-speed);
    run_to(2.4);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(measured(i).winch_power, mass * 9.81 * speed, 0.05 * mass * 9.81 * speed) << "pane " << i;
    }
    run_to(2.5);
    add(speed);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(measured(i).work_in, lift + expected[i], 1e-4 * lift) << "pane " << i;
    }
    run_to(3);
    add(speed);
    EXPECT_EQ(measured(0).winch_power, 0);
    run_to(5);
    add(-speed);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(measured(i).work_in, expected[i], 1e-4 * lift) << "pane " << i;
    }
    run_to(6);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(place(experiment.panes()[i], 1).y, -1.5 - mass * 9.81 * 1e-3, 4e-3) << "pane " << i;
    }
}

TEST(MotionScenes, TheBallTakesTheClothAlongAndTheTowelIsWrungAndFlatAgain) {
    const Experiment pushed = after("ball_cloth", 2); // the ball is at its far end
    for (const Pane& pane : pushed.panes()) {
        double behind = 0;
        for (std::size_t i = 0; i < pane.model->particle_count(); ++i) {
            const double gap = glm::length(place(pane, i) - Vec3(0, -0.55 * 1.6, 0.9)) - 0.25;
            behind = std::min(behind, gap);
        }
        EXPECT_GT(behind, -0.005) << "cloth within the ball";
        EXPECT_GT(pane.stats.contacts, 10);
    }
    const Experiment wrung = after("wringing", 4);
    const Experiment flat = after("wringing", 10);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto width = [&](const Experiment& experiment) { // in the middle of the towel
            return glm::length(place(experiment.panes()[i], 20) - place(experiment.panes()[i], 20 + 15 * 40));
        };
        EXPECT_LT(width(wrung), 0.2);
        EXPECT_GT(width(flat), 0.3);
    }
}

TEST(MotionScenes, TheSkippingRopeTurnsWithItsHands) {
    Experiment experiment = after("skipping_rope", 4);
    const double axis = experiment.panes()[0].model->rest_position[0].y + 0.12;
    for (const Pane& pane : experiment.panes()) {
        EXPECT_NEAR(glm::length(place(pane, 0) - Vec3(place(pane, 0).x, axis, 0)), 0.12, 1e-9);
    }
    double highest = -9;
    for (int frame = 0; frame < 60; ++frame) { // a turn takes 0.8 s
        experiment.step();
        highest = std::max(highest, place(experiment.panes()[1], 20).y);
    }
    EXPECT_GT(highest, axis + 0.5) << "the middle goes round above the hands";
}

} // namespace
} // namespace xpbd::lab
