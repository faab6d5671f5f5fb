#pragma once

#include "core/model.h"
#include "core/order/lanes.h"
#include "core/settings.h"
#include "core/stop.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace xpbd {

/// The order in which an iteration visits the constraints, dealt into batches for SIMD and into parts for threads. Both
/// engines walk the same one. Drawn in core/simd/README.md.
struct Order {
    /// Batches of one constraint type.
    struct Run {
        std::size_t type = 0; ///< position in the type list (constraints/all.h)
        /// Constraints of a unit: neighbours in the type's array that have the same particles. They are projected one
        /// after the other, before the next unit.
        std::size_t rows = 1;
        bool backwards = false; ///< the last constraint of a unit comes first
        /// kLanes per batch: the index within the type's array of a unit's first constraint, or -1 for an empty lane.
        /// No particle occurs twice in a batch, or in a batch and the next one: the next can be loaded while one is
        /// computed.
        std::vector<int> slots;
        bool is_wide = false; ///< the same is true of pairs of batches, as the widest kernels take them

        /// The constraint that a unit projects as number `row`; `slot` is not -1.
        std::size_t constraint(int slot, std::size_t row) const {
            return static_cast<std::size_t>(slot) + (backwards ? rows - 1 - row : row);
        }
    };
    /// Runs that one thread walks, one after the other.
    using Part = std::vector<Run>;
    /// Parts that share no particle, and so may be walked at once.
    using Phase = std::vector<Part>;

    std::vector<Phase> phases;
    /// The particle at each place. Particles that share a constraint have places close to each other in memory.
    std::vector<int> particles;
    /// Of a lattice (core/order/lattice.h): the particle in each lane of each block of kLanes, or -1; all in the order
    /// of `particles`. In every batch the first particles of all lanes, counted along the lattice, are those of one
    /// block in the same lanes; the second ones are those of another block, in the same lanes or turned by one. Else
    /// empty.
    std::vector<int> blocks;
};

/// The order for a finalised model; all callers share one copy, made on the first call. Safe to call from any thread.
///
/// SweepOrder::coloured visits the constraints from the fixed particles outwards, as far as batches allow, and in bands
/// for threads. SweepOrder::reversed gives the exact reverse of the listed order, every other sweep the listed order
/// itself: batches never overtake a constraint that shares a particle, so that the result is that of the plain
/// sequence. `stop` abandons the making of an order, which takes a second for the largest cloths: then null.
std::shared_ptr<const Order> order_of(const Model& model, SweepOrder sweep, const StopToken& stop = {});

/// Calls f(array, first) for the array of this type; `first` as in for_each_type.
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
