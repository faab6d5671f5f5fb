#pragma once

#include <array>
#include <cstddef>

namespace xpbd::simd {

/// Free motion from one substep to the next, over particles as a kernel reads them: four numbers per particle, or
/// blocks of kLanes (core/simd/sweep.h). In double precision only: it is what small steps take.
struct MotionArguments {
    double* position = nullptr; ///< x_{n+1} [m] and inverse masses; becomes the inertial target of the next substep
    double* start = nullptr;    ///< x_n [m], with the inverse masses; becomes x_{n+1}
    double* velocity = nullptr; ///< gets v_{n+1} [m/s]; null: nobody wants it
    std::size_t numbers = 0;    ///< of each array; whole blocks
    bool in_blocks = false;
    double h = 0;                 ///< substep [s]
    double kept = 1;              ///< share of the motion that damping leaves, 1 - c h
    std::array<double, 3> fall{}; ///< h^2 g [m]
    double limit = 0;             ///< of a coordinate [m]
};

/// v = (x - x_n) / h, then x_n <- x and x <- x + kept h v + h^2 g; fixed particles stay, with v = 0. False where a
/// coordinate is not below the limit or a velocity not finite: then the arrays are worth nothing.
using MotionFunction = bool (*)(const MotionArguments&);

} // namespace xpbd::simd
