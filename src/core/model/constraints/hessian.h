#pragma once

// Hessians of constraints by automatic differentiation.

#include "core/model/constraints/auto_diff.h"
#include "core/model/constraints/evaluation.h"

#include <array>

namespace xpbd {

/// C, its gradients and its Hessian, row and column 3 i + axis for particle i.
template <class ConstraintType>
struct SecondOrder {
    static constexpr std::size_t size = 3 * ConstraintType::arity;
    Evaluation<double, ConstraintType::arity> first;
    std::array<std::array<double, size>, size> hessian; ///< second derivatives of C [value_unit/m^2]
};

/// Computes the Hessian by automatic differentiation of the gradient. Slow: only Newton and Primal-dual Newton use it.
template <class ConstraintType>
SecondOrder<ConstraintType> second_order(const Points<double, ConstraintType::arity>& x,
                                         const typename ConstraintType::template Rest<double>& rest) {
    constexpr std::size_t n = SecondOrder<ConstraintType>::size;
    using Number = AutoDiff<double, n>;
    Points<Number, ConstraintType::arity> points;
    for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            points[i][axis] = Number::variable(x[i][axis], 3 * i + static_cast<std::size_t>(axis));
        }
    }
    const auto evaluation = ConstraintType::template eval<Number>(points, as_scalar<Number>(rest));
    SecondOrder<ConstraintType> result;
    result.first.value = evaluation.value.value;
    for (std::size_t i = 0; i < ConstraintType::arity; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const Number& slope = evaluation.gradient[i][axis];
            result.first.gradient[i][axis] = slope.value;
            result.hessian[3 * i + static_cast<std::size_t>(axis)] = slope.partial;
        }
    }
    return result;
}

} // namespace xpbd
