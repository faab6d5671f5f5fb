#pragma once

#include <array>
#include <cstddef>

namespace xpbd::simd {

/// Free motion from one substep to the next, on packed particles: four numbers per particle, or blocks of kLanes
/// (core/simd/sweep.h). In double precision only: small substeps need it.
struct MotionArguments {
    double* position =
        nullptr; ///< x_{n+1} [m] and inverse masses [1/kg]; is overwritten by the inertial target of the next substep
    double* start = nullptr;    ///< x_n [m] and inverse masses [1/kg]; is overwritten by x_{n+1}
    double* velocity = nullptr; ///< receives v_{n+1} [m/s]; null if not needed
    std::size_t numbers = 0;    ///< length of each array; a multiple of a block
    bool in_blocks = false;
    double h = 0;                 ///< substep [s]
    double kept = 1;              ///< factor of the velocity after damping, 1 - c h
    std::array<double, 3> fall{}; ///< h^2 g [m]
    double limit = 0;             ///< bound of the magnitude of a coordinate [m]
};

/// v = (x - x_n) / h, then x_n <- x and x <- x + kept h v + h^2 g; fixed particles stay, with v = 0. False if a
/// coordinate reaches the limit or a velocity is not finite; the arrays are then unusable.
using MotionFunction = bool (*)(const MotionArguments&);

} // namespace xpbd::simd
