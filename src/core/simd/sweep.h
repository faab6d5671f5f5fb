#pragma once

#include "core/constraints/all.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace xpbd::simd {

/// Batches of one constraint type as the kernels read them: plain arrays, lane by lane, kLanes (core/order/lanes.h) per
/// batch. Positions are packed as four floats per particle: x, y, z [m], inverse mass [1/kg]; empty lanes point at
/// particles of their own that nothing else uses. Drawn in core/simd/README.md.
struct SweepArguments {
    float* position = nullptr;        ///< what is corrected: positions, or for Jacobi the sum of corrections
    const float* from = nullptr;      ///< where constraints are evaluated
    const float* reference = nullptr; ///< where damping measures motion from
    /// Per particle of a constraint: its place in `position`, in floats.
    std::array<const int*, ConstraintTypes::most_particles> offset{};
    std::array<const float*, ConstraintTypes::most_rest_numbers> rest{}; ///< the kernel's rest data
    const float* relax = nullptr;                                        ///< of core/methods/position_based/law.h
    const float* a = nullptr;                                            ///< likewise
    const float* g = nullptr;                                            ///< likewise; read by damped sweeps only
    const float* gain = nullptr; ///< relax / ((1 + g) (w0 + w1) + a); distance constraints only
    float* lambda = nullptr;     ///< accumulated multipliers
    std::size_t batches = 0;
};

/// Projects all constraints of a sweep once, batch after batch (X16 eq. 17, 18, 26). True where a distance constraint
/// had both its ends in one point, and so no direction: it was left alone.
using SweepFunction = bool (*)(const SweepArguments&);

/// Batches of pairs of particles that are kept apart (core/contact/self_collision.h), as the kernel reads them; as
/// Sweep.
struct PairArguments {
    float* position = nullptr;
    std::array<const int*, 2> offset{};  ///< of the particles a and b of a pair
    std::array<const float*, 3> start{}; ///< x_b - x_a at x^n [m], from which friction measures motion
    const float* distance = nullptr;     ///< d [m]
    const float* mass = nullptr;         ///< 1 / (w_a + w_b) [kg]; 0 for an empty lane
    float* normal = nullptr;             ///< accumulated lambda_n >= 0, pushes b away from a
    std::array<float*, 3> tangent{};     ///< accumulated lambda_t on b
    float friction = 0;                  ///< Coulomb's mu [1]
    std::size_t batches = 0;
};

/// Projects all pairs once, batch after batch: C = |x_b - x_a| - d >= 0, then Coulomb friction.
using PairFunction = void (*)(const PairArguments&);

/// The kernels for one instruction set.
struct Kernels {
    std::string_view name; ///< of the instruction set
    /// By type, in the order of the list (constraints/all.h); then: plain, damped, Jacobi, damped Jacobi. Null for
    /// types whose kernel is not branchless.
    std::array<std::array<SweepFunction, 4>, ConstraintTypes::size> sweep;
    PairFunction pairs;
};

/// Those that this processor can run, the best one first.
std::span<const Kernels* const> kernels();

} // namespace xpbd::simd
