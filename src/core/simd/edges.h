#pragma once

// Arguments and results of the kernel that measures distance constraints.

#include <cstddef>

namespace xpbd::simd {

/// Distance constraints of one material, successive in the model, as the kernel reads them: plain arrays.
struct EdgeArguments {
    const double* position = nullptr; ///< per particle: x, y, z [m], inverse mass [1/kg]
    const double* velocity = nullptr; ///< per particle: three numbers [m/s]; read only if beta > 0
    const int* particles = nullptr;   ///< two particles per constraint
    const double* rest = nullptr;     ///< rest lengths d [m]
    const double* lambda = nullptr;   ///< multipliers [N s^2]
    std::size_t count = 0;
    double alpha = 0;        ///< compliance [m/N]
    double beta = 0;         ///< damping [N s/m]
    double force_scale = 0;  ///< State::force_scale [1/s^2]
    double least_strain = 0; ///< strain that is added to |C|/d in EdgeSums::weighed_scale, in quadrature [1]
    double rounding = 0;     ///< rounding error of C [m]; EdgeSums::weighed_dual leaves out smaller residuals
    double noise = 0;        ///< strain below which the quotient T/C is too noisy to be a stiffness [1]
    bool strain = false;     ///< whether the strain is computed
    /// Per particle: four numbers; grad C' lambda [N s^2] is added to the first three. Null if not needed.
    double* force = nullptr;
    /// Gets T/C [N/m] of every constraint whose |C| exceeds the noise; has room for all. Null if not needed.
    double* stiffness = nullptr;
};

/// Sums over constraints, added one after the other in their order: the bits do not depend on the instruction set.
struct EdgeSums {
    double energy = 0;  ///< C^2/(2 alpha) of compliant constraints [J]
    double unmet = 0;   ///< the part of `energy` that no multiplier carries, h (2 C - h)/(2 alpha) [J]; h as in `dual`
    double dual = 0;    ///< h^2 of constraints that can move, h = C + alpha~ lambda, with damping [m^2]
    double movable = 0; ///< number of constraints with a particle that is not fixed
    double weighed_dual = 0;     ///< h^2 W, W = 1/(w0 + w1 + alpha~), where |h| exceeds the rounding error [kg m^2]
    double weighed_scale = 0;    ///< W (C^2 + (least_strain d)^2) [kg m^2]
    double multipliers = 0;      ///< |lambda| [N s^2]
    double strain = 0;           ///< |C|/d [1]
    double max_strain = 0;       ///< largest |C|/d [1]
    std::size_t stiffnesses = 0; ///< number of values written to EdgeArguments::stiffness
};

/// Adds the terms of all constraints to the sums.
using EdgeFunction = void (*)(const EdgeArguments&, EdgeSums&);

/// C^2/(2 alpha) of one constraint, or of a pack of constraints [J]; alpha > 0.
template <class S>
S elastic_energy(const S& value, double alpha) {
    return value * value / S(2 * alpha);
}

} // namespace xpbd::simd
