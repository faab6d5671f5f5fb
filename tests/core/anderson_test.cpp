// Anderson's acceleration: exact answers of the mixing alone, and VBD and AVBD with it.
#include "core/implicit/vertex_block/anderson.h"

#include "bodies.h"

#include <cmath>

namespace xpbd::test {
namespace {

/// Four rates of convergence of a linear iteration u <- u* + D (u - u*), each twice.
constexpr double kRates[] = {0.99, 0.9, 0.5, -0.3, 0.99, 0.9, 0.5, -0.3};

/// The largest error of the point after this many evaluations, from the start 0.
double error_after(int evaluations, bool mixed) {
    std::vector<double> point(std::size(kRates));
    std::vector<double> fixed(point.size());
    for (std::size_t i = 0; i < fixed.size(); ++i) {
        fixed[i] = 1 + 0.37 * static_cast<double>(i);
    }
    AndersonMixing mixing;
    mixing.begin(point);
    for (int k = 0; k < evaluations; ++k) {
        for (std::size_t i = 0; i < point.size(); ++i) {
            point[i] = fixed[i] + kRates[i] * (point[i] - fixed[i]);
        }
        if (mixed) {
            mixing.next(point);
        }
    }
    double error = 0;
    for (std::size_t i = 0; i < point.size(); ++i) {
        error = std::max(error, std::abs(point[i] - fixed[i]));
    }
    return error;
}

TEST(AndersonMixing, SolvesALinearIterationAfterOneDifferenceForEachRate) {
    EXPECT_GT(error_after(6, false), 2);
    EXPECT_GT(error_after(4, true), 2) << "three differences do not span four rates";
    EXPECT_LT(error_after(5, true), 1e-5); // rounding: the normal equations square the condition number
    EXPECT_LT(error_after(6, true), 1e-12);
}

TEST(AndersonMixing, RejectsAPointThatIsTwiceAsFarOff) {
    AndersonMixing mixing;
    mixing.begin({0});
    std::vector<double> value{1};
    EXPECT_FALSE(mixing.next(value)) << "nothing to combine";
    value = {1.5}; // residuals 1 at 0 and 1/2 at 1: the line through them is 0 at 2
    EXPECT_TRUE(mixing.next(value));
    EXPECT_DOUBLE_EQ(value[0], 2);
    value = {2 + 1.01}; // residual 1.01 > 2 * 1/2
    EXPECT_TRUE(mixing.next(value));
    EXPECT_EQ(value[0], 1.5) << "the last result of the plain iteration";
    value = {1.75};
    EXPECT_FALSE(mixing.next(value)) << "its history is forgotten";
    EXPECT_EQ(value[0], 1.75);
}

TEST(AndersonMixing, GoesOnPlainlyWhereDifferencesVanishOrAreNoNumbers) {
    AndersonMixing mixing;
    mixing.begin({0, 0});
    for (int k = 1; k <= 8; ++k) { // the residual is the same at every point
        std::vector<double> value{1.0 * k, 2.0 * k};
        EXPECT_FALSE(mixing.next(value));
        EXPECT_EQ(value, (std::vector<double>{1.0 * k, 2.0 * k}));
    }
    std::vector<double> value{NAN, 1};
    EXPECT_FALSE(mixing.next(value));
    EXPECT_EQ(value[1], 1);
}

struct AcceleratedCase {
    const char* method;
    int sweeps; ///< that reach Newton's solution
};
void PrintTo(const AcceleratedCase& c, std::ostream* out) {
    *out << c.method;
}

class Accelerated : public testing::TestWithParam<AcceleratedCase> {};

TEST_P(Accelerated, ReachesNewtonsSolutionOfOneStepOfAStiffChain) {
    const Model model = swinging_chain();
    Settings settings = settings_for("newton", 1);
    settings.stretch_compliance = 1e-6;
    const State start = Trial{model, settings}.steps(20).state;
    const State newton = Trial{model, settings, 1.0 / 60, {}, start}.steps(1).state;
    settings.method = find_method(GetParam().method);
    settings.iterations = GetParam().sweeps;
    const State plain = Trial{model, settings, 1.0 / 60, {}, start}.steps(1).state;
    settings.acceleration = Acceleration::anderson;
    const State mixed = Trial{model, settings, 1.0 / 60, {}, start}.steps(1).state;
    EXPECT_LT(largest_gap(mixed, newton), 1e-8);
    EXPECT_LT(relative_force_error(model, mixed, newton), 1e-7);
    EXPECT_GT(largest_gap(plain, newton), 1e-6);
}

TEST_P(Accelerated, IsPlainBelowThreeIterationsAndDiffersAbove) {
    const Model model = swinging_chain();
    for (const int iterations : {1, 2, 3}) {
        const auto after = [&](Acceleration acceleration) {
            Settings settings = settings_for(GetParam().method, iterations);
            settings.acceleration = acceleration;
            return hash(Trial{model, settings}.steps(3).state);
        };
        EXPECT_EQ(after(Acceleration::none) == after(Acceleration::anderson), iterations < 3) << iterations;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Accelerated,
                         testing::Values(AcceleratedCase{"vbd", 50}, AcceleratedCase{"avbd", 400}),
                         [](const auto& row) { return std::string(row.param.method); });

TEST(AcceleratedAvbd, HoldsARigidChain) {
    const Model model = hanging_chain(10);
    Trial run{model, settings_for("avbd", 20)};
    run.settings.stretch_compliance = 0;
    run.settings.velocity_damping = 2;
    run.settings.acceleration = Acceleration::anderson;
    run.steps(600);
    EXPECT_LT(run.measured().max_strain, 1e-9); // plain: 2.5e-5, and a force 1 % too large
    EXPECT_NEAR(read_constraints(model, run.state).front().force, 10 * kGravity, 1e-5 * kGravity);
}

} // namespace
} // namespace xpbd::test
