#pragma once

#include "core/step/contact/contacts.h"
#include "core/step/stepper.h"
#include "core/textbook/coefficients.h"

#include <vector>

namespace xpbd {

/// Adds the forces of some constraints, and their bounds (PrimalStep), to the sums per particle: volumes, tethers and
/// pairs of the body, which the fast engine leaves to this code. @param weight D^-1 of the last step [1/kg]; @param
/// force sums of grad C lambda [N s^2]; @param bound sums of primal_stiffness() [kg]
void add_forces_of_volumes_tethers_and_pairs(const Model& model, const State& state, const Contacts& contacts,
                                             const CoefficientTable& table, std::span<const double> weight,
                                             std::span<Vec3> force, std::span<double> bound);

/// The half of an XPBD iteration that X16 leaves out (PrimalResidual::kept). X16 linearises the balance of momentum
/// g = M (x - x~) - grad C' lambda = 0 (eq. 8) and then drops g; more iterations do not correct the error. Here
/// the linear system [D, -J'; J, alpha~] (dx, dlambda) = -(g, h) is split in two: first x <- x - D^-1 g, then a sweep
/// on h = C + alpha~ lambda with the weights D^-1 instead of the inverse masses. Its fixed point has g = 0 and h = 0:
/// implicit Euler's own. D replaces the derivative of g, M - sum lambda_j C''_j:
///
///     D_i = m_i + sum_j primal_stiffness() of constraint j for particle i (model/constraints/law.h)
///
/// With D = M (PrimalResidual::kept_raw) a link of tension T has the factor h^2 T/(m l) per iteration and diverges
/// where that reaches 1. Formulas: core/FORMULAS.md, "The primal residual".
///
/// If D grows too large (kMostGrowth), the solver starts the substep again and drops the residual.
///
/// Contacts and tethers are constraints of the balance too, with their multipliers of the last projection; they must be
/// projected with `release` (Contacts::project), because a force that is not needed any more has to end.
class PrimalStep {
public:
    /// Starts a substep with D = M.
    void begin(const State& state);
    /// Moves the free particles once. False if D/m of a particle is above kMostGrowth or not a number. @param bounded
    /// false: D = M
    bool move(const Substep& substep, State& state, const Contacts& contacts, const CoefficientTable& table,
              bool bounded);
    /// g' D^-1 g before the last move() [kg m^2].
    double residual() const { return residual_; }
    /// Exchanges the inverse masses in the state for D^-1 of the last move(); call it before a sweep and after it.
    void swap_weights(State& state);

private:
    std::vector<Vec3> force_;    ///< sum of grad C lambda per particle [N s^2]
    std::vector<double> bound_;  ///< sum of |lambda| H per particle [kg]
    std::vector<double> weight_; ///< D^-1 [1/kg]
    double residual_ = 0;
};

} // namespace xpbd
