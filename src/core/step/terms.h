#pragma once

// The terms of implicit Euler's objective, for the methods that minimise it.

#include "core/step/stepper.h"

#include <vector>

namespace xpbd {

/// One constraint's term in the objective of implicit Euler, multiplied by h^2 (TimeScheme::h_squared):
/// E(x) = 1/2 (x - x~)' M (x - x~) + sum [ -mu C + K/2 C^2 + B/2 (C - C_ref)^2 ],
/// K = h^2/alpha, B = h^2 beta/h. For a rigid constraint K is the penalty and mu the multiplier of an augmented
/// Lagrangian. The gradient of E is M (x - x~) - grad C' lambda, with X16's sign of lambda.
struct ObjectiveTerm {
    double stiffness = 0;       ///< K
    double damping = 0;         ///< B
    double multiplier = 0;      ///< mu; 0 for a compliant constraint
    double offset = 0;          ///< error of C that this step does not correct (A25 eq. 18)
    double reference_value = 0; ///< C at x_ref, the positions from which damping measures motion
    double effective_mass = 0;  ///< 1/(grad C w grad C') at x_ref [kg]; 0 if no particle can move
    double reach = 0;           ///< sum |grad C|^2 at x_ref
    bool rigid = false;         ///< alpha = 0
    bool carries =
        false; ///< rigid, and its multiplier may be kept between iterations (not for ConstraintInfo::is_norm)

    double lambda(double value) const {
        return multiplier - stiffness * (value - offset) - damping * (value - reference_value);
    }
    double energy(double value) const {
        const double moved = value - reference_value;
        const double error = value - offset;
        return -multiplier * error + 0.5 * stiffness * error * error + 0.5 * damping * moved * moved;
    }
    double curvature() const { return stiffness + damping; }
    /// For isometric bending, C = |s| with s linear in x: the part of the damping's second derivative that acts in all
    /// directions of s, B (C - C_ref)/C. The remaining part of B acts along s; K acts in all directions.
    double turn_of_damping(double value) const {
        return damping > 0 && value > 0 ? damping * (value - reference_value) / value : 0;
    }
    bool acts() const { return stiffness > 0 || damping > 0 || multiplier != 0; }
};

/// K + B of a compliant constraint: its contribution to the objective's Hessian along its gradient. Infinite if rigid.
double curvature_of(const ConstraintMaterial& material, const TimeScheme& scheme);

/// Computes the terms of all constraints, in model order, for a substep with damping reference substep.reference. Rigid
/// constraints get the stiffness rigid_factor * effective_mass; torn constraints get a zero term. `terms` is resized.
void prepare_terms(const Substep& substep, const State& state, double rigid_factor, std::vector<ObjectiveTerm>& terms);

/// Writes the multipliers of all constraints, evaluated at the state's positions, to state.lambda.
void write_lambda(const Model& model, const std::vector<ObjectiveTerm>& terms, State& state);

/// M (x - x~) - grad C' lambda per particle [kg m]: the forces that contacts must supply, times h^2.
std::vector<Vec3> unbalanced(const Model& model, const State& state);

} // namespace xpbd
