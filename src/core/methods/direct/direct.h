#pragma once

#include "core/methods/position_based/coefficients.h"
#include "core/methods/stepper.h"

#include <Eigen/SparseCholesky>
#include <vector>

namespace xpbd {

/// XPBD solved directly (D18): every iteration linearises all constraints and solves
/// (J M^-1 J' + alpha~) d_lambda = -C - alpha~ lambda at once by a sparse Cholesky factorisation. For a rope the matrix
/// is block-tridiagonal and the cost linear in its length; for a cloth it fills in.
class DirectSolver final : public Stepper {
protected:
    int solve(const Substep& substep, State& state) override;

private:
    /// One linearised constraint: gradients by particle.
    struct Row {
        std::vector<std::pair<int, Vec3>> gradient;
        double value = 0;
        double moved = 0; ///< grad C . (x - x_reference)
        Coefficients k;
    };
    void linearise(const Substep& substep, const State& state);
    void assemble(const State& state);
    void factorise();
    bool is_at_rest(const State& state, const Eigen::VectorXd& change);

    std::vector<Row> rows_; ///< per constraint, in model order
    Eigen::SparseMatrix<double> matrix_;
    Eigen::VectorXd right_side_;
    std::vector<Vec4> from_;   ///< positions before the iteration
    double last_move_ = 0;     ///< of is_at_rest() before,
    double last_change_ = 0;   ///< likewise
    std::vector<int> columns_; ///< pattern for which the factor is ordered: where each column begins,
    std::vector<int> pattern_; ///< and the rows
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
};

} // namespace xpbd
