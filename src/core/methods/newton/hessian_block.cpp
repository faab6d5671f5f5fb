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

template <class Kernel>
typename HessianBlock<Kernel>::Matrix block_at(const Points<double, Kernel::arity>& x,
                                               const typename Kernel::template Rest<double>& rest, const Term& term,
                                               bool projected) {
    constexpr int size = HessianBlock<Kernel>::size;
    using Matrix = typename HessianBlock<Kernel>::Matrix;
    const SecondOrder<Kernel> second = second_order<Kernel>(x, rest);
    Eigen::Matrix<double, size, 1> g;
    for (int k = 0; k < size; ++k) {
        g[k] = second.first.gradient[static_cast<std::size_t>(k / 3)][k % 3];
    }
    const Eigen::Map<const Matrix> curvature(second.hessian.front().data());
    Matrix block = term.curvature() * g * g.transpose() - term.lambda(second.first.value) * curvature;
    block = 0.5 * (block + block.transpose()).eval();
    if (projected) {
        block = projected_positive(block);
    }
    return block;
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<Batch<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
