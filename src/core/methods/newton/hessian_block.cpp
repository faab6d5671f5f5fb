#include "core/methods/newton/hessian_block.h"

#include "core/constraints/hessian.h"

#include <Eigen/Eigenvalues>

namespace xpbd {
namespace {

constexpr int kLargest = 3 * static_cast<int>(ConstraintTypes::most_particles);
/// A block of any constraint: the decomposition is compiled once, not for every size.
using AnyBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kLargest, kLargest>;

/// Nearest positive semidefinite matrix.
AnyBlock projected_positive(const AnyBlock& matrix) {
    const Eigen::SelfAdjointEigenSolver<AnyBlock> solver(matrix);
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() * solver.eigenvectors().transpose();
}

template <class ConstraintType>
typename HessianBlock<ConstraintType>::Matrix block_at(const Points<double, ConstraintType::arity>& x,
                                                       const typename ConstraintType::template Rest<double>& rest,
                                                       double curvature, double lambda, bool projected) {
    constexpr int size = HessianBlock<ConstraintType>::size;
    using Matrix = typename HessianBlock<ConstraintType>::Matrix;
    const SecondOrder<ConstraintType> second = second_order<ConstraintType>(x, rest);
    Eigen::Matrix<double, size, 1> g;
    for (int k = 0; k < size; ++k) {
        g[k] = second.first.gradient[static_cast<std::size_t>(k / 3)][k % 3];
    }
    const Eigen::Map<const Matrix> turning(second.hessian.front().data());
    Matrix block = curvature * g * g.transpose() - lambda * turning;
    block = 0.5 * (block + block.transpose()).eval();
    if (projected) {
        block = projected_positive(block);
    }
    return block;
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<ConstraintArray<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
