#pragma once

// The order in which an iteration visits the constraints. Both engines walk the same order. It is cut into parts for
// threads and into batches for SIMD lanes:
//
//     time ──────────────────────────────────────────────────────────────────►
//                 phases[0]               phases[1]            phases[2]
//     thread A    part 0     part 2    │  part 0            │  part 0
//     thread B    part 1     part 3    │  part 1            │                    parts of a phase share no particle
//                          all parts done             all parts done
//
//     part 0      run: distances                    run: dihedrals              one constraint type per run
//                 batch 0   batch 1   batch 2 ...   batch 0  ...
//     lane 0      c0        c8        c16
//     lane 1      c1        c9        -1            -1: empty lane
//     ...         ...
//     lane 7      c7        c15       c23           a batch shares no particle with itself, nor with the next batch
//
// Examples are in core/fast/LANES.md.

#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/simd/batch_size.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace xpbd {

/// Phases of parts of runs of batches, as drawn above.
struct Order {
    /// Batches of one constraint type.
    struct Run {
        std::size_t type = 0; ///< position in the type list (constraints/all.h)
        /// Constraints of a unit: neighbours in the type's array with the same particles. A unit is projected
        /// constraint after constraint before the next unit.
        std::size_t rows = 1;
        bool backwards = false; ///< a unit's last constraint comes first
        /// kLanes slots per batch. A slot is the index, within the type's array, of a unit's first constraint, or -1
        /// for an empty lane. No particle occurs twice in a batch, or in two successive batches: the next batch can be
        /// loaded while this one is computed.
        std::vector<int> slots;
        bool is_wide = false; ///< batches of kWidestPack lanes: two of these in succession share no particle either

        /// Index of the constraint that a unit projects as number `row`; `slot` must not be -1.
        std::size_t constraint(int slot, std::size_t row) const {
            return static_cast<std::size_t>(slot) + (backwards ? rows - 1 - row : row);
        }
    };
    /// Runs that one thread walks, one after the other.
    using Part = std::vector<Run>;
    /// Parts that share no particle: threads may walk them at the same time.
    using Phase = std::vector<Part>;

    std::vector<Phase> phases;
    /// The particle at each place in memory. Particles that share a constraint have places close to each other.
    std::vector<int> particles;
    /// For a lattice (core/step/order/lattice.h): the particle in each lane of each block of kLanes, or -1. Without the
    /// -1 this is `particles`. In a batch the first particles of all lanes, in lattice order, are in one block, in
    /// their own lanes; the second particles are in one other block, in the same lanes or shifted by one. Empty for
    /// other bodies.
    std::vector<int> blocks;
};

/// The order for a finalised model. All callers share one copy, made on the first call. Safe to call from any thread.
///
/// SweepOrder::coloured visits the constraints from the fixed particles outwards, as far as batches allow, and in bands
/// for threads. SweepOrder::reversed gives the exact reverse of the listed order, every other sweep the listed order
/// itself: no batch overtakes a constraint with a common particle, so that the result equals the plain sequence's.
/// Returns null if `stop` is requested before the order is complete, which takes a second for the largest cloths.
std::shared_ptr<const Order> order_of(const Model& model, SweepOrder sweep, const StopToken& stop = {});

/// Calls f(array, first) for the array of one type; `first` is the index of its first constraint, as in for_each_type.
template <class F>
void with_type(const Model& model, std::size_t type, F&& f) {
    std::size_t at = 0;
    for_each_type(model, [&](const auto& array, std::size_t first) {
        if (at++ == type) {
            f(array, first);
        }
    });
}

/// Calls f(array, first, run) for every run of an order, in order.
template <class F>
void for_each_run(const Model& model, const Order& order, F&& f) {
    for (const Order::Phase& phase : order.phases) {
        for (const Order::Part& part : phase) {
            for (const Order::Run& run : part) {
                with_type(model, run.type, [&](const auto& array, std::size_t first) { f(array, first, run); });
            }
        }
    }
}

} // namespace xpbd
