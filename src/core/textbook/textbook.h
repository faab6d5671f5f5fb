#pragma once

#include "core/step/order/order.h"
#include "core/step/stepper.h"
#include "core/step/stop_rule.h"
#include "core/textbook/coefficients.h"
#include "core/textbook/primal_residual.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace xpbd {

/// The position-based step in double precision, one constraint after the other. It reads like the papers (P07 algorithm
/// 1, X16 algorithm 1) and is the reference for every faster engine. An iteration projects first the constraints, then
/// long range attachments, then contacts. If the primal residual is kept, every iteration but the first starts with a
/// PrimalStep. If that step leaves its limits, the substep starts again with the residual dropped.
class TextbookSolver : public Stepper {
public:
    explicit TextbookSolver(CoefficientRule rule) : rule_(rule) {}

protected:
    int solve(const Substep& substep, State& state) override;

private:
    void prepare(const Substep& substep, const State& state);
    int iterate_all(const Substep& substep, State& state);
    void iterate(const Substep& substep, State& state, int iteration);
    void sweep(const Substep& substep, State& state, SweepOrder order, const std::vector<Vec4>& from);
    void accelerate(const Substep& substep, State& state, int iteration);

    CoefficientRule rule_;
    std::shared_ptr<const Order> order_; ///< for coloured sweeps
    std::uint64_t ordered_ = 0;          ///< identity of the model that order_ belongs to
    // Scratch, rewritten in every substep.
    std::optional<CoefficientTable> table_;
    std::vector<Coefficients> coefficients_; ///< per constraint, in model order; without volumes
    std::vector<Vec4> frozen_;               ///< Jacobi: positions at which all constraints are evaluated
    PrimalResidual primal_residual_ = PrimalResidual::dropped;
    PrimalStep primal_step_;
    bool ran_away_ = false; ///< the primal step left its limits in the current substep
    StopRule stop_rule_;

    /// An iterate, for Chebyshev's recurrence.
    struct Iterate {
        std::vector<Vec4> position;
        std::vector<double> lambda;
    };
    Iterate current_;
    Iterate previous_;
    double chebyshev_omega_ = 1;
};

} // namespace xpbd
