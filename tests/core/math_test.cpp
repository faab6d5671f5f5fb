// The core's elementary functions against the C library's in 80 bits, and against the C standard.
#include "core/base/math/elementary.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace xpbd {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;

/// Random numbers whose bits are the same everywhere (splitmix64).
class Numbers {
public:
    std::uint64_t word() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    double between(double low, double high) { return low + (high - low) * 0x1p-53 * static_cast<double>(word() >> 11); }
    /// A number between 2^low and 2^high in magnitude, with either sign.
    double of_any_size(int low, int high) {
        return std::ldexp(between(-1, 1), low + static_cast<int>(word() % static_cast<unsigned>(high - low)));
    }
    /// A finite number with random bits.
    double any() {
        double number = kNan;
        while (!std::isfinite(number)) {
            number = std::bit_cast<double>(word());
        }
        return number;
    }

private:
    std::uint64_t state_ = 1;
};

/// The value of the last bit of a double near x.
long double last_bit(long double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0L, std::max(exponent - 53, -1074));
}

using One = double (*)(double);
using OneLong = long double (*)(long double);
using Two = double (*)(double, double);
using TwoLong = long double (*)(long double, long double);

class ElementaryFunctions : public testing::Test {
protected:
    void SetUp() override {
        if (LDBL_MANT_DIG < 64) {
            GTEST_SKIP() << "long double has " << LDBL_MANT_DIG << " bits here: no better than what is tested";
        }
        // MinGW's library uses the sine of the x87, which reduces an angle with only 66 bits of pi.
        const volatile long double angle = 1e22L; // volatile: the compiler must not compute the sine
        if (std::abs(std::sin(angle) + 0.852200849767188801772705893753L) > 1e-18L) {
            GTEST_SKIP() << "the functions of long double are too far off here to compare with";
        }
    }
    static constexpr int kPoints = 50000;

    /// Checks that the largest error of `f`, in units of the last bit, is at most `bound` for numbers from `next`.
    static void expect_error(const char* what, One f, OneLong exact, double bound,
                             const std::function<double(Numbers&)>& next) {
        Numbers numbers;
        long double worst = 0;
        double at = 0;
        for (int i = 0; i < kPoints; ++i) {
            const double x = next(numbers);
            const long double right = exact(x);
            const long double error = std::abs(f(x) - right) / last_bit(right);
            if (!(error <= worst)) {
                worst = error;
                at = x;
            }
        }
        EXPECT_LE(worst, bound) << what << '(' << std::hexfloat << at << ')';
    }
    static void expect_error(const char* what, Two f, TwoLong exact, double bound,
                             const std::function<std::pair<double, double>(Numbers&)>& next) {
        Numbers numbers;
        long double worst = 0;
        std::pair<double, double> at;
        for (int i = 0; i < kPoints; ++i) {
            const auto [x, y] = next(numbers);
            const long double right = exact(x, y);
            const long double error = std::abs(f(x, y) - right) / last_bit(right);
            if (!(error <= worst)) {
                worst = error;
                at = {x, y};
            }
        }
        EXPECT_LE(worst, bound) << what << '(' << std::hexfloat << at.first << ", " << at.second << ')';
    }
};

// Bounds of the errors [last bits], from core/base/math/README.md: one rounding is half a last bit, and the rounding of
// the 80-bit reference adds a little.
constexpr double kRounded = 0.501;
constexpr double kRoundedTwice = 0.76; // where the result has fewer bits than a double's 53
constexpr double kAngle = 2;
constexpr double kArcCosine = 3;

TEST_F(ElementaryFunctions, SineAndCosineAreRoundedOnceForAnyAngle) {
    const auto turns = [](Numbers& n) { return n.between(-7, 7); };
    const auto near_axes = [](Numbers& n) { return static_cast<double>(n.word() % 4000000) * (kPi / 2); };
    const auto any = [](Numbers& n) { return n.any(); };
    for (const auto& next : {std::function<double(Numbers&)>(turns), {near_axes}, {any}}) {
        expect_error("sin", math::sin, std::sin, kRounded, next);
        expect_error("cos", math::cos, std::cos, kRounded, next);
    }
}

