// The assumptions of the residual figure: its reference is Newton's solution, and XPBD and VBD converge to the limits
// of experiment 13 in src/core/FORMULAS.md.
#include "lab/study/residual_trial.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace xpbd::lab {
namespace {

const Parallel kInTurn = [](std::size_t count, const auto& task) {
    for (std::size_t i = 0; i < count; ++i) {
        task(i);
    }
};

const ResidualCase& residual_case(std::string_view label) {
    const auto cases = ResidualTrial::cases();
    return *std::find_if(cases.begin(), cases.end(), [&](const ResidualCase& c) { return c.label == label; });
}

TEST(ResidualTrial, EveryMethodEndsAtItsOwnSolution) {
    const ResidualTrial trial(16);
    EXPECT_LT(trial.reference_gradient(), 1e-9);
    const auto end_of = [&](std::string_view label) { return trial.curve(residual_case(label), 1e-3, kInTurn).back(); };
    const ResidualPoint newton = end_of("Newton");
    EXPECT_LT(newton.residual, 1e-9);
    EXPECT_LT(newton.distance, 1e-8) << "the reference is not Newton's solution";
    EXPECT_LT(end_of("VBD").distance, 1e-3);
    for (const char* label :
         {"XPBD, plain loop, row by row", "XPBD, textbook", "XPBD, fast", "XPBD, fast, 2 threads"}) {
        const ResidualPoint xpbd = end_of(label);
        EXPECT_LT(xpbd.residual, 1e-3) << label;
        EXPECT_GT(xpbd.distance, 1e-3) << label << " dropped no gradients";
        EXPECT_GT(xpbd.seconds, 0) << label;
    }
    for (const char* label : {"XPBD, residual kept, fast", "XPBD, residual kept, fast, 2 threads"}) {
        const ResidualPoint kept = end_of(label);
        EXPECT_LT(kept.residual, 1e-3) << label;
        EXPECT_LT(kept.distance, 1e-3) << label;
    }
    EXPECT_LT(end_of("MGPBD").residual, 1e-3);
    EXPECT_GT(end_of("PBD, fast").residual, 0.1) << "it solves for no compliance";
}

TEST(ResidualTrial, OfAStiffSwingingClothIsSolvedByTheReferenceAndNotBySweeps) {
    const ResidualTrial trial(ResidualBody{.side = 8,
                                           .edge = 0.1,
                                           .mass = 0.01,
                                           .timestep = 1.0 / 60,
                                           .compliance = 1e-6,
                                           .bend_compliance = 1,
                                           .gather = 0.2,
                                           .tilt = 60,
                                           .frames = 15,
                                           .swing = {.method = "newton"},
                                           .reference = {.method = "newton"}});
    EXPECT_LT(trial.reference_gradient(), 1e-9);
    const auto end_of = [&](const ResidualCase& what) {
        return trial.curve(what, 1e-2, kInTurn, &ResidualPoint::distance).back().distance;
    };
    EXPECT_LT(end_of({.method = "newton", .most = 1}), 1e-9);
    EXPECT_GT(end_of({.method = "xpbd", .most = 20}), 0.1);
    // A warm start changes nothing for XPBD, which keeps no data between steps; AVBD keeps its stiffnesses.
    EXPECT_EQ(end_of({.method = "xpbd", .most = 20, .warm = 20}), end_of({.method = "xpbd", .most = 20}));
    EXPECT_NE(end_of({.method = "avbd", .most = 20, .warm = 20}), end_of({.method = "avbd", .most = 20}));
}

TEST(ResidualTrial, OneRunGivesAWholeCurveAndALongerOneFollowsWhereTheLevelIsNotReached) {
    const ResidualTrial trial(ResidualTrial::stiff_body(12, 1e-5));
    const ResidualCase what{.method = method_key::xpbd, .most = 50, .alike = true};
    const std::vector<ResidualPoint> whole = trial.curve(what, 0, kInTurn, &ResidualPoint::dual);
    ASSERT_EQ(whole.size(), 50u);
    EXPECT_EQ(whole.back().iterations, 50);
    const std::vector<ResidualPoint> first = trial.curve(what, whole[19].dual, kInTurn, &ResidualPoint::dual);
    EXPECT_EQ(first.size(), 20u);
    EXPECT_EQ(first.back().dual, whole[19].dual);
}

TEST(ResidualTrial, ALevelIsFoundBetweenPointsOnLogarithmicScales) {
    const std::vector<ResidualPoint> curve = {
        {.iterations = 1, .seconds = 1, .residual = 1},
        {.iterations = 10, .seconds = 10, .residual = 1e-2},
        {.iterations = 100, .seconds = 100, .residual = 1e-2},
    };
    EXPECT_DOUBLE_EQ(seconds_to(curve, &ResidualPoint::residual, 2).value(), 1);
    EXPECT_NEAR(seconds_to(curve, &ResidualPoint::residual, 0.1).value(), std::sqrt(10.0), 1e-12);
    EXPECT_NEAR(seconds_to(curve, &ResidualPoint::residual, 1e-2).value(), 10, 1e-12);
    EXPECT_FALSE(seconds_to(curve, &ResidualPoint::residual, 1e-3));
}

} // namespace
} // namespace xpbd::lab
