#include "core/methods/newton/hessian_block.h"

#include "core/constraints/hessian.h"

namespace xpbd {
namespace {

template <class ConstraintType>
typename HessianBlock<ConstraintType>::Matrix block_at(const Points<double, ConstraintType::arity>& x,
                                                       const typename ConstraintType::template Rest<double>& rest,
                                                       double curvature, double lambda) {
    constexpr int size = HessianBlock<ConstraintType>::size;
    using Matrix = typename HessianBlock<ConstraintType>::Matrix;
    const SecondOrder<ConstraintType> second = second_order<ConstraintType>(x, rest);
    Eigen::Matrix<double, size, 1> g;
    for (int k = 0; k < size; ++k) {
        g[k] = second.first.gradient[static_cast<std::size_t>(k / 3)][k % 3];
    }
    const Eigen::Map<const Matrix> turning(second.hessian.front().data());
    const Matrix block = curvature * g * g.transpose() - lambda * turning;
    return 0.5 * (block + block.transpose());
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<ConstraintArray<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
