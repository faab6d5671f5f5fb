#pragma once

// The PBD stiffness that matches a compliance.

#include "core/model/model.h"

namespace xpbd {

/// The stiffness k in [0, 1] with which PBD gives a single edge the static stiffness 1/compliance [N/m], at substep h
/// [s] and n iterations: k = 1 - r^(1/n) with r = alpha/(alpha + h^2 w), the inverse of PBD's closed form k_eff =
/// ((1-k)^(-n) - 1)/(h^2 w). `inverse_mass` is the sum w of both ends [1/kg]. `corrected`: for the PBD with k', in
/// which k is the effect of all n iterations. The match holds at this h and n only.
double matching_stiffness(double compliance, double inverse_mass, double h, int iterations, bool corrected);

/// Medians over the stretch constraints [1/kg]; 0 if there are no such constraints.
struct TypicalEdge {
    double inverse_mass = 0;         ///< w0 + w1 of both ends
    double lighter_inverse_mass = 0; ///< of the lighter end: the mass in sigma = h^2/(alpha m)
};
TypicalEdge typical_edge(const Model& model);

} // namespace xpbd
