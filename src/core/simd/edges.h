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
    double least_strain = 0; ///< that EdgeSums::weighed_scale counts where there is less [1]
    double rounding = 0;     ///< of C: EdgeSums::weighed_dual leaves out what is no larger [m]
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
    double unmet = 0;            ///< the part of it that no force answers for, h (2 C - h)/(2 alpha) [J]
    double dual = 0;             ///< h^2 of those that can move, h = C + alpha~ lambda, with damping [m^2]
    double movable = 0;          ///< number of constraints with a particle that is not fixed
    double weighed_dual = 0;     ///< h^2 W, W = 1/(w0 + w1 + alpha~), beyond rounding [kg m^2]
    double weighed_scale = 0;    ///< C^2 W, and what least_strain adds [kg m^2]
    double multipliers = 0;      ///< |lambda| [N s^2]
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
