#pragma once

#include <cstddef>

namespace xpbd::simd {

/// Distance constraints of one material that follow each other, as the kernel reads them: plain arrays.
struct EdgeArguments {
    const double* position = nullptr; ///< per particle: x, y, z [m], inverse mass [1/kg]
    const double* velocity = nullptr; ///< per particle: three numbers [m/s]; read where they are damped
    const int* particles = nullptr;   ///< two per constraint
    const double* rest = nullptr;     ///< d [m]
    const double* lambda = nullptr;   ///< [N s^2]
    std::size_t count = 0;
    double alpha = 0;        ///< compliance [m/N]
    double beta = 0;         ///< damping [N s/m]
    double force_scale = 0;  ///< as in State
    double least_strain = 0; ///< that EdgeSums::scale counts where there is less [1]
    double noise = 0;        ///< strain that tells nothing about the stiffness [1]
    bool strain = false;     ///< whether the strain is asked for
    /// Per particle: four numbers, the first three of which get grad C' lambda [N s^2]. Null: not asked for.
    double* force = nullptr;
    /// Gets T/C [N/m] of every constraint whose |C| is above noise, and has room for all. Null: not asked for.
    double* stiffness = nullptr;
};

/// What is summed over constraints, one after the other in their order: the bits do not depend on the instruction set.
struct EdgeSums {
    double energy = 0;           ///< C^2/(2 alpha) of compliant ones [J]
    double dual = 0;             ///< (C + alpha~ lambda)^2, with damping [m^2]
    double scale = 0;            ///< C^2, and what least_strain adds [m^2]
    double strain = 0;           ///< |C|/d [1]
    double max_strain = 0;       ///< the largest [1]
    std::size_t stiffnesses = 0; ///< written
};

/// Adds to the sums.
using EdgeFunction = void (*)(const EdgeArguments&, EdgeSums&);

/// C^2/(2 alpha) of one constraint, or of a pack of them; alpha > 0 [J].
template <class S>
S elastic_energy(const S& value, double alpha) {
    return value * value / S(2 * alpha);
}

} // namespace xpbd::simd
