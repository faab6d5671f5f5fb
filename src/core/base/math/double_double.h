#pragma once

// Arithmetic with about 106 bits, for the elementary functions.

#include <cfloat>
#include <cmath>

#ifdef __FAST_MATH__
#error "-ffast-math rounds as it likes: results would depend on the compiler"
#endif

namespace xpbd::math {

static_assert(FLT_EVAL_METHOD == 0, "a double must be rounded after every operation, which x87 does not do");

/// An unevaluated sum of two doubles, |lo| <= half the last bit of hi: about 106 bits (T. J. Dekker, A floating-point
/// technique for extending the available precision, 1971). Uses only + - * / and their rounding, so that every
/// processor and compiler gives the same bits.
struct DoubleDouble {
    double hi = 0;
    double lo = 0;
};

/// a + b, exactly (Knuth).
inline DoubleDouble exact_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// a + b, exactly if |a| >= |b| or a = 0.
inline DoubleDouble ordered_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a * b, exactly if nothing overflows or underflows: |a|, |b| < 2^996 (Dekker, Veltkamp).
inline DoubleDouble exact_product(double a, double b) {
    constexpr double kSplitter = 134217729; // 2^27 + 1
    const double big_a = kSplitter * a;
    const double big_b = kSplitter * b;
    const double a1 = big_a - (big_a - a);
    const double a2 = a - a1;
    const double b1 = big_b - (big_b - b);
    const double b2 = b - b1;
    const double product = a * b;
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble high = exact_sum(a.hi, b.hi);
    const DoubleDouble low = exact_sum(a.lo, b.lo);
    const DoubleDouble sum = ordered_sum(high.hi, high.lo + low.hi);
    return ordered_sum(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble operator-(const DoubleDouble& a) {
    return {-a.hi, -a.lo};
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + -b;
}

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble product = exact_product(a.hi, b.hi);
    return ordered_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.hi / b.hi;
    const DoubleDouble rest = a - b * DoubleDouble{first, 0};
    return ordered_sum(first, rest.hi / b.hi);
}

/// a times 2^n, exact except on underflow.
inline DoubleDouble scaled(const DoubleDouble& a, int n) {
    return {std::ldexp(a.hi, n), std::ldexp(a.lo, n)};
}

} // namespace xpbd::math
