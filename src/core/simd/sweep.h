#pragma once

// Arguments of the projection kernels, and the table of kernels per instruction set.

#include "core/model/constraints/types.h"
#include "core/simd/batch_size.h"
#include "core/simd/contact.h"
#include "core/simd/dense.h"
#include "core/simd/edges.h"
#include "core/simd/motion.h"
#include "core/simd/particles.h"
#include "core/simd/primal.h"
#include "core/simd/volume.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>

namespace xpbd::simd {

/// Batches of one constraint type as the kernels read them: plain arrays over lanes, kLanes
/// (core/simd/batch_size.h) per batch. @tparam S float or double. Positions are packed as four numbers per
/// particle: x, y, z [m], inverse mass [1/kg]; empty lanes refer to spare particles that no constraint uses. Drawn in
/// core/fast/LANES.md.
template <class S>
struct SweepArguments {
    S* position = nullptr;        ///< the array to correct: positions, or in a Jacobi sweep the sum of corrections
    const S* from = nullptr;      ///< positions at which constraints are evaluated
    const S* reference = nullptr; ///< positions from which damping measures motion; null if no constraint is damped
    /// Per particle of a constraint: index of its x in `position`.
    std::array<const int*, ConstraintTypes::most_particles> offset{};
    std::array<const S*, ConstraintTypes::most_rest_numbers> rest{}; ///< the kernel's rest data, one array per number
    const S* relax = nullptr;                                        ///< coefficient of core/model/constraints/law.h
    const S* a = nullptr;                                            ///< coefficient of law.h
    const S* g = nullptr;    ///< coefficient of law.h; read by damped sweeps only
    const S* gain = nullptr; ///< relax / ((1 + g) (w0 + w1) + a), or relax if `weighs`; distance constraints only
    bool weighs = false;     ///< the inverse masses change between sweeps: plain_distance divides by them
    S* lambda = nullptr;     ///< accumulated multipliers
    std::size_t batches = 0; ///< number of batches
    bool is_wide = false;    ///< Order::Run::is_wide
    /// Constraints of a unit (Order::Run): 1, or the type's kRowsTogether. All arrays except `offset` are in groups of
    /// kWidestPack units: the first rows of these units, then their second rows, up to the last.
    std::size_t rows = 1;
    bool backwards = false; ///< the rows of a unit are stored last row first (Order::Run)
};

/// Projects all constraints of a sweep once, batch after batch (X16 eq. 17, 18, 26). Returns true if a distance
/// constraint had both ends in one point; its direction is then undefined and it was not moved.
template <class S>
using SweepFunction = bool (*)(const SweepArguments<S>&);

/// Batches of distance constraints over a body whose particles are in blocks (Order::blocks). A block holds kLanes
/// particles: all x, all y, all z [m], then all inverse masses [1/kg].
template <class S>
struct BlockArguments {
    S* position = nullptr;
    /// Three numbers per batch: 1. the index in `position` of the block with the first particles; 2. the index of the
    /// block with the second particles, plus kTurnUp if the second particle of lane i is in lane i + 1, or kTurnDown if
    /// it is in lane i - 1; 3. the index of the batch's numbers in `coefficients`.
    const int* batch = nullptr;
    static constexpr std::size_t kPerBatch = 3;
    static constexpr int kTurnUp = 1;
    static constexpr int kTurnDown = 2;
    /// kLanes rest lengths [m], kLanes a, kLanes gain (all as in SweepArguments); gain is 0 in an empty lane. Batches
    /// with equal numbers share one copy, which saves most of the memory traffic of a sweep.
    const S* coefficients = nullptr;
    static constexpr std::size_t kCoefficients = 3 * kLanes;
    S* lambda = nullptr; ///< accumulated multipliers
    std::size_t batches = 0;
    bool weighs = false; ///< as in SweepArguments
};

/// Projects like SweepFunction, with the same bits as KernelsOf::plain_distance.
template <class S>
using BlockFunction = bool (*)(const BlockArguments<S>&);

/// Batches of pairs of particles that are kept apart (core/step/contact/self_collision.h); arrays as in SweepArguments.
template <class S>
struct PairArguments {
    S* position = nullptr;
    std::array<const int*, 2> offset{}; ///< indices of particles a and b of a pair in `position`
    std::array<const S*, 3> start{};    ///< x_b - x_a at x^n [m], from which friction measures motion
    const S* distance = nullptr;        ///< d [m]
    const S* mass = nullptr;            ///< effective mass 1 / (w_a + w_b) [kg]; 0 for an empty lane
    S* normal = nullptr;                ///< accumulated lambda_n >= 0, pushes b away from a
    std::array<S*, 3> tangent{};        ///< accumulated lambda_t on b
    S friction = 0;                     ///< Coulomb's mu [1]
    S release = 0;                      ///< as in ContactArguments
    std::size_t batches = 0;
};

/// Projects all pairs once, batch after batch: C = |x_b - x_a| - d >= 0, then Coulomb friction.
template <class S>
using PairFunction = void (*)(const PairArguments<S>&);

/// The kernels in one precision.
template <class S>
struct KernelsOf {
    /// Per constraint type, in the order of the list (constraints/all.h). Null for types whose eval() has branches.
    std::array<SweepFunction<S>, ConstraintTypes::size> sweep;
    /// Distance constraints in a Gauss-Seidel sweep without damping: quicker than the kernel in `sweep`.
    SweepFunction<S> plain_distance;
    BlockFunction<S> blocks; ///< as plain_distance, for particles in blocks: twice as quick
    PairFunction<S> pairs;
    ContactFunctions<S> contacts;
    VolumeFunctions<S> volumes;
    PrimalFunctions<S> primal;
};

/// The kernels for one instruction set.
struct Kernels {
    std::string_view name; ///< name of the instruction set
    std::tuple<KernelsOf<float>, KernelsOf<double>> by_precision;
    DenseKernels dense;
    MotionFunction motion;
    EdgeFunction edges; ///< energy, residual, strain and stiffness of distance constraints
    BodyFunction body;  ///< energy, momentum and contact force of particles
    BalanceFunction balance;

    template <class S>
    const KernelsOf<S>& of() const {
        return std::get<KernelsOf<S>>(by_precision);
    }
};

/// The kernels that this processor can run, the best first.
std::span<const Kernels* const> kernels();

/// Moves the kernels of this instruction set to the front of kernels(), so that solvers made afterwards use them; for
/// tests. False if this processor cannot run them. Not thread-safe: no thread may call kernels() at the same
/// time.
bool prefer_kernels(std::string_view name);

} // namespace xpbd::simd
