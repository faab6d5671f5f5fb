#pragma once

// The constraints of an order as arrays over lanes, ready for the kernels.

#include "core/base/stop.h"
#include "core/fast/packed_particles.h"
#include "core/model/model.h"
#include "core/step/order/order.h"
#include "core/textbook/coefficients.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xpbd {

/// `lanes` rounded up to an even number of batches, because the widest kernels take two at a time.
constexpr std::size_t padded(std::size_t lanes) {
    return (lanes + kWidestPack - 1) / kWidestPack * kWidestPack;
}

/// One run of an Order as arrays over its lanes. Empty lanes use spare particles. @tparam S float or double
template <class S>
struct Lanes {
    std::size_t type = 0;
    std::size_t first = 0; ///< index of the type's first constraint in State::lambda
    const Order::Run* run = nullptr;
    /// Per particle of a unit: its offset in each lane. Empty if the type has no SIMD kernel or the particles are in
    /// blocks.
    std::vector<std::vector<int>> offset;
    /// One array per number of the rest data, indexed by place(). Empty if the type has no SIMD kernel.
    std::vector<std::vector<S>> rest;
    std::vector<S> relax, a, g, gain;
    std::vector<int> batch;      ///< simd::BlockArguments::batch; empty if the particles are not in blocks
    std::vector<S> coefficients; ///< simd::BlockArguments::coefficients; empty if the particles are not in blocks
    std::size_t begin = 0;       ///< index of the run's first multiplier in LaneLayout::lambda
    bool damped = false;

    /// Index in the arrays of a row (constraint) of the unit in a slot. Rows are in groups of kWidestPack units.
    std::size_t place(std::size_t slot, std::size_t row) const {
        return slot + (slot / kWidestPack * (run->rows - 1) + row) * kWidestPack;
    }
    /// Calls f(constraint, place) for every constraint of the run, slot after slot: its index among the constraints of
    /// its type, and the index place() of its numbers in the arrays above.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t i = 0; i < run->slots.size(); ++i) {
            const int slot = run->slots[i];
            for (std::size_t row = 0; row < run->rows && slot >= 0; ++row) {
                f(run->constraint(slot, row), place(i, row));
            }
        }
    }
};

/// An order laid out for the fast engine: its runs over lanes, with their coefficients and multipliers.
/// @tparam S float or double
template <class S>
struct LaneLayout {
    using Part = std::vector<Lanes<S>>;

    std::vector<std::vector<Part>> phases; ///< phases and parts of the order
    std::vector<S> lambda;                 ///< multipliers of all runs
    std::vector<std::uint32_t>
        lane_of; ///< per constraint in model order, without volumes: index of its multiplier in `lambda`

    /// Lays out the runs of an order, which must outlive this. False if `stop` is requested.
    bool lay_out(const Model& model, const Order& order, const PackedParticles<S>& particles, const StopToken& stop);
    /// Fills the coefficients. `crowding`: Jacobi's divisor per constraint in model order; empty for other sweeps.
    /// `kept`: the primal residual is kept, so that the weights change between iterations (SweepArguments::weighs).
    void fill(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
              const State& state, bool kept);
    /// True if a constraint has damping.
    bool is_damped() const;
    /// The multipliers of a run.
    S* lambda_of(const Lanes<S>& lanes) { return lambda.data() + lanes.begin; }

private:
    template <class ConstraintType>
    Lanes<S> make_lanes(const ConstraintArray<ConstraintType>& array, std::size_t first, const Order::Run& run,
                        std::size_t part, const PackedParticles<S>& particles);
};

} // namespace xpbd
