// src/core/FORMULAS.md, experiments 9 and 10: a vertical chain of N links.
#include "bodies.h"

#include <utility>

namespace xpbd::test {
namespace {

TEST(XpbdHangingChain, TensionIsTheWeightBelowAndSagIsTheSumOfStretches) {
    const int links = 10;
    const double mass = 0.5;
    const double alpha = 2e-3;
    const Model model = hanging_chain(links, mass);
    Trial run{model, settings_for("xpbd", 200)};
    run.settings.stretch_compliance = alpha;
    run.settings.velocity_damping = 5;
    run.steps(3000);
    const auto readings = read_constraints(model, run.state);
    for (int j = 0; j < links; ++j) {
        expect_relative(readings[static_cast<std::size_t>(j)].force, kGravity * mass * (links - j));
    }
    expect_relative(run.measured().sag, alpha * mass * kGravity * links * (links + 1) / 2.0);
    expect_relative(run.measured().effective_stiffness.value(), 1 / alpha);
}

TEST(XpbdRope, ElongationIsThatOfAnElasticBarUnderItsWeight) {
    const double length = 2;    // m
    const double density = 0.3; // kg/m
    const double modulus = 500; // EA, N
    for (const int links : {4, 16}) {
        const double link = length / links;
        const Model model = hanging_chain(links, density * link, link);
        Trial run{model, settings_for("xpbd", 200), 1.0 / 240};
        run.settings.stretch_compliance = link / modulus;
        run.settings.velocity_damping = 5;
        run.steps(12000);
        const double bar = density * kGravity * length * length / (2 * modulus);
        expect_relative(run.measured().sag, bar * (1 + 1.0 / links), 1e-6);
    }
}

/// Static sag of the chain of experiment 10: ten links, 1 kg each, h = 1/60 s.
double sag_of_ten_links(Settings settings) {
    const Model model = hanging_chain(10);
    settings.velocity_damping = 5;
    Trial run{model, settings};
    run.steps(6000);
    EXPECT_LT(run.measured().kinetic_energy, 1e-16) << "not at rest";
    return run.measured().sag;
}

TEST(OverStiffening, PbdSagFallsWithEveryIteration) {
    // Half a unit of the last digit printed in src/core/FORMULAS.md, experiment 10.
    const std::tuple<int, double, double> table[] = {{1, 2.575, 5e-4},   {5, 0.514, 5e-4},  {10, 0.256, 5e-4},
                                                     {20, 0.127, 5e-4},  {40, 0.063, 5e-4}, {80, 0.031, 5e-4},
                                                     {160, 0.0147, 5e-5}};
    for (const auto& [iterations, sag, tolerance] : table) {
        Settings settings = settings_for("pbd", iterations);
        settings.stretch_stiffness = 0.1;
        EXPECT_NEAR(sag_of_ten_links(settings), sag, tolerance) << "n = " << iterations;
    }
}

TEST(OverStiffening, XpbdSagConvergesToTheStaticOne) {
    const std::pair<int, double> table[] = {{1, 0.662175},  {5, 0.539654},  {10, 0.539550},
                                            {20, 0.539550}, {80, 0.539550}, {160, 0.539550}};
    for (const auto& [iterations, sag] : table) {
        Settings settings = settings_for("xpbd", iterations);
        settings.stretch_compliance = 1e-3;
        EXPECT_NEAR(sag_of_ten_links(settings), sag, 5e-7) << "n = " << iterations;
    }
}

} // namespace
} // namespace xpbd::test
