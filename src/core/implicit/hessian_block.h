#pragma once

#include "core/model/constraints/all.h"
#include "core/model/model.h"

#include <Eigen/Core>

namespace xpbd {

/// The contribution of one constraint of this type to the Hessian of the objective.
template <class ConstraintType>
struct HessianBlock {
    static constexpr int size = 3 * static_cast<int>(ConstraintType::arity);
    using Matrix = Eigen::Matrix<double, size, size>; ///< row and column 3 i + axis for its particle i

    /// K grad C grad C' - lambda d2C, symmetrised; `projected`: its nearest positive semidefinite matrix.
    Matrix (*at)(const Points<double, ConstraintType::arity>& x,
                 const typename ConstraintType::template Rest<double>& rest, double curvature, double lambda,
                 bool projected);
};

/// One per constraint type. In a source file of its own, because differentiating all kernels takes long to compile.
extern const ForEachConstraint<HessianBlock> kHessianBlocks;

} // namespace xpbd
