#pragma once

#include "core/base/types.h"

#include <vector>

/// XPBD for a rope, as in the paper: without templates, tables or engines. Read xpbd_on_one_page.cpp beside X16
/// algorithm 1 before the rest of the library. A test checks that it equals the textbook engine to 1e-12 m.
namespace xpbd::one_page {

/// A chain of particles. Segment j joins the particles j and j + 1.
struct Rope {
    std::vector<Vec3> x;          ///< positions [m]
    std::vector<Vec3> v;          ///< velocities [m/s]
    std::vector<double> w;        ///< inverse masses [1/kg]; 0: a fixed particle
    std::vector<double> d;        ///< rest lengths, one per segment [m]
    double alpha = 0;             ///< compliance of every segment [m/N]; 0: rigid
    std::vector<double> lambda{}; ///< multipliers of the last step, one per segment [N s^2]
};

/// Advances the rope by one timestep.
/// @param gravity [m/s^2]; @param dt timestep [s]; @param iterations solver iterations, at least 1
void step(Rope& rope, const Vec3& gravity, double dt, int iterations);

} // namespace xpbd::one_page
