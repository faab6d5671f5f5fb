// src/core/FORMULAS.md, experiments 11 and 12: how fast the sweeps converge.
#include "bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace xpbd::test {
namespace {

/// A straight, rigid chain of `links` unit links along x, both ends free, whose links are `stretch` too long.
Model free_chain(const std::vector<double>& stretch) {
    Model model;
    double at = 0;
    model.rest_position.push_back({0, 0, 0});
    for (const double extra : stretch) {
        at += 1 + extra;
        model.rest_position.push_back({at, 0, 0});
    }
    model.mass.assign(model.rest_position.size(), 1);
    for (int i = 0; i < static_cast<int>(stretch.size()); ++i) {
        add_distance(model, i, i + 1, {});
        model.of_type<Distance>().rest.back()[0] = 1;
    }
    EXPECT_TRUE(finalise(model));
    return model;
}

/// Errors C of the links after one step of `iterations`.
std::vector<double> errors_after(const std::vector<double>& stretch, Settings settings, int iterations) {
    const Model model = free_chain(stretch);
    settings.iterations = iterations;
    Trial run{model, settings};
    run.control.gravity = Vec3(0);
    run.steps(1);
    std::vector<double> errors;
    for (const auto& reading : read_constraints(model, run.state)) {
        errors.push_back(reading.value);
    }
    return errors;
}

Settings rigid_xpbd(SweepOrder sweep, double relaxation = 1) {
    Settings settings = settings_for("xpbd", 1);
    settings.stretch_compliance = 0;
    settings.sweep = sweep;
    settings.relaxation = relaxation;
    return settings;
}

/// A square matrix, row by row.
using Matrix = std::vector<double>;

/// Spectral radius by Gelfand's formula, the limit of |A^m|^(1/m), with m = 2^30 by squaring. The error is below 1e-6,
/// even if eigenvalues are defective, where the norm has a factor m^n.
double spectral_radius(Matrix map, std::size_t size) {
    constexpr int kSquarings = 30;
    double logarithm = 0; // of |A^m|^(1/m)
    double power = 1;     // 1/m
    for (int i = 0; i <= kSquarings; ++i, power /= 2) {
        double norm = 0;
        for (const double value : map) {
            norm = std::max(norm, std::abs(value));
        }
        logarithm += power * std::log(norm);
        Matrix square(size * size, 0);
        for (std::size_t row = 0; row < size; ++row) {
            for (std::size_t k = 0; k < size; ++k) {
                const double factor = map[row * size + k] / norm;
                for (std::size_t column = 0; column < size; ++column) {
                    square[row * size + column] += factor * (map[k * size + column] / norm);
                }
            }
        }
        map = std::move(square);
    }
    return std::exp(logarithm);
}

/// Spectral radius of one iteration, a linear map of the links' errors. Builds its matrix column by column.
double spectral_radius(int links, const Settings& settings) {
    const double size = 1e-3;
    const auto count = static_cast<std::size_t>(links);
    Matrix map(count * count);
    for (std::size_t column = 0; column < count; ++column) {
        std::vector<double> stretch(count, 0);
        stretch[column] = size;
        const auto errors = errors_after(stretch, settings, 1);
        for (std::size_t row = 0; row < count; ++row) {
            map[row * count + column] = errors[row] / size;
        }
    }
    return spectral_radius(std::move(map), count);
}

class ChainRates : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Links, ChainRates, testing::Values(5, 10, 50));

TEST_P(ChainRates, AreThoseOfTheTheory) {
    const int links = GetParam();
    const double angle = std::numbers::pi / (links + 1);
    const double jacobi = std::cos(angle);
    const double omega = 2 / (1 + std::sin(angle));
    // Jacobi averages the two corrections of each inner particle: omega = 2 makes this a sum.
    EXPECT_NEAR(spectral_radius(links, rigid_xpbd(SweepOrder::jacobi, 2)), jacobi, 1e-4);
    EXPECT_NEAR(spectral_radius(links, rigid_xpbd(SweepOrder::jacobi, 1)), (1 + jacobi) / 2, 1e-4);
    for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::reversed, SweepOrder::coloured}) {
        EXPECT_NEAR(spectral_radius(links, rigid_xpbd(sweep)), jacobi * jacobi, 1e-4);
    }
    EXPECT_NEAR(spectral_radius(links, rigid_xpbd(SweepOrder::sor, omega)), omega - 1, 1e-4);
}

double norm(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) {
        sum += v * v;
    }
    return std::sqrt(sum);
}

TEST(ChainRates, ShowInTheErrorsOfARun) {
    const int links = 10;
    std::vector<double> stretch;
    stretch.reserve(links);
    for (int i = 0; i < links; ++i) {
        stretch.push_back(0.01 * std::sin(1.0 + 3 * i));
    }
    const double jacobi = std::cos(std::numbers::pi / (links + 1));
    const auto rate = [&](const Settings& settings, int late) {
        return std::sqrt(norm(errors_after(stretch, settings, late + 2)) / norm(errors_after(stretch, settings, late)));
    };
    EXPECT_NEAR(rate(rigid_xpbd(SweepOrder::jacobi, 2), 150), jacobi, 1e-4);
    EXPECT_NEAR(rate(rigid_xpbd(SweepOrder::listed), 100), jacobi * jacobi, 1e-4);
}

