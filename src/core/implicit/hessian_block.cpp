// Hessian blocks of all constraint types; a file of its own because it compiles slowly.
#include "core/implicit/hessian_block.h"

#include "core/model/constraints/hessian.h"

namespace xpbd {
namespace {

template <class ConstraintType>
typename HessianBlock<ConstraintType>::Matrix block_at(const Points<double, ConstraintType::arity>& x,
                                                       const typename ConstraintType::template Rest<double>& rest,
                                                       double curvature, double lambda, bool projected) {
    constexpr std::size_t size = 3 * ConstraintType::arity;
    const SecondOrder<ConstraintType> second = second_order<ConstraintType>(x, rest);
    std::array<double, size> g{};
    for (std::size_t k = 0; k < size; ++k) {
        g[k] = second.first.gradient[k / 3][static_cast<int>(k % 3)];
    }
    const auto& turning = second.hessian;
    SquareMatrix<size> block{};
    for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t l = 0; l < size; ++l) {
            block[k][l] = curvature * g[k] * g[l] - 0.5 * lambda * (turning[k][l] + turning[l][k]);
        }
    }
    return projected ? positive_part(block) : block;
}

template <class... Each>
constexpr std::tuple<HessianBlock<Each>...> blocks_of(const std::tuple<ConstraintArray<Each>...>*) {
    return {HessianBlock<Each>{&block_at<Each>}...};
}

} // namespace

constinit const ForEachConstraint<HessianBlock> kHessianBlocks = blocks_of(static_cast<const Constraints*>(nullptr));

} // namespace xpbd
