#include "core/methods/newton/hessian_block.h"

#include "core/constraints/hessian.h"

#include <Eigen/Eigenvalues>

namespace xpbd {
namespace {

/// Nearest positive semidefinite matrix.
template <class Matrix>
Matrix projected_positive(const Matrix& matrix) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
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
    return projected ? projected_positive(block) : block;
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<Batch<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
