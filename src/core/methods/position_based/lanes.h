#pragma once

#include "core/methods/position_based/coefficients.h"
#include "core/methods/position_based/packed_particles.h"
#include "core/model.h"
#include "core/order/order.h"
#include "core/stop.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xpbd {

/// `lanes` rounded up to an even number of batches, because the widest kernels take two at a time.
constexpr std::size_t padded(std::size_t lanes) {
    return (lanes + kWidestPack - 1) / kWidestPack * kWidestPack;
}

/// One run of an Order, as arrays over its lanes. Empty lanes work on spare particles. @tparam S float or double
template <class S>
struct Lanes {
    std::size_t type = 0;
    std::size_t first = 0; ///< index of the type's first constraint in State::lambda
    const Order::Run* run = nullptr;
    /// Per particle of a unit, lane by lane; empty where the type has no SIMD kernel or the particles lie in blocks.
    std::vector<std::vector<int>> offset;
    /// Per number of the kernel's rest data, at each constraint's place(); likewise empty. So are all arrays below.
    std::vector<std::vector<S>> rest;
    std::vector<S> relax, a, g, gain;
    std::vector<int> batch;      ///< of simd::BlockArguments, where the particles lie in blocks; else empty
    std::vector<S> coefficients; ///< likewise
    std::size_t begin = 0;       ///< of its multipliers in LaneLayout::lambda
    bool damped = false;

    /// Where the arrays have the row of the unit in this slot (kWidestPack).
    std::size_t place(std::size_t slot, std::size_t row) const {
        return slot + (slot / kWidestPack * (run->rows - 1) + row) * kWidestPack;
    }
    /// Calls f(the constraint's index in the type's array, its place()) for every constraint, in order.
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

/// An order laid out for the fast engine: its runs lane by lane, with their coefficients and multipliers.
/// @tparam S float or double
template <class S>
struct LaneLayout {
    using Part = std::vector<Lanes<S>>;

    std::vector<std::vector<Part>> phases; ///< as in the order
    std::vector<S> lambda;                 ///< multipliers, lane by lane
    std::vector<std::uint32_t> lane_of;    ///< of each batched constraint, in model order

    /// Lays the runs of an order out, which must outlive this. False where `stop` cut it short.
    bool lay_out(const Model& model, const Order& order, const PackedParticles<S>& particles, const StopToken& stop);
    /// Fills the coefficients. `crowding`: Jacobi's divisor per constraint in model order; else empty.
    void fill(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
              const State& state);
    /// True where a run has damping.
    bool is_damped() const;
    /// The multipliers of a run.
    S* lambda_of(const Lanes<S>& lanes) { return lambda.data() + lanes.begin; }

private:
    template <class ConstraintType>
    Lanes<S> make_lanes(const ConstraintArray<ConstraintType>& array, std::size_t first, const Order::Run& run,
                        std::size_t part, const PackedParticles<S>& particles);
};

} // namespace xpbd
