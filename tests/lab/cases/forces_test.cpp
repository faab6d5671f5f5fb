// Sessions in which wind, thickness or global damping did what no force does.
#include "case.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace xpbd::lab::test {
namespace {

/// The highest speed along a direction in a pane [m/s].
double fastest(const Pane& pane, const Vec3& direction) {
    double most = 0;
    for (const Vec3& velocity : pane.state.particles.velocity) {
        most = std::max(most, glm::dot(velocity, direction));
    }
    return most;
}

double lowest(const Pane& pane) {
    double least = 1e9;
    for (const Vec4& x : pane.state.particles.position) {
        least = std::min(least, x.y);
    }
    return least;
}

// Six triangles meet at a particle of 1 g. A fault gave it 25.7 m/s in one step, in a wind of 10 m/s.
TEST(WindCase, AHexagonIsNoFasterThanTheWind) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        for (std::size_t method = 0; method < methods().size(); ++method) {
            Session session = case_session("wind_overshoot_hexagon.json");
            session.panes.front().method = static_cast<int>(method);
            session.panes.front().integrator = integrator;
            Experiment experiment = started(session);
            run_to(experiment, 1);
            EXPECT_LE(fastest(experiment.panes().front(), {0, 0, 1}), 10 + 1e-6) << methods()[method].key;
            EXPECT_GT(fastest(experiment.panes().front(), {0, 0, 1}), 5) << methods()[method].key;
        }
    }
}

// Light polyester across a wind of 20 m/s. With a fault it diverged at frame 19.
TEST(WindCase, ALightClothComesUpToTheSpeedOfTheWind) {
    for (const Integrator integrator : {Integrator::bdf1, Integrator::bdf2}) {
        Session session = case_session("wind_cloth.json");
        for (Settings& pane : session.panes) {
            pane.integrator = integrator;
        }
        Experiment experiment = started(session);
        for (int frame = 1; frame <= 40; ++frame) {
            run_to(experiment, frame);
            ASSERT_FALSE(experiment.any_diverged()) << frame;
            for (const Pane& pane : experiment.panes()) {
                ASSERT_LE(fastest(pane, {0, 0, 1}), 20 * (1 + 1e-6)) << frame;
            }
        }
        for (std::size_t pane = 0; pane < 2; ++pane) {
            EXPECT_GT(fastest(experiment.panes()[pane], {0, 0, 1}), 19);
        }
    }
}

// 50 m/s is the fastest wind of the slider.
TEST(WindCase, AFlagOfLightPolyesterFliesAt50MetresPerSecond) {
    Session session = case_session("wind_cloth.json");
    session.panes = {session.panes.front(), session.panes.front()};
    session.panes[1].method = find_method("global");
    session.panes[1].iterations = 2;
    session.world.wind = {30, 0, 40};
    session.world.gravity = {0, -9.81, 0};
    session.scene.values["pins"] = {0, 0, 0}; // two corners
    Experiment experiment = started(session);
    run_to(experiment, 90);
    EXPECT_FALSE(experiment.any_diverged());
}

// A thickness does not change the fall of a chain that is let go level. With a fault it had only reached -0.467 m.
TEST(ThicknessCase, AChainThatMeetsNothingFallsFreely) {
    Experiment experiment = started(case_session("thickness_pendulum.json"));
    run_to(experiment, 30);
    EXPECT_NEAR(lowest(experiment.panes().front()), -0.995, 1e-3);
}

// The ball, 100 m from the sheet, reaches the speed g t; the sheet moves as if the ball were not there.
TEST(GlobalDampingCase, TwoBodiesAreDampedEachByItself) {
    const Session session = case_session("two_bodies_global_damping.json");
    Session alone = session;
    alone.scene.custom->particles.pop_back();
    Experiment both = started(session);
    Experiment sheet = started(alone);
    run_to(both, 30);
    run_to(sheet, 30);
    for (std::size_t p = 0; p < session.panes.size(); ++p) {
        const State& with = both.panes()[p].state;
        const State& without = sheet.panes()[p].state;
        EXPECT_NEAR(with.particles.velocity.back().y, -9.81 * 0.5, 1e-6) << p;
        for (std::size_t i = 0; i < without.particles.position.size(); ++i) {
            ASSERT_LT(glm::length(xyz(with.particles.position[i]) - xyz(without.particles.position[i])), 1e-4) << p;
        }
    }
}

// The message must name the limit of the world.
TEST(WorldCase, ABodyThatLeavesTheWorldIsSaidToHaveLeftIt) {
    Session session = case_session("thickness_pendulum.json");
    for (auto& particle : session.scene.custom->particles) {
        particle.position.x += 2e6;
    }
    Experiment experiment = started(session);
    run_to(experiment, 2);
    ASSERT_TRUE(experiment.any_diverged());
    EXPECT_NE(cause_of_divergence(experiment.panes().front().stats).find("1000 km"), std::string::npos);
    StepStats numbers;
    numbers.finite = false;
    EXPECT_EQ(cause_of_divergence(numbers).find("1000 km"), std::string::npos);
}

} // namespace
} // namespace xpbd::lab::test
