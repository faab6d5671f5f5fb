#pragma once

#include "core/base/math/positive_part.h"
#include "core/implicit/vectors.h"
#include "core/model/constraints/all.h"
#include "core/model/model.h"

#include <algorithm>
#include <cstddef>

namespace xpbd {

/// The contribution of one constraint of this type to the Hessian of the objective.
template <class ConstraintType>
struct HessianBlock {
    using Matrix = SquareMatrix<3 * ConstraintType::arity>; ///< row and column 3 i + axis for its particle i

    /// curvature grad C grad C' - lambda C'', symmetrised. If `projected`, the nearest positive semidefinite matrix.
    Matrix (*at)(const Points<double, ConstraintType::arity>& x,
                 const typename ConstraintType::template Rest<double>& rest, double curvature, double lambda,
                 bool projected);
};

/// The 3 x 3 block of particles k and l.
template <std::size_t N>
glm::dmat3 block_of(const SquareMatrix<N>& matrix, std::size_t k, std::size_t l) {
    const auto column = [&](std::size_t c) {
        return Vec3(matrix[c][3 * k], matrix[c][3 * k + 1], matrix[c][3 * k + 2]);
    };
    return {column(3 * l), column(3 * l + 1), column(3 * l + 2)};
}

template <std::size_t N>
bool all_finite(const SquareMatrix<N>& matrix) {
    return std::all_of(matrix.begin(), matrix.end(), [](const auto& row) { return all_finite(row); });
}

/// The HessianBlock of every constraint type. Its source file has nothing else, because it takes long to compile.
extern const ForEachConstraint<HessianBlock> kHessianBlocks;

} // namespace xpbd
