#pragma once

// Arguments and results of the kernels that measure particles.

#include <array>
#include <cstddef>
#include <limits>

namespace xpbd::simd {

/// The particles of a body, as sum_body() reads them: plain arrays.
struct BodyArguments {
    const double* position = nullptr; ///< per particle: x, y, z [m], inverse mass [1/kg]
    const double* velocity = nullptr; ///< per particle: three numbers [m/s]
    const double* contact = nullptr;  ///< State::contact_multiplier: three numbers [N s^2]
    const double* mass = nullptr;     ///< per particle [kg]
    std::size_t count = 0;
    std::array<double, 3> gravity{}; ///< [m/s^2]
    double force_scale = 0;          ///< State::force_scale [1/s^2]
};

/// Sums over particles, added one after the other in their order: the bits do not depend on the instruction set.
struct BodySums {
    double kinetic = 0;                                        ///< m v^2/2 [J]
    double potential = 0;                                      ///< potential energy -m g.x [J]
    std::array<double, 3> momentum{};                          ///< m v [kg m/s]
    std::array<double, 3> angular{};                           ///< x cross m v [kg m^2/s]
    std::array<double, 3> contact{};                           ///< force of the contacts [N]
    double lowest = std::numeric_limits<double>::infinity();   ///< least y of a particle [m]
    double highest = -std::numeric_limits<double>::infinity(); ///< largest y of a particle [m]
};

using BodyFunction = BodySums (*)(const BodyArguments&);

/// The particles of a body and the forces on them, as sum_balance() reads them.
struct BalanceArguments {
    const double* position = nullptr;  ///< per particle: x, y, z [m], inverse mass [1/kg]
    const double* predicted = nullptr; ///< State::predicted: three numbers [m]
    const double* force = nullptr;     ///< per particle: four numbers, the first three grad C' lambda [N s^2]
    const double* mass = nullptr;      ///< per particle [kg]; 0 = fixed
    std::size_t count = 0;
};

/// Sums over the free particles, in their order; `reaction` sums over the fixed particles.
struct BalanceSums {
    double primal = 0;     ///< (M(x - x~) - grad C' lambda)^2 (X16 eq. 8) [kg^2 m^2]
    double unbalanced = 0; ///< |M(x - x~) - grad C' lambda| [kg m]
    double inertia = 0;    ///< |M(x - x~)| [kg m]
    double free = 0;       ///< number of free particles
    double mass = 0;       ///< m [kg]
    double reaction = 0;   ///< |grad C' lambda| [kg m]
};

using BalanceFunction = BalanceSums (*)(const BalanceArguments&);

} // namespace xpbd::simd
