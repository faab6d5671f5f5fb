#pragma once

#include "core/implicit/vectors.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace xpbd {

/// Preconditioned conjugate gradients for a symmetric matrix A; the preconditioner is P^-1, where P is an upper bound
/// of A. Needs neither matrix as such, only products with P^-1 and with A - P: P times a search direction follows from
/// the residuals that form the direction. Keeps its vectors between solutions.
class ConjugateGradients {
public:
    struct Limits {
        int most = 0;               ///< iterations, at most
        double tolerance = 0;       ///< limit of the residual over the first residual, in the norm of P^-1
        double least_curvature = 0; ///< ends below this ratio of the curvatures of A and P along a search direction
        double enough_at_once = 0;  ///< ends after the first iteration if the residual is at most this times |b|
    };

    /// Solves A x = b; x must be P^-1 b at the call. False if a search direction has too little curvature: then x is
    /// the iterate before it (Steihaug, 1983), or P^-1 b if it is the first direction.
    /// @param add_difference (from, to): to += (A - P) from. @param precondition (from, to): to = P^-1 from.
    /// @param stop (): true to end early.
    bool solve(const std::vector<double>& b, const Limits& limits, const auto& add_difference, const auto& precondition,
               const auto& stop, std::vector<double>& x) {
        residual_ = b;
        search_ = x;
        bound_image_ = b;
        std::fill(x.begin(), x.end(), 0.0);
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
            add_scaled(length, search_, x);
            add_scaled(-length, image_, residual_);
            if (k == 0 && norm(residual_) <= limits.enough_at_once * norm(b)) {
                return true;
            }
            precondition(residual_, solved_);
            const double before = std::exchange(size, dot(residual_, solved_));
            const double kept = size / before;
            scale_and_add(kept, solved_, search_);
            scale_and_add(kept, residual_, bound_image_);
            bound = size + kept * kept * bound;
        }
        return true;
    }

private:
    std::vector<double> residual_, solved_, search_, image_;
    std::vector<double> bound_image_; ///< P search
};

} // namespace xpbd
