// exp, expm1, log, log1p, pow, hypot (core/base/math/README.md).
#include "core/base/math/double_double.h"
#include "core/base/math/elementary.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace xpbd::math {
namespace {

constexpr DoubleDouble kLog2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLost = 0x1p-54;                  ///< smaller numbers have no effect when added to 1
constexpr double kTooLarge = 710;                  ///< exp of larger numbers overflows
constexpr double kTooSmall = -746;                 ///< exp of smaller numbers is 0
constexpr double kHalfRoot = 0x1.6a09e667f3bcdp-1; ///< sqrt(1/2)

/// exp(x) = 2^n (1 + q).
struct Exponential {
    int n = 0;
    DoubleDouble q;
};

/// Splits exp(x) for x between kTooSmall and kTooLarge. With r = x - n ln 2, |r| <= ln 2/2, q = r (1 + r/2 (1 + r/3
/// (...))). Terms below 2^-20 of the sum are computed in plain doubles.
Exponential exponential(const DoubleDouble& x) {
    constexpr int kLast = 18;
    constexpr int kPlain = 7;
    const double n = std::floor(x.hi / kLog2.hi + 0.5);
    const DoubleDouble r = x - kLog2 * DoubleDouble{n, 0};
    double inner = 1;
    for (int k = kLast; k >= kPlain; --k) {
        inner = 1 + r.hi * inner / k;
    }
    DoubleDouble sum{inner, 0};
    for (int k = kPlain - 1; k > 1; --k) {
        sum = DoubleDouble{1, 0} + r * sum / DoubleDouble{static_cast<double>(k), 0};
    }
    return {static_cast<int>(n), r * sum};
}

double exp_of(const DoubleDouble& x) {
    if (x.hi > kTooLarge) {
        return kInfinity;
    }
    if (x.hi < kTooSmall) {
        return 0;
    }
    const auto [n, q] = exponential(x);
    return std::ldexp((DoubleDouble{1, 0} + q).hi, n);
}

/// Natural logarithm of a finite x > 0. With x = 2^e m, m between sqrt(1/2) and sqrt(2), and s = (m - 1)/(m + 1), it is
/// e ln 2 + 2 s (1 + s^2/3 + s^4/5 + ...). Terms below 2^-20 of the sum are computed in plain doubles.
DoubleDouble log_of(const DoubleDouble& x) {
    constexpr int kLast = 13;
    constexpr int kPlain = 4;
    int exponent = 0;
    if (std::frexp(x.hi, &exponent) < kHalfRoot) {
        --exponent;
    }
    const DoubleDouble m = scaled(x, -exponent);
    const DoubleDouble s = (m - DoubleDouble{1, 0}) / (m + DoubleDouble{1, 0});
    const DoubleDouble z = s * s;
    double inner = 0;
    for (int k = kLast; k >= kPlain; --k) {
        inner = 1.0 / (2 * k + 1) + z.hi * inner;
    }
    DoubleDouble sum{inner, 0};
    for (int k = kPlain - 1; k >= 0; --k) {
        sum = DoubleDouble{1, 0} / DoubleDouble{static_cast<double>(2 * k + 1), 0} + z * sum;
    }
    return kLog2 * DoubleDouble{static_cast<double>(exponent), 0} + scaled(s, 1) * sum;
}

bool is_odd(double x) {
    return std::floor(x) == x && std::floor(x / 2) != x / 2;
}

} // namespace

double exp(double x) {
    return std::isnan(x) ? x : exp_of({x, 0});
}

double expm1(double x) {
    if (std::isnan(x) || std::abs(x) < kLost) {
        return x;
    }
    if (x > 64) {
        return exp(x); // the 1 to subtract is below the last bit of exp(x)
    }
    if (x < -64) {
        return -1;
    }
    const auto [n, q] = exponential({x, 0});
    const DoubleDouble rest = exact_sum(std::ldexp(1.0, n), -1); // 2^n - 1
    return (scaled(q, n) + rest).hi;
}

double log(double x) {
    if (!(x > 0)) {
        return x == 0 ? -kInfinity : x < 0 ? kNan : x;
    }
    return std::isinf(x) ? x : log_of({x, 0}).hi;
}

double log1p(double x) {
    if (std::isnan(x) || std::abs(x) < kLost || x == kInfinity) {
        return x;
    }
    if (!(x > -1)) {
        return x == -1 ? -kInfinity : kNan;
    }
    return log_of(exact_sum(1, x)).hi;
}

double pow(double x, double y) {
    if (y == 0 || x == 1) {
        return 1;
    }
    if (std::isnan(x) || std::isnan(y)) {
        return x + y;
    }
    const double base = std::abs(x);
    const double sign = std::signbit(x) && is_odd(y) ? -1 : 1; // an infinite y counts as even
    if (std::isinf(y)) {
        return base == 1 ? 1 : (base > 1) == (y > 0) ? kInfinity : 0;
    }
    if (base == 0 || std::isinf(base)) {
        return sign * ((base == 0) == (y > 0) ? 0 : kInfinity);
    }
    if (x < 0 && std::floor(y) != y) {
        return kNan;
    }
    if (base == 1) {
        return sign;
    }
    const DoubleDouble log = log_of({base, 0});
    const double estimate = log.hi * y;
    if (estimate > kTooLarge || estimate < kTooSmall) {
        return sign * (estimate > 0 ? kInfinity : 0);
    }
    return sign * exp_of(log * DoubleDouble{y, 0});
}

double hypot(double x, double y) {
    double larger = std::abs(x);
    double smaller = std::abs(y);
    if (std::isinf(larger) || std::isinf(smaller)) {
        return kInfinity;
    }
    if (std::isnan(larger) || std::isnan(smaller)) {
        return larger + smaller;
    }
    if (larger < smaller) {
        std::swap(larger, smaller);
    }
    if (smaller == 0) {
        return larger;
    }
    int exponent = 0;
    const double a = std::frexp(larger, &exponent);
    const double b = std::ldexp(smaller, -exponent);
    const DoubleDouble square = exact_product(a, a) + exact_product(b, b);
    const double root = std::sqrt(square.hi);
    const DoubleDouble rest = square - exact_product(root, root);
    return std::ldexp(root + rest.hi / (2 * root), exponent);
}

} // namespace xpbd::math
