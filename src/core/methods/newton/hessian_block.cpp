#include "core/methods/newton/hessian_block.h"

#include "core/constraints/hessian.h"

#include <cmath>

namespace xpbd {
namespace {

constexpr int kLargest = 3 * static_cast<int>(ConstraintTypes::most_particles);
/// A block of any constraint: the decomposition is compiled once, not for every size.
using AnyBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kLargest, kLargest>;

constexpr int kMaxSweeps = 30;        ///< over the entries above the diagonal; six to ten are the rule
constexpr double kNegligible = 1e-17; ///< entry off the diagonal, over the largest of the matrix

/// Turns coordinates p and q of the symmetric matrix so that its entry (p, q) becomes zero, and the vectors with them.
void turn(AnyBlock& matrix, AnyBlock& vectors, Eigen::Index p, Eigen::Index q) {
    const double cotangent = (matrix(q, q) - matrix(p, p)) / (2 * matrix(p, q)); // of twice the angle
    const double tangent = std::copysign(1 / (std::abs(cotangent) + std::hypot(cotangent, 1.0)), cotangent);
    const double c = 1 / std::hypot(tangent, 1.0);
    const double s = tangent * c;
    const auto mix = [&](double& at_p, double& at_q) {
        const double old = at_p;
        at_p = c * old - s * at_q;
        at_q = s * old + c * at_q;
    };
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        mix(matrix(k, p), matrix(k, q));
        mix(vectors(k, p), vectors(k, q));
    }
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        mix(matrix(p, k), matrix(q, k));
    }
}

/// Nearest positive semidefinite matrix: eigenvalues by Jacobi's method (Golub and Van Loan, Matrix Computations,
/// section 8.5), without the negative ones. Eigen's solver would take the compiler longer than the rest of this file.
AnyBlock projected_positive(AnyBlock matrix) {
    if (!matrix.allFinite()) {
        return matrix; // the factorisation refuses it
    }
    const Eigen::Index n = matrix.rows();
    AnyBlock vectors = AnyBlock::Identity(n, n);
    const double negligible = kNegligible * matrix.cwiseAbs().maxCoeff();
    bool turned = true;
    for (int sweep = 0; turned && sweep < kMaxSweeps; ++sweep) {
        turned = false;
        for (Eigen::Index p = 0; p < n; ++p) {
            for (Eigen::Index q = p + 1; q < n; ++q) {
                if (std::abs(matrix(p, q)) > negligible) {
                    turn(matrix, vectors, p, q);
                    turned = true;
                }
            }
        }
    }
    AnyBlock positive = AnyBlock::Zero(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        for (Eigen::Index i = 0; i < n && matrix(k, k) > 0; ++i) {
            for (Eigen::Index j = 0; j < n; ++j) {
                positive(i, j) += matrix(k, k) * (vectors(i, k) * vectors(j, k));
            }
        }
    }
    return positive;
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
