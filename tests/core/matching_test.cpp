// PBD's stiffness matched to a compliance: the inverse of experiment 3 of src/core/FORMULAS.md, and what breaks the
// match.
#include "core/step/measure/matching.h"

#include "bodies.h"

#include <cmath>

namespace xpbd::test {
namespace {

double static_sag(std::string_view method, double k, int iterations, double dt, int substeps = 1) {
    const Model model = hanging_chain(1, 2.5);
    Trial run{model, settings_for(method, iterations), dt};
    run.settings.stretch_stiffness = k;
    run.settings.substeps = substeps;
    run.settings.velocity_damping = 5;
    run.steps(static_cast<int>(40 / dt));
    return run.measured().sag;
}

TEST(Matching, GivesASingleEdgeTheOtherPanesCompliance) {
    for (const double alpha : {1e-2, 1e-4, 1e-6}) {
        for (const int n : {1, 8, 40}) {
            for (const double dt : {1.0 / 60, 1.0 / 240}) {
                const double k = matching_stiffness(alpha, 1 / 2.5, dt, n, false);
                EXPECT_NEAR(static_sag("pbd", k, n, dt) / (2.5 * kGravity * alpha), 1, 1e-7) << alpha << " " << n;
            }
        }
        const double corrected = matching_stiffness(alpha, 1 / 2.5, 1.0 / 60, 8, true);
        EXPECT_NEAR(static_sag("pbd_corrected", corrected, 8, 1.0 / 60) / (2.5 * kGravity * alpha), 1, 1e-7);
        const double substepped = matching_stiffness(alpha, 1 / 2.5, 1.0 / 240, 8, false);
        EXPECT_NEAR(static_sag("pbd", substepped, 8, 1.0 / 60, 4) / (2.5 * kGravity * alpha), 1, 1e-7);
    }
}

TEST(Matching, BreaksWhenIterationsOrTimestepMove) {
    const double alpha = 1e-3;
    const double k = matching_stiffness(alpha, 1 / 2.5, 1.0 / 60, 10, false);
    const double matched = 2.5 * kGravity * alpha;
    EXPECT_LT(static_sag("pbd", k, 20, 1.0 / 60), 0.6 * matched) << "twice the iterations, far stiffer";
    EXPECT_LT(static_sag("pbd", k, 10, 1.0 / 120), 0.3 * matched) << "half the timestep, four times stiffer";
}

TEST(Matching, BothEndsOfTheRange) {
    EXPECT_EQ(matching_stiffness(0, 1, 0.01, 10, false), 1);
    EXPECT_EQ(matching_stiffness(1, 0, 0.01, 10, false), 1) << "nothing moves";
    const double soft = matching_stiffness(1e6, 1, 0.01, 200, false);
    EXPECT_GT(soft, 0);
    EXPECT_LT(soft, 1e-9);
}

TEST(Matching, ATypicalEdgeCountsBothEnds) {
    EXPECT_EQ(typical_edge(hanging_chain(1, 4)).inverse_mass, 0.25) << "the upper end is fixed";
    EXPECT_EQ(typical_edge(hanging_chain(5, 4)).inverse_mass, 0.5);
    EXPECT_EQ(typical_edge(hanging_chain(5, 4)).lighter_inverse_mass, 0.25);
}

} // namespace
} // namespace xpbd::test