TEST_F(ElementaryFunctions, ExponentialsAndLogarithmsAreRoundedOnce) {
    const auto small = [](Numbers& n) { return n.of_any_size(-60, 0); };
    expect_error("exp", math::exp, std::exp, kRounded, [](Numbers& n) { return n.between(-708, 709); });
    expect_error("exp", math::exp, std::exp, kRoundedTwice, [](Numbers& n) { return n.between(-745, -708); });
    expect_error("exp", math::exp, std::exp, kRounded, small);
    expect_error("expm1", math::expm1, std::expm1, kRounded, [](Numbers& n) { return n.between(-70, 709); });
    expect_error("expm1", math::expm1, std::expm1, kRounded, small);
    expect_error("log", math::log, std::log, kRounded, [](Numbers& n) { return std::abs(n.any()); });
    expect_error("log", math::log, std::log, kRounded, [](Numbers& n) { return n.between(0.5, 2); });
    expect_error("log1p", math::log1p, std::log1p, kRounded, [](Numbers& n) { return n.between(-1, 3); });
    expect_error("log1p", math::log1p, std::log1p, kRounded, small);
}

TEST_F(ElementaryFunctions, PowersAndLengthsAreRoundedOnce) {
    using Pair = std::pair<double, double>;
    const auto to_any_size = [](double x, Numbers& n) {
        const double logarithm = std::log(x);
        return Pair{x, logarithm == 0 ? 1 : n.between(-700, 700) / logarithm};
    };
    expect_error("pow", math::pow, std::pow, kRounded, [](Numbers& n) {
        return Pair{n.between(0, 1), n.between(0, 1)};
    });
    expect_error("pow", math::pow, std::pow, kRounded, [&](Numbers& n) { return to_any_size(std::abs(n.any()), n); });
    expect_error("pow", math::pow, std::pow, kRounded,
                 [&](Numbers& n) { return to_any_size(1 + n.of_any_size(-50, -1), n); });
    expect_error("hypot", math::hypot, std::hypot, kRounded, [](Numbers& n) {
        return Pair{n.of_any_size(-40, 40), n.of_any_size(-40, 40)};
    });
    expect_error("hypot", math::hypot, std::hypot, kRounded, [](Numbers& n) { return Pair{n.any() / 2, n.any() / 2}; });
}

TEST_F(ElementaryFunctions, AnglesAreExactToTwoLastBits) {
    using Pair = std::pair<double, double>;
    expect_error("atan2", math::atan2, std::atan2, kAngle, [](Numbers& n) {
        return Pair{n.between(-1, 1), n.between(-1, 1)};
    });
    expect_error("atan2", math::atan2, std::atan2, kAngle, [](Numbers& n) {
        return Pair{n.of_any_size(-40, 40), n.of_any_size(-40, 40)};
    });
    expect_error("atan2", math::atan2, std::atan2, kAngle, [](Numbers& n) { return Pair{n.any(), n.any()}; });
    expect_error("acos", math::acos, std::acos, kArcCosine, [](Numbers& n) { return n.between(-1, 1); });
    expect_error("acos", math::acos, std::acos, kArcCosine,
                 [](Numbers& n) { return 1 - std::abs(n.of_any_size(-52, 0)); });
}

/// Same number and sign, or both NaN.
bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

