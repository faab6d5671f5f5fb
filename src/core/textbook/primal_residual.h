#pragma once

#include "core/step/contact/contacts.h"
#include "core/step/stepper.h"

#include <vector>

namespace xpbd {

/// Adds the forces of some constraints, and their bounds (PrimalStep), to the sums per particle: volumes, tethers and
/// pairs of the body, which the fast engine leaves to this code. @param force sums of grad C lambda [N s^2]; @param
/// bound sums of |lambda| H [kg]
void add_forces_of_volumes_tethers_and_pairs(const Model& model, const State& state, const Contacts& contacts,
                                             std::span<Vec3> force, std::span<double> bound);

/// The half of an XPBD iteration that X16 leaves out (PrimalResidual::kept). X16 linearises the balance of momentum
/// g = M (x - x~) - grad C' lambda = 0 (eq. 8) and then drops g; more iterations do not bring back what it loses. Here
/// the linear system [M, -J'; J, alpha~] (dx, dlambda) = -(g, h) is split in two: first x <- x - D^-1 g, then the usual
/// sweep on h = C + alpha~ lambda. Its fixed point has g = 0 and h = 0: implicit Euler's own.
///
///     D_i = m_i + sum_j |lambda_j| H_ij,  H_ij = hessian_bounds() of constraint j for particle i
///
/// D bounds M - sum lambda_j C''_j, the derivative of g: without H, x <- x - M^-1 g is an iteration with the factor
/// h^2 T/(m l) on a link of tension T and diverges where that reaches 1 (PrimalResidual::kept_raw).
///
/// Contacts and tethers are constraints of the balance too, with their multipliers of the last projection; they must be
/// projected with `release` (Contacts::project), because a force that is not needed any more has to end.
class PrimalStep {
public:
    /// Moves the free particles once. @param bounded false: H = 0
    void move(const Substep& substep, State& state, const Contacts& contacts, bool bounded);

private:
    std::vector<Vec3> force_;   ///< sum of grad C lambda per particle [N s^2]
    std::vector<double> bound_; ///< sum of |lambda| H per particle [kg]
};

} // namespace xpbd
