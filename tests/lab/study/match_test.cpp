// Match: finds values that are known exactly, and reports how well it met the target.
#include "lab/study/match.h"

#include "core/model/method_traits.h"
#include "core/step/measure/matching.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"

#include <cmath>

namespace xpbd::lab {
namespace {

/// A mass of 2 kg under an edge; pane a and pane b as given.
Session hanging(const std::string& a, const std::string& b) {
    const Result<Session> session = parse_session(R"({ "format": "xpbd-lab", "version": 1,
        "scene": { "name": "custom",
          "particles": [ { "position": [0, 0, 0], "mass": 0 }, { "position": [0, -1, 0], "mass": 2 } ],
          "distance": [ { "particles": [0, 1] } ] },
        "panes": [ )" + a + ", " + b + " ] }",
                                                  "hanging");
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return *session;
}

constexpr const char* kSoft = R"({ "method": "xpbd", "velocity_damping": 5, "stretch_compliance": 0.001 })";

MatchResult matched(const MatchPlan& plan) {
    const Result<MatchResult> result = match(plan);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? *result : MatchResult{};
}

TEST(Match, FindsPbdsKOfASingleEdgeAsItsClosedForm) {
    for (const char* measure : {"sag", "effective_stiffness"}) {
        for (const int iterations : {1, 5, 30}) {
            Session session = hanging(R"({ "method": "pbd", "velocity_damping": 5 })", kSoft);
            session.panes[0].iterations = iterations;
            const MatchResult found = matched({session, 0, 1, measure});
            const double k = matching_stiffness(1e-3, 0.5, session.world.dt, iterations, false);
            EXPECT_EQ(found.key, "stretch_stiffness");
            EXPECT_EQ(found.trouble, "");
            EXPECT_NEAR(std::log1p(-found.value) / std::log1p(-k), 1, 5e-3) << measure << " " << iterations;
            EXPECT_LT(std::abs(found.error), 1e-3);
            const double known = std::string(measure) == "sag" ? 2 * 9.81 * 1e-3 : 1000;
            EXPECT_NEAR(found.wanted / known, 1, 5e-3);
            EXPECT_NEAR(found.reached, found.wanted * (1 + found.error), 1e-12);
        }
    }
}

TEST(Match, FindsAComplianceFromTheSagFarFromItsStart) {
    // PBD of a known effective stiffness; the compliance that XPBD needs is its inverse.
    Session session = hanging(R"({ "method": "xpbd", "velocity_damping": 5, "stretch_compliance": 0.1 })",
                              R"({ "method": "pbd", "velocity_damping": 5, "iterations": 3, "stretch_stiffness": 0.3,
                                   "stretch_compliance": 1e-9 })");
    const MatchResult found = matched({session, 0, 1, "sag"});
    const double h = session.world.dt;
    const double stiffness = (std::pow(1 - 0.3, -3) - 1) / (h * h * 0.5);
    EXPECT_EQ(found.key, "stretch_compliance");
    EXPECT_NEAR(found.value * stiffness, 1, 5e-3);
    EXPECT_GT(found.runs, 2);
}

TEST(Match, FindsTheComplianceOfAPeriod) {
    Session session =
        hanging(R"({ "method": "xpbd", "integrator": "bdf2", "stretch_compliance": 0.02, "iterations": 50 })",
                R"({ "method": "direct", "integrator": "bdf2", "stretch_compliance": 0.005 })");
    MatchPlan plan{session, 0, 1, "period"};
    plan.most_frames = 600;
    const MatchResult found = matched(plan);
    EXPECT_NEAR(found.value, 0.005, 0.005 * 5e-3);
    const double period = 2 * 3.14159265358979 * std::sqrt(2 * 0.005);
    EXPECT_NEAR(found.wanted / period, 1, 0.02) << "BDF2 stretches it by a few thousandths";
}

TEST(Match, WhatItFindsIsWhatThePaneMeasures) {
    Session session = test::small_cloth();
    for (Settings& pane : session.panes) {
        pane.velocity_damping = 3;
    }
    const MatchResult found = matched({session, 0, 1, "sag"});
    EXPECT_EQ(found.trouble, "");
    session.panes[0].stretch_stiffness = found.value;
    auto experiment = Experiment::create(session);
    ASSERT_TRUE(experiment);
    for (int frame = 0; frame < 900; ++frame) {
        experiment->step();
    }
    const auto sag = [&](std::size_t pane) {
        return measure(*experiment->model(), experiment->panes()[pane].state, experiment->panes()[pane].settings,
                       experiment->world().gravity, experiment->world().dt)
            .sag;
    };
    EXPECT_NEAR(sag(0) / sag(1), 1, 1e-2);
    EXPECT_NEAR(sag(0) / found.reached, 1, 1e-2);
}

TEST(Match, SaysWhatCannotBeMet) {
    Session session = hanging(R"({ "method": "pbd", "velocity_damping": 5, "iterations": 1 })",
                              R"({ "method": "xpbd", "velocity_damping": 5, "stretch_compliance": 0 })");
    EXPECT_FALSE(match({session, 0, 1, "effective_stiffness"})) << "a rigid edge has none";
    session.panes[1].stretch_compliance = 1;
    session.panes[1].long_range = true; // does not stretch at all
    EXPECT_FALSE(match({session, 0, 5, "sag"}));
    EXPECT_FALSE(match({session, 0, 1, "colour"}));
    std::stop_source stop;
    stop.request_stop();
    const Result<MatchResult> cancelled = match({session, 0, 1, "sag"}, stop.get_token());
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().message, "cancelled");
}

} // namespace
} // namespace xpbd::lab