TEST(ElementaryFunctionsAtTheirEnds, FollowTheCStandard) {
    struct Case {
        const char* what;
        double found, right;
    };
    const double huge = std::numeric_limits<double>::max();
    const double tiny = std::numeric_limits<double>::denorm_min();
    const Case cases[] = {
        {"sin -0", math::sin(-0.0), -0.0},
        {"sin tiny", math::sin(tiny), tiny},
        {"sin inf", math::sin(kInf), kNan},
        {"sin nan", math::sin(kNan), kNan},
        {"cos -0", math::cos(-0.0), 1},
        {"cos -inf", math::cos(-kInf), kNan},
        {"acos 1", math::acos(1.0), 0},
        {"acos -1", math::acos(-1.0), kPi},
        {"acos above 1", math::acos(std::nextafter(1.0, 2.0)), kNan},
        {"acos nan", math::acos(kNan), kNan},
        {"exp -0", math::exp(-0.0), 1},
        {"exp -inf", math::exp(-kInf), 0},
        {"exp inf", math::exp(kInf), kInf},
        {"exp 710", math::exp(710), kInf},
        {"exp -746", math::exp(-746), 0},
        {"exp nan", math::exp(kNan), kNan},
        {"expm1 -0", math::expm1(-0.0), -0.0},
        {"expm1 tiny", math::expm1(tiny), tiny},
        {"expm1 -inf", math::expm1(-kInf), -1},
        {"expm1 inf", math::expm1(kInf), kInf},
        {"expm1 nan", math::expm1(kNan), kNan},
        {"log 1", math::log(1), 0},
        {"log -0", math::log(-0.0), -kInf},
        {"log -1", math::log(-1), kNan},
        {"log inf", math::log(kInf), kInf},
        {"log nan", math::log(kNan), kNan},
        {"log1p -0", math::log1p(-0.0), -0.0},
        {"log1p -1", math::log1p(-1), -kInf},
        {"log1p -2", math::log1p(-2), kNan},
        {"log1p inf", math::log1p(kInf), kInf},
        {"log1p nan", math::log1p(kNan), kNan},
        {"pow nan 0", math::pow(kNan, -0.0), 1},
        {"pow 1 nan", math::pow(1, kNan), 1},
        {"pow nan 1", math::pow(kNan, 1), kNan},
        {"pow -0 -3", math::pow(-0.0, -3), -kInf},
        {"pow -0 -2", math::pow(-0.0, -2), kInf},
        {"pow -0 3", math::pow(-0.0, 3), -0.0},
        {"pow -0 0.5", math::pow(-0.0, 0.5), 0},
        {"pow 0 -inf", math::pow(0, -kInf), kInf},
        {"pow -1 inf", math::pow(-1, kInf), 1},
        {"pow -1 huge", math::pow(-1, huge), 1},
        {"pow -1 3", math::pow(-1, 3), -1},
        {"pow -2 3", math::pow(-2, 3), -8},
        {"pow -2 0.5", math::pow(-2, 0.5), kNan},
        {"pow 0.5 inf", math::pow(0.5, kInf), 0},
        {"pow -0.5 -inf", math::pow(-0.5, -kInf), kInf},
        {"pow -inf -3", math::pow(-kInf, -3), -0.0},
        {"pow -inf 3", math::pow(-kInf, 3), -kInf},
        {"pow -inf 2", math::pow(-kInf, 2), kInf},
        {"pow inf -1", math::pow(kInf, -1), 0},
        {"pow 10 400", math::pow(10, 400), kInf},
        {"pow -10 401", math::pow(-10, 401), -kInf},
        {"pow 10 -400", math::pow(10, -400), 0},
        {"pow 2 -1074", math::pow(2, -1074), tiny},
        {"hypot nan -inf", math::hypot(kNan, -kInf), kInf},
        {"hypot nan 1", math::hypot(kNan, 1), kNan},
        {"hypot -0 0", math::hypot(-0.0, 0), 0},
        {"hypot huge huge", math::hypot(huge, huge), kInf},
        {"hypot tiny 0", math::hypot(0, -tiny), tiny},
        {"hypot 3 4", math::hypot(-3, 4), 5},
        {"atan2 0 0", math::atan2(0.0, 0.0), 0},
        {"atan2 -0 0", math::atan2(-0.0, 0), -0.0},
        {"atan2 0 -0", math::atan2(0, -0.0), kPi},
        {"atan2 -0 -0", math::atan2(-0.0, -0.0), -kPi},
        {"atan2 -0 -1", math::atan2(-0.0, -1), -kPi},
        {"atan2 -0 1", math::atan2(-0.0, 1), -0.0},
        {"atan2 1 -0", math::atan2(1, -0.0), kPi / 2},
        {"atan2 -tiny 0", math::atan2(-tiny, 0), -kPi / 2},
        {"atan2 tiny tiny", math::atan2(tiny, tiny), kPi / 4},
        {"atan2 huge huge", math::atan2(huge, huge), kPi / 4},
        {"atan2 1 -inf", math::atan2(1, -kInf), kPi},
        {"atan2 -1 inf", math::atan2(-1, kInf), -0.0},
        {"atan2 -inf 1", math::atan2(-kInf, 1), -kPi / 2},
        {"atan2 inf inf", math::atan2(kInf, kInf), kPi / 4},
        {"atan2 -inf -inf", math::atan2(-kInf, -kInf), -3 * (kPi / 4)},
        {"atan2 nan 1", math::atan2(kNan, 1), kNan},
        {"atan2 1 nan", math::atan2(1, kNan), kNan},
    };
    for (const Case& one : cases) {
        EXPECT_TRUE(same(one.found, one.right)) << one.what << ": " << one.found << " instead of " << one.right;
    }
}

} // namespace
} // namespace xpbd
