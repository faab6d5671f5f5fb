#pragma once

// The precision of the fast engine, which also bounds what a measured residual can mean.

namespace xpbd {

/// True if the rounding of single precision would show in the forces: if the rounding of a position relative to the
/// middle of the body exceeds a thousandth of the fall in one substep, 9.81 m/s^2 h^2. A rigid constraint must cancel
/// this fall: with h = 1 ms, the force of an edge of 1 m in single precision is wrong by up to 2 %.
/// @param radius half the size of the body [m]; @param h substep [s]
inline bool needs_double_precision(double radius, double h) {
    constexpr double rounding = 0x1p-24; // relative rounding error of a float
    constexpr double share = 1e-3;
    constexpr double fall = 9.81; // [m/s^2]
    return rounding * radius > share * fall * h * h;
}

} // namespace xpbd
