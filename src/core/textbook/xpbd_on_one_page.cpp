#include "core/textbook/xpbd_on_one_page.h"

#include <cstddef>

// XPBD on one page
// ================
// A step of implicit Euler looks for the positions x where inertia and the constraint forces balance:
//
//     M (x - x~) = grad C(x)' lambda        x~ = x_n + dt v_n + dt^2 g   (the inertial target)
//     C(x) + alpha~ lambda = 0              alpha~ = alpha / dt^2        (Hooke's law, scaled by the timestep)
//
// For segment j between the particles a = j and b = j + 1, with the unit vector n from a to b:
//
//     C = |x_b - x_a| - d                   its error in length [m]
//     grad_a C = -n,   grad_b C = +n        so that grad C M^-1 grad C' = w_a + w_b
//
// X16 algorithm 1 solves one segment at a time and moves its two particles immediately (Gauss-Seidel). The line numbers
// below are the paper's. lambda / dt^2 is the force along grad C: the tension is -lambda / dt^2 [N].
//
// PBD (P07) is the same loop with two changes: alpha~ = 0, and every correction is multiplied by a stiffness k between
// 0 and 1. Then no equation contains the material: k acts once per iteration, and more iterations make a stiffer rope.

namespace xpbd::one_page {

void step(Rope& rope, const Vec3& gravity, double dt, int iterations) {
    const std::size_t particles = rope.x.size();
    const std::size_t segments = rope.d.size();
    const double alpha_tilde = rope.alpha / (dt * dt);

    // Line 1: predict the positions from inertia and gravity. Line 3: the solve starts at these positions.
    const std::vector<Vec3> x_n = rope.x;
    for (std::size_t i = 0; i < particles; ++i) {
        if (rope.w[i] > 0) {
            rope.x[i] += dt * rope.v[i] + dt * dt * gravity;
        }
    }

    // Line 4: the multipliers start at zero in every step.
    rope.lambda.assign(segments, 0.0);

    // Line 5: a fixed number of iterations, so that every step has the same cost.
    for (int iteration = 0; iteration < iterations; ++iteration) {
        // Line 6: one constraint after the other; each uses the positions that the previous ones have corrected.
        for (std::size_t j = 0; j < segments; ++j) {
            Vec3& x_a = rope.x[j];
            Vec3& x_b = rope.x[j + 1];
            const double w_a = rope.w[j];
            const double w_b = rope.w[j + 1];
            if (w_a + w_b == 0) {
                continue; // both ends are fixed
            }
            const double length = glm::length(x_b - x_a);
            const Vec3 n = length > 0 ? (x_b - x_a) / length : Vec3(0, 1, 0); // without a direction any one may be used
            const double C = length - rope.d[j];

            // Line 7, eq. 18: the change of the multiplier after which C + alpha~ lambda = 0 holds for this segment
            // alone.
            const double d_lambda = (-C - alpha_tilde * rope.lambda[j]) / (w_a + w_b + alpha_tilde);

            // Line 8, eq. 17: the corresponding change of position, dx = M^-1 grad C' d_lambda.
            // Line 9: the multiplier accumulates over the iterations; without this line alpha would act like PBD's k.
            // Line 10: the particles move immediately.
            rope.lambda[j] += d_lambda;
            x_a -= w_a * d_lambda * n;
            x_b += w_b * d_lambda * n;
        }
    }

    // Lines 15 and 16: the new velocity follows from the change of position.
    for (std::size_t i = 0; i < particles; ++i) {
        rope.v[i] = (rope.x[i] - x_n[i]) / dt;
    }
}

} // namespace xpbd::one_page