TEST(Chebyshev, WithTheRightRadiusIsFarFasterThanJacobiAndKeepsMultipliersAndPositionsTogether) {
    const int links = 30;
    std::vector<double> stretch; // the slowest mode
    stretch.reserve(links);
    for (int i = 0; i < links; ++i) {
        stretch.push_back(0.01 * std::sin(std::numbers::pi * (i + 1) / (links + 1)));
    }
    const double radius = (1 + std::cos(std::numbers::pi / (links + 1))) / 2;
    Settings chebyshev = rigid_xpbd(SweepOrder::chebyshev);
    chebyshev.spectral_radius = radius;
    // Jacobi reduces the error by rho^n, Chebyshev by 2 (rho/(1 + sqrt(1 - rho^2)))^n (W15, section 4).
    const double slow = norm(errors_after(stretch, rigid_xpbd(SweepOrder::jacobi), 400));
    EXPECT_NEAR(slow, std::pow(radius, 400) * norm(stretch), 1e-9);
    EXPECT_LT(norm(errors_after(stretch, chebyshev, 400)),
              2 * std::pow(radius / (1 + std::sqrt(1 - radius * radius)), 400) * norm(stretch) + 1e-13);

    // If x = x~ + w grad C' lambda holds, the primal residual is only rounding.
    const Model model = free_chain(stretch);
    chebyshev.iterations = 40;
    Trial run{model, chebyshev};
    run.control.gravity = Vec3(0);
    run.steps(1);
    EXPECT_LT(run.measured().residual_primal, 1e-12);
}

/// Sag of the chain of experiment 11: 19 links of 1 cm, 1 kg each, rigid, h = 1/60 s.
double sag_of_nineteen_links(int iterations, int substeps) {
    const Model model = hanging_chain(19, 1, 0.01);
    Settings settings = settings_for("xpbd", iterations);
    settings.stretch_compliance = 0;
    settings.substeps = substeps;
    settings.velocity_damping = 5;
    Trial run{model, settings};
    run.steps(10000);
    EXPECT_LT(run.measured().kinetic_energy, 1e-16) << "not at rest";
    return run.measured().sag;
}

/// Sag of that chain as a fixed point in one dimension: a fall by g h^2, then `iterations` sweeps, change no position.
/// Sweeps contract, so that repeating the fall and the sweeps from the straight chain converges to it.
double sag_at_rest(int iterations, double h) {
    constexpr int kLinks = 19;
    std::vector<double> sag(kLinks + 1, 0.0); // of each particle; the first one is fixed
    for (int repeat = 0; repeat < 20000; ++repeat) {
        std::for_each(sag.begin() + 1, sag.end(), [&](double& below) { below += kGravity * h * h; });
        for (int sweep = 0; sweep < iterations; ++sweep) {
            for (std::size_t link = 1; link < sag.size(); ++link) {
                const double longer = sag[link] - sag[link - 1];
                const double share = link == 1 ? 1.0 : 0.5; // equal masses share it; the fixed particle does not move
                sag[link] -= share * longer;
                sag[link - 1] += (1 - share) * longer;
            }
        }
    }
    return sag.back();
}

TEST(SmallSteps, LeaveFarLessSagThanAsManyIterations) {
    constexpr double h = 1.0 / 60;
    // One sweep leaves link j of N longer by (N - j) g h^2: the sum is N (N - 1)/2 g h^2.
    const double once = 171 * kGravity * h * h;
    EXPECT_NEAR(sag_of_nineteen_links(1, 1) / once, 1, 1e-6);
    EXPECT_NEAR(sag_of_nineteen_links(1, 10) / (once / 100), 1, 1e-6);
    EXPECT_NEAR(sag_of_nineteen_links(1, 100) / (once / 10000), 1, 1e-6);
    for (const int iterations : {10, 100}) {
        EXPECT_NEAR(sag_of_nineteen_links(iterations, 1) / sag_at_rest(iterations, h), 1, 1e-6) << iterations;
    }
    // Half a unit of the last digit printed in src/core/FORMULAS.md, experiment 11.
    EXPECT_NEAR(sag_at_rest(10, h), 0.0453712, 5e-8);
    EXPECT_NEAR(sag_at_rest(100, h), 0.0033235, 5e-8);
}

/// Largest strain within a second of a rigid rope of 100 links of 10 cm and 1 kg with a tip of 1000 kg, let go at 45
/// degrees. Its substep h keeps h^2 T/(m l) below one: above, a light link under the tension T turns too far in a step
/// for a linearisation at one point (geometric stiffness: T15, Stable Constrained Dynamics).
double worst_stretch_of_heavy_tip(Settings settings) {
    Model model = hanging_chain(100, 1, 0.1);
    const double slant = std::numbers::pi / 4;
    for (Vec3& x : model.rest_position) {
        x = {-x.y * std::sin(slant), x.y * std::cos(slant), 0};
    }
    model.mass.back() = 1000;
    EXPECT_TRUE(finalise(model));
    settings.stretch_compliance = 0;
    settings.substeps = 10;
    Trial run{model, settings};
    double worst = 0;
    for (int i = 0; i < 60; ++i) {
        run.steps(1);
        worst = std::max(worst, run.measured().max_strain);
    }
    return worst;
}

TEST(DirectSolver, HoldsATonOnAHundredLinksInTwoIterations) {
    EXPECT_LT(worst_stretch_of_heavy_tip(settings_for("direct", 2)), 1e-6);
    EXPECT_GT(worst_stretch_of_heavy_tip(settings_for("xpbd", 200)), 1e-3) << "a hundred times the sweeps";
}

} // namespace
} // namespace xpbd::test
