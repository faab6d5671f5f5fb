// Every number that the help predicts equals the simulation's.
#include "lab/study/explain.h"

#include "core/model/method_traits.h"
#include "fixtures.h"
#include "lab/experiment/experiment.h"

#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

/// A mass of 1 kg under an edge, at rest under gravity.
Experiment hanging(const std::string& method, int substeps) {
    Session session = *parse_session(test::hanging_mass_json(), "mass");
    session.panes[0].method = find_method(method);
    session.panes[0].iterations = 7;
    session.panes[0].substeps = substeps;
    session.panes[0].stretch_stiffness = 0.2;
    session.panes[0].velocity_damping = 5;
    Experiment experiment = std::move(*Experiment::create(session));
    for (int i = 0; i < 3000; ++i) {
        experiment.step();
    }
    return experiment;
}

double number(const std::vector<Explanation>& lines, const std::string& start) {
    for (const Explanation& line : lines) {
        EXPECT_FALSE(line.meaning.empty());
        EXPECT_EQ(line.result.rfind("= ", 0), 0u);
        if (line.formula.rfind(start, 0) == 0) {
            return line.number;
        }
    }
    ADD_FAILURE() << "no line begins with " << start;
    return 0;
}

TEST(Explain, TheStiffnessItPredictsIsTheOneThatIsMeasured) {
    for (const int substeps : {1, 3}) {
        for (const auto& [method, line] : {std::pair("pbd", "k_eff"),
                                           {"pbd_corrected", "k_eff"},
                                           {"xpbd", "1/α"},
                                           {"newton", "1/α"},
                                           {"vbd", "1/α"},
                                           {"global", "1/α"}}) {
            const Experiment experiment = hanging(method, substeps);
            const Pane& pane = experiment.panes()[0];
            const auto lines = explain(*experiment.model(), pane.settings, experiment.world());
            const Measure measured = measure(*experiment.model(), pane.state, pane.settings, experiment.world().gravity,
                                             experiment.world().dt);
            const double predicted = number(lines, line);
            EXPECT_NEAR(*measured.effective_stiffness, predicted, 1e-3 * predicted) << method << " " << substeps;
        }
    }
}

TEST(Explain, AMethodThatItDoesNotKnowIsNotExplainedAsPbd) {
    const Experiment experiment = std::move(*Experiment::create(*parse_session(test::hanging_mass_json(), "mass")));
    const auto lines = [&](std::string_view method) {
        return explain(*experiment.model(), experiment.panes()[0].settings, experiment.world(), method);
    };
    const auto unknown = lines("a method of tomorrow");
    ASSERT_EQ(unknown.size(), 2u); // the lines that all methods share
    EXPECT_EQ(unknown[0].formula, "h = Δt/s");
    EXPECT_EQ(unknown[1].formula, "w = 1/m0 + 1/m1");
    for (const char* known :
         {"pbd", "pbd_corrected", "hpbd", "xpbd", "direct", "newton", "vbd", "avbd", "global", "mgpbd"}) {
        EXPECT_GT(lines(known).size(), unknown.size()) << known;
    }
}

TEST(Explain, WhatIsRigidIsCalledSo) {
    Session session = *parse_session(test::hanging_mass_json(), "mass");
    session.panes[0].stretch_stiffness = 1;
    session.panes[0].stretch_compliance = 0;
    const Experiment experiment = std::move(*Experiment::create(session));
    for (const char* method : {"pbd", "pbd_corrected", "xpbd"}) {
        Settings settings = session.panes[0];
        settings.method = find_method(method);
        int rigid = 0;
        for (const Explanation& line : explain(*experiment.model(), settings, experiment.world())) {
            EXPECT_EQ(line.result.find("inf"), std::string::npos) << line.formula << " " << line.result;
            rigid += line.result == "= rigid" ? 1 : 0;
        }
        EXPECT_GT(rigid, 0) << method;
    }
}

TEST(Explain, SigmaIsTheReadout) {
    const Experiment experiment = hanging("xpbd", 1);
    const Pane& pane = experiment.panes()[0];
    const Measure measured =
        measure(*experiment.model(), pane.state, pane.settings, experiment.world().gravity, experiment.world().dt);
    EXPECT_NEAR(number(explain(*experiment.model(), pane.settings, experiment.world()), "σ"), measured.sigma,
                1e-9 * measured.sigma);
}

TEST(Explain, SigmaIsTheReadoutOfAClothToo) {
    const Session session = test::small_cloth();
    Experiment experiment = std::move(*Experiment::create(session));
    experiment.step();
    const Measure measured = measure(*experiment.model(), experiment.panes()[1].state, session.panes[1],
                                     session.world.gravity, session.world.dt);
    EXPECT_NEAR(number(explain(*experiment.model(), session.panes[1], session.world), "σ"), measured.sigma,
                1e-9 * measured.sigma);
}

TEST(Explain, ARigidEdgeIsInfinitelyStiff) {
    Session session = test::small_cloth();
    session.panes[1].stretch_compliance = 0;
    const Experiment experiment = std::move(*Experiment::create(session));
    EXPECT_TRUE(std::isinf(number(explain(*experiment.model(), session.panes[1], session.world), "1/α")));
}

} // namespace
} // namespace xpbd::lab
