#pragma once

#include "core/methods/fixed_order.h"

#include <Eigen/Core>
#include <utility>

namespace xpbd {

/// Preconditioned conjugate gradients on a symmetric matrix A with the factor of another one, P, that bounds it from
/// above. Neither matrix is needed, only P^-1 and what A has more than P: P times a search direction follows from the
/// residuals that the direction was made of. Keeps its vectors from one solution to the next.
class ConjugateGradients {
public:
    struct Limits {
        int most = 0;               ///< steps
        double tolerance = 0;       ///< of the residual, over the first one, in the norm of P^-1
        double least_curvature = 0; ///< of A along a search direction, over that of P: with less, they end
        double enough_at_once = 0;  ///< a residual that the first step makes this small, over |b|, is small enough
    };

    /// Solves A x = b; x is P^-1 b before. False where they met a direction of too little curvature: then x is
    /// what they had before it (Steihaug, 1983), or, at the first one, P^-1 b.
    /// @param add_difference (from, to): to += (A - P) from. @param precondition (from, to): to = P^-1 from.
    /// @param stop (): true to end early.
    bool solve(const Eigen::VectorXd& b, const Limits& limits, const auto& add_difference, const auto& precondition,
               const auto& stop, Eigen::VectorXd& x) {
        residual_ = b;
        search_ = x;
        bound_image_ = b;
        x.setZero();
        double size = dot(residual_, search_);
        double bound = size; // search' P search
        const double enough = limits.tolerance * limits.tolerance * size;
        for (int k = 0; k < limits.most && size > enough && !stop(); ++k) {
            image_ = bound_image_;
            add_difference(search_, image_);
            const double curvature = dot(search_, image_);
            if (!(curvature > limits.least_curvature * bound)) {
                if (k == 0) {
                    x = search_;
                }
                return false;
            }
            const double length = size / curvature;
            x += length * search_;
            residual_ -= length * image_;
            if (k == 0 && norm(residual_) <= limits.enough_at_once * norm(b)) {
                return true;
            }
            precondition(residual_, solved_);
            const double before = std::exchange(size, dot(residual_, solved_));
            const double kept = size / before;
            search_ = solved_ + kept * search_;
            bound_image_ = residual_ + kept * bound_image_;
            bound = size + kept * kept * bound;
        }
        return true;
    }

private:
    Eigen::VectorXd residual_, solved_, search_, image_;
    Eigen::VectorXd bound_image_; ///< P search
};

} // namespace xpbd
