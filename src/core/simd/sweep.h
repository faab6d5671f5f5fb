#pragma once

#include "core/constraints/all.h"
#include "core/order/lanes.h"
#include "core/simd/contact.h"
#include "core/simd/dense.h"
#include "core/simd/edges.h"
#include "core/simd/motion.h"
#include "core/simd/particles.h"
#include "core/simd/places.h"
#include "core/simd/volume.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace xpbd::simd {

/// Batches of one constraint type as the kernels read them: plain arrays, lane by lane, kLanes (core/order/lanes.h) per
/// batch. @tparam S float or double. Positions are packed as four numbers per particle: x, y, z [m], inverse mass
/// [1/kg]; empty lanes point at particles of their own that nothing else uses. Drawn in core/simd/README.md.
template <class S>
struct SweepArguments {
    S* position = nullptr;        ///< what is corrected: positions, or for Jacobi the sum of corrections
    const S* from = nullptr;      ///< where constraints are evaluated
    const S* reference = nullptr; ///< where damping measures motion from; null where nothing is damped
    /// Per particle of a constraint: its place in `position`, in numbers.
    std::array<const int*, ConstraintTypes::most_particles> offset{};
    std::array<const S*, ConstraintTypes::most_rest_numbers> rest{}; ///< the kernel's rest data
    const S* relax = nullptr;                                        ///< of core/methods/position_based/law.h
    const S* a = nullptr;                                            ///< likewise
    const S* g = nullptr;                                            ///< likewise; read by damped sweeps only
    const S* gain = nullptr; ///< relax / ((1 + g) (w0 + w1) + a); distance constraints only
    S* lambda = nullptr;     ///< accumulated multipliers
    std::size_t batches = 0; ///< of units
    bool is_wide = false;    ///< Order::Run::is_wide
    /// Constraints of a unit (Order::Run): 1, or the type's kRowsTogether. All arrays but `offset` hold kWidestPack
    /// units' first rows, then their next ones, and so on.
    std::size_t rows = 1;
    bool backwards = false; ///< the units' last rows come first (Order::Run)
};

/// Projects all constraints of a sweep once, batch after batch (X16 eq. 17, 18, 26). True where a distance constraint
/// had both its ends in one point, and so no direction: it was left alone.
template <class S>
using SweepFunction = bool (*)(const SweepArguments<S>&);

/// Batches of distance constraints over a body that lies in blocks (Order::blocks): kLanes particles each, their x,
/// then their y, z [m] and inverse masses [1/kg].
template <class S>
struct BlockArguments {
    S* position = nullptr;
    /// Per batch: where the block of the first particles begins in `position`, in numbers; likewise of the second ones,
    /// plus the turn of their lanes: kTurnUp where lane i has its second particle in lane i + 1, kTurnDown for i - 1;
    /// where its coefficients begin in `coefficients`.
    const int* batch = nullptr;
    static constexpr std::size_t kPerBatch = 3;
    static constexpr int kTurnUp = 1;
    static constexpr int kTurnDown = 2;
    /// rest [m], a and gain (as above) of kLanes each; batches that have the same share them, which spares most of the
    /// memory that a sweep would read. gain is 0 in an empty lane.
    const S* coefficients = nullptr;
    static constexpr std::size_t kCoefficients = 3 * kLanes;
    S* lambda = nullptr; ///< accumulated multipliers
    std::size_t batches = 0;
};

/// As SweepFunction. The numbers are those of KernelsOf::plain_distance, bit for bit.
template <class S>
using BlockFunction = bool (*)(const BlockArguments<S>&);

/// Batches of pairs of particles that are kept apart (core/contact/self_collision.h), as the kernel reads them; as
/// Sweep.
template <class S>
struct PairArguments {
    S* position = nullptr;
    std::array<const int*, 2> offset{}; ///< of the particles a and b of a pair
    std::array<const S*, 3> start{};    ///< x_b - x_a at x^n [m], from which friction measures motion
    const S* distance = nullptr;        ///< d [m]
    const S* mass = nullptr;            ///< 1 / (w_a + w_b) [kg]; 0 for an empty lane
    S* normal = nullptr;                ///< accumulated lambda_n >= 0, pushes b away from a
    std::array<S*, 3> tangent{};        ///< accumulated lambda_t on b
    S friction = 0;                     ///< Coulomb's mu [1]
    std::size_t batches = 0;
};

/// Projects all pairs once, batch after batch: C = |x_b - x_a| - d >= 0, then Coulomb friction.
template <class S>
using PairFunction = void (*)(const PairArguments<S>&);

/// The kernels in one precision.
template <class S>
struct KernelsOf {
    /// By type, in the order of the list (constraints/all.h). Null for types whose kernel is not branchless.
    std::array<SweepFunction<S>, ConstraintTypes::size> sweep;
    /// Of distance constraints, where nothing is damped and the sweep is not Jacobi's: the quickest.
    SweepFunction<S> plain_distance;
    BlockFunction<S> blocks; ///< the same over blocks, twice as quick; null: whoever has blocks goes without
    PairFunction<S> pairs;
};

/// The kernels for one instruction set.
struct Kernels {
    std::string_view name; ///< of the instruction set
    KernelsOf<float> single_precision;
    KernelsOf<double> double_precision;
    DenseKernels dense;
    ContactKernels contacts;
    VolumeKernels volumes;
    MotionFunction motion;
    EdgeFunction edges; ///< what is measured of distance constraints
    BodyFunction body;  ///< of particles
    BalanceFunction balance;
    PlacesFunction places; ///< for medians

    template <class S>
    const KernelsOf<S>& of() const {
        if constexpr (std::is_same_v<S, float>) {
            return single_precision;
        } else {
            return double_precision;
        }
    }
};

/// Those that this processor can run, the best one first.
std::span<const Kernels* const> kernels();

/// Makes those of this instruction set the first of kernels(), which solvers made from now on take: for tests. False
/// where this processor has none of that name. Not while another thread asks for kernels().
bool prefer_kernels(std::string_view name);

} // namespace xpbd::simd
