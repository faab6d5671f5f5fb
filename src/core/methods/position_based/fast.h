#pragma once

#include "core/methods/position_based/coefficients.h"
#include "core/methods/position_based/lanes.h"
#include "core/methods/position_based/packed_pairs.h"
#include "core/methods/position_based/packed_particles.h"
#include "core/methods/stepper.h"
#include "core/methods/stop_rule.h"
#include "core/order/order.h"
#include "core/simd/sweep.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace xpbd {

/// The position-based step in single precision: the same iterations as TextbookSolver in the same order
/// (core/order/order.h), a SIMD batch at a time. Only the projections are in single precision. They work on positions
/// relative to the middle of the body, and what they change is added to the inertial target in double precision, so
/// that free motion, small substeps and far places lose nothing.
///
/// Types whose kernel is branchless run on SIMD lanes (core/simd); the other types go through their textbook kernel in
/// single precision, one by one. Self-collision has a kernel too. Volumes, tethers and colliders are those of the
/// textbook engine, in double precision; colliders only where a particle may touch.
class FastSolver : public Stepper {
public:
    explicit FastSolver(CoefficientRule rule, const simd::Kernels& kernels = *simd::kernels().front())
        : rule_(rule), kernels_(&kernels) {}

protected:
    int solve(const Substep& substep, State& state) override;
    bool keeps_own_multipliers() const override { return true; }
    /// One iteration over everything, as the textbook engine's. Virtual so that a benchmark can time it.
    virtual void iterate(const Substep& substep, State& state, int iteration);

private:
    /// What the coefficients follow from; while it stays the same, so do they.
    struct Inputs {
        std::array<Coefficients, kRoleCount> by_role;
        TimeScheme scheme;
        int iterations = 0;
        double relaxation = 1;
        std::vector<std::uint8_t> torn;
        bool operator==(const Inputs&) const = default;
    };

    void adopt(const Model& model, SweepOrder sweep);
    void load(const State& state);
    void prepare(const Substep& substep, const State& state);
    void sweep(const Substep& substep, Lanes& lanes);
    void sweep_lanes(Lanes& lanes, bool jacobi);
    template <class ConstraintType>
    void sweep_one_by_one(const ConstraintArray<ConstraintType>& array, const Lanes& lanes,
                          std::vector<float>& corrected);
    void part_coincident(const Lanes& lanes);
    void forget_volumes(State& state) const;
    void remember(const State& state);
    void accelerate(const Substep& substep, State& state, int iteration);
    void project_colliders(const Substep& substep, const State& state);
    void unpack_positions(State& state) const;
    void pack_positions(const State& state);
    void unpack_lambda(State& state) const;

    CoefficientRule rule_;
    const simd::Kernels* kernels_;

    // What follows from the model and the sweep.
    std::uint64_t model_ = 0; ///< its identity; 0 = none adopted
    SweepOrder adopted_ = SweepOrder::listed;
    std::size_t batched_ = 0; ///< constraints of the types in the list
    std::shared_ptr<const Order> order_;
    LaneLayout lanes_;
    std::vector<double> crowding_; ///< Jacobi's divisor per constraint, in model order; else empty

    PackedParticles particles_;
    PackedPairs pairs_;
    bool weights_changed_ = true;           ///< since the coefficients were filled
    std::vector<std::uint8_t> touched_;     ///< per collider and place: met it in this substep
    std::optional<CoefficientTable> table_; ///< of this substep
    Inputs inputs_;
    StopRule stop_rule_;

    // Chebyshev's recurrence.
    struct Iterate {
        std::vector<float> moved;
        std::vector<float> lambda;
        std::vector<double> volume_lambda;
    };
    Iterate current_, previous_;
    double chebyshev_omega_ = 1;
};

} // namespace xpbd
