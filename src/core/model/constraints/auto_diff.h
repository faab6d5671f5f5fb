#pragma once

// Forward-mode automatic differentiation: gives the Hessians of constraints from their gradient kernels.

#include "core/base/math/elementary.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace xpbd {

/// A number with its partial derivatives in N directions (forward-mode differentiation). A constraint type's gradient
/// in such numbers has the Hessian as its partial derivatives, exact up to rounding.
template <class S, std::size_t N>
struct AutoDiff {
    S value;
    std::array<S, N> partial;

    AutoDiff() = default; // trivial: GLM keeps its vectors in unions
    /// A constant.
    AutoDiff(double constant)
        : value(static_cast<S>(constant)), partial{} {} // NOLINT(google-explicit-constructor): mixes with numbers
    /// The variable of direction `index`, with value `at`.
    static AutoDiff variable(double at, std::size_t index) {
        AutoDiff result(at);
        result.partial[index] = S(1);
        return result;
    }

    AutoDiff& operator+=(const AutoDiff& b) { return *this = *this + b; }
    AutoDiff& operator-=(const AutoDiff& b) { return *this = *this - b; }
    AutoDiff& operator*=(const AutoDiff& b) { return *this = *this * b; }
    AutoDiff& operator/=(const AutoDiff& b) { return *this = *this / b; }
    friend AutoDiff operator-(const AutoDiff& a) { return combine(a, S(-1), a, S(0), -a.value); }
    friend AutoDiff operator+(const AutoDiff& a) { return a; }
    friend AutoDiff operator+(const AutoDiff& a, const AutoDiff& b) {
        return combine(a, S(1), b, S(1), a.value + b.value);
    }
    friend AutoDiff operator-(const AutoDiff& a, const AutoDiff& b) {
        return combine(a, S(1), b, S(-1), a.value - b.value);
    }
    friend AutoDiff operator*(const AutoDiff& a, const AutoDiff& b) {
        return combine(a, b.value, b, a.value, a.value * b.value);
    }
    friend AutoDiff operator/(const AutoDiff& a, const AutoDiff& b) {
        const S quotient = a.value / b.value;
        return combine(a, S(1) / b.value, b, -quotient / b.value, quotient);
    }
    friend bool operator<(const AutoDiff& a, const AutoDiff& b) { return a.value < b.value; }
    friend bool operator>(const AutoDiff& a, const AutoDiff& b) { return a.value > b.value; }
    friend bool operator==(const AutoDiff& a, const AutoDiff& b) { return a.value == b.value; }

    friend AutoDiff sqrt(const AutoDiff& a) {
        using std::sqrt;
        const S root = sqrt(a.value);
        return combine(a, S(0.5) / root, a, S(0), root);
    }
    friend AutoDiff atan2(const AutoDiff& y, const AutoDiff& x) {
        const S square = x.value * x.value + y.value * y.value;
        using math::atan2;
        return combine(y, x.value / square, x, -y.value / square, atan2(y.value, x.value));
    }
    friend AutoDiff acos(const AutoDiff& a) {
        using math::acos;
        using std::sqrt;
        return combine(a, S(-1) / sqrt(S(1) - a.value * a.value), a, S(0), acos(a.value));
    }

private:
    /// A number whose differential is s da + t db.
    static AutoDiff combine(const AutoDiff& a, S s, const AutoDiff& b, S t, S value) {
        AutoDiff result;
        result.value = value;
        for (std::size_t i = 0; i < N; ++i) {
            result.partial[i] = s * a.partial[i] + t * b.partial[i];
        }
        return result;
    }
};

} // namespace xpbd

/// GLM's products require a floating-point scalar according to std::numeric_limits; this makes an AutoDiff count as
/// one.
template <class S, std::size_t N>
class std::numeric_limits<xpbd::AutoDiff<S, N>> : public std::numeric_limits<S> {};
