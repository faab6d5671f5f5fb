// The assumptions of the stiffness figure: the measured stiffness explains how deep a sheet hangs.
#include "lab/study/stiffness_trial.h"

#include "core/model/method_traits.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace xpbd::lab {
namespace {

const StiffnessCase& stiffness_case(std::string_view label) {
    const auto cases = StiffnessTrial::cases();
    const auto found =
        std::find_if(cases.begin(), cases.end(), [&](const StiffnessCase& c) { return c.label == label; });
    EXPECT_NE(found, cases.end()) << label;
    return *found;
}

constexpr StiffnessCase kReference{.label = "", .method = "newton"};

TEST(StiffnessTrial, EveryCaseIsAMethod) {
    for (const StiffnessCase& what : StiffnessTrial::cases()) {
        EXPECT_GE(find_method(what.method), 0) << what.label;
    }
}

TEST(StiffnessTrial, TheReferenceHangsByItsComplianceAndConvergedXpbdAsDeep) {
    const StiffnessTrial trial(8);
    const Hung soft = trial.hang(kReference, 1e-3);
    const Hung stiff = trial.hang(kReference, 1e-5);
    EXPECT_NEAR(soft.share, 1, 1e-6);
    EXPECT_NEAR(soft.sag / stiff.sag, 100, 1) << "Hooke";
    const Hung swept = trial.hang({.label = "", .method = "xpbd", .iterations = 500}, 1e-3);
    EXPECT_NEAR(swept.share, 1, 0.01);
    EXPECT_NEAR(swept.sag / soft.sag, 1, 0.01);
}

TEST(StiffnessTrial, PrimalDualNewtonGivesTheStiffnessAskedForInThreeIterations) {
    for (const int side : {8, 24}) {
        const StiffnessTrial trial(side);
        for (const double compliance : {1e-3, 1e-5, 1e-7}) {
            const Hung hung = trial.hang(stiffness_case("Primal-dual Newton, 3 iterations"), compliance);
            EXPECT_NEAR(hung.share, 1, 0.01) << side << ", " << compliance;
            EXPECT_NEAR(hung.sag / trial.hang(kReference, compliance).sag, 1, 0.01) << side << ", " << compliance;
        }
    }
}

TEST(StiffnessTrial, SweepsLeaveAStiffSheetAsSoftAsTheirNumberAndTheMeshMakeIt) {
    const StiffnessTrial coarse(8);
    const StiffnessTrial fine(16);
    for (const char* label : {"PBD, k = 1, 20 iterations", "XPBD, 20 iterations"}) {
        const Hung stiff = coarse.hang(stiffness_case(label), 1e-7);
        EXPECT_LT(stiff.share, 0.01) << label;
        EXPECT_NEAR(coarse.hang(stiffness_case(label), 1e-8).share / stiff.share, 0.1, 0.001) << label;
        EXPECT_LT(fine.hang(stiffness_case(label), 1e-7).share, 0.3 * stiff.share) << label;
        // The sag, a second measure of the stiffness, gives the same share within a factor of two.
        const double by_depth = coarse.hang(kReference, 1e-7).sag / stiff.sag;
        EXPECT_GT(by_depth, 0.5 * stiff.share) << label;
        EXPECT_LT(by_depth, 2 * stiff.share) << label;
    }
    EXPECT_GT(coarse.hang(stiffness_case("XPBD, 200 iterations"), 1e-7).share,
              3 * coarse.hang(stiffness_case("XPBD, 20 iterations"), 1e-7).share);
}

} // namespace
} // namespace xpbd::lab
