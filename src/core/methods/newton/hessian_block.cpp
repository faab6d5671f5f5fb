#include "core/methods/newton/hessian_block.h"

#include "core/constraints/hessian.h"

namespace xpbd {
namespace {

template <class Kernel>
typename HessianBlock<Kernel>::Matrix block_at(const Points<double, Kernel::arity>& x,
                                               const typename Kernel::template Rest<double>& rest, double curvature,
                                               double lambda) {
    constexpr int size = HessianBlock<Kernel>::size;
    using Matrix = typename HessianBlock<Kernel>::Matrix;
    const SecondOrder<Kernel> second = second_order<Kernel>(x, rest);
    Eigen::Matrix<double, size, 1> g;
    for (int k = 0; k < size; ++k) {
        g[k] = second.first.gradient[static_cast<std::size_t>(k / 3)][k % 3];
    }
    const Eigen::Map<const Matrix> turning(second.hessian.front().data());
    const Matrix block = curvature * g * g.transpose() - lambda * turning;
    return 0.5 * (block + block.transpose());
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<Batch<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
