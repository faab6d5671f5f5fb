#pragma once

// The fast engine: the position-based step on SIMD lanes and threads.

#include "core/fast/packed_contacts.h"
#include "core/fast/packed_motion.h"
#include "core/fast/packed_pairs.h"
#include "core/fast/packed_particles.h"
#include "core/fast/packed_rows.h"
#include "core/fast/packed_volumes.h"
#include "core/simd/sweep.h"
#include "core/step/measure/precision.h"
#include "core/step/order/order.h"
#include "core/step/stepper.h"
#include "core/step/stop_rule.h"
#include "core/textbook/coefficients.h"
#include "core/textbook/primal_residual.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace xpbd {

/// The position-based step on SIMD lanes: the iterations of TextbookSolver in the same order (core/step/order/order.h),
/// a batch of constraints at a time. Only the projections are in precision S. They work on positions relative to the
/// middle of the body, and the corrections are added to the inertial target in double precision, so that free motion
/// and places far from the origin lose no precision.
///
/// Types with a branchless kernel run on SIMD lanes (core/simd); other types run their textbook kernel in
/// precision S, one constraint at a time. Contacts and volumes have kernels of their own. Tethers use the textbook
/// engine's code, in double precision.
/// @tparam S float or double
template <class S>
class FastEngine : public Stepper {
public:
    explicit FastEngine(CoefficientRule rule, const simd::Kernels& kernels = *simd::kernels().front())
        : rule_(rule), kernels_(&kernels) {}

protected:
    int solve(const Substep& substep, State& state) override;
    /// Runs a whole frame with packed particles; in double precision only.
    bool solve_frame(const Frame& frame, State& state, StepStats& stats) override;
    bool keeps_own_multipliers() const override { return true; }
    /// One iteration over all constraints and contacts, as in the textbook engine. Virtual so that a benchmark can time
    /// it.
    virtual void iterate(const Substep& substep, State& state, int iteration);

private:
    using Point = glm::vec<3, S>;

    /// The inputs of the coefficients: if they change, the coefficients are recomputed.
    struct Inputs {
        std::array<Coefficients, kRoleCount> by_role;
        TimeScheme scheme;
        int iterations = 0;
        double relaxation = 1;
        std::vector<std::uint8_t> torn;
        bool kept = false; ///< keeps_residual()
        bool operator==(const Inputs&) const = default;
    };

    void make_ready(const Substep& substep, const State& state);
    void adopt(const Model& model, SweepOrder sweep);
    void lay_out(const Model& model);
    /// Whether the particles belong in blocks (Order::blocks); the kernel for blocks has no damping.
    bool uses_blocks() const { return may_have_blocks_ && !lanes_.is_damped(); }
    void load(const Substep& substep, const State& state);
    void pack_grabs(const Frame& frame, const State& state);
    void prepare(const Substep& substep, const State& state);
    bool keeps_residual() const { return primal_residual_ != PrimalResidual::dropped; }
    /// True if the state is needed after every iteration.
    bool is_watched(const Settings& settings) const { return tracing() || settings.stop != Stop::never; }
    int iterate_all(const Substep& substep, State& state);
    void start_again(const Substep& substep, State& state);
    bool is_bounded() const { return primal_residual_ == PrimalResidual::kept; }
    bool primal_step(const Substep& substep, State& state);
    void pull(const Substep& substep, const Lanes<S>& lanes);
    template <class ConstraintType>
    void pull_one_by_one(const ConstraintArray<ConstraintType>& array, const Lanes<S>& lanes);
    void pull_in_double(const Substep& substep, State& state);
    void note_weights();
    void swap_weights(State& state);
    void sweep(const Substep& substep, Lanes<S>& lanes);
    template <class ConstraintType>
    void sweep_lanes(const ConstraintArray<ConstraintType>& array, Lanes<S>& lanes, bool jacobi);
    template <class ConstraintType>
    void sweep_one_by_one(const ConstraintArray<ConstraintType>& array, const Lanes<S>& lanes,
                          std::vector<S>& corrected);
    void separate_coincident_ends(const ConstraintArray<Distance>& array, const Lanes<S>& lanes);
    void zero_volume_multipliers(State& state) const;
    void store_iterate(const State& state);
    void accelerate(const Substep& substep, State& state, int iteration);
    bool volumes_in_lanes() const { return !volumes_.empty() && !is_jacobi(adopted_); }
    void project_in_double(const Substep& substep, State& state);
    void unpack_positions(State& state) const;
    void pack_positions(const State& state);
    void unpack_lambda(State& state) const;
    void unpack_contacts();

    CoefficientRule rule_;
    const simd::Kernels* kernels_;

    // Data that depend on the model and the sweep only.
    std::uint64_t model_ = 0; ///< identity of the model that these data belong to; 0: incomplete
    SweepOrder adopted_ = SweepOrder::listed;
    std::size_t batched_ = 0; ///< number of constraints except volumes
    std::shared_ptr<const Order> order_;
    bool may_have_blocks_ = false; ///< the body is a lattice with blocks, and model and sweep allow the block kernel
    LaneLayout<S> lanes_;
    std::vector<std::uint8_t> is_loose_; ///< loose_particles(model)
    std::vector<double> crowding_;       ///< Jacobi's divisor per constraint, in model order; empty for other sweeps

    PackedParticles<S> particles_;
    PackedContacts<S> contacts_;
    PackedPairs<S> pairs_;
    PackedMotion motion_;
    PackedVolumes<S> volumes_;
    bool weights_changed_ = true;           ///< inverse masses changed since the coefficients were filled
    std::optional<CoefficientTable> table_; ///< of the current substep
    Inputs inputs_;
    PrimalResidual primal_residual_ = PrimalResidual::dropped; ///< in the current substep
    bool ran_away_ = false;      ///< the primal step left its limits in the current substep
    std::vector<Vec3> force_;    ///< scratch of pull_in_double() [N s^2]
    std::vector<double> weight_; ///< D^-1 per particle [1/kg]
    std::vector<double> bound_;  ///< scratch of pull_in_double() [kg]
    StopRule stop_rule_;

    // State of Chebyshev's recurrence.
    struct Iterate {
        std::vector<S> moved;
        std::vector<S> lambda;
        std::vector<double> volume_lambda;
    };
    Iterate current_, previous_;
    double chebyshev_omega_ = 1;
};

/// The engine `fast`: a FastEngine in single precision, or in double precision if needs_double_precision().
class FastSolver : public Solver {
public:
    explicit FastSolver(CoefficientRule rule, const simd::Kernels& kernels = *simd::kernels().front())
        : rule_(rule), kernels_(&kernels) {}

    StepStats step(const Model& model, State& state, const Control& control, const Settings& settings,
                   double dt) override;

private:
    CoefficientRule rule_;
    const simd::Kernels* kernels_;
    std::uint64_t measured_ = 0; ///< identity of the model that radius_ was computed for; 0: not computed
    double radius_ = 0;          ///< half the diagonal of the box around the body's rest positions [m]
    std::unique_ptr<FastEngine<float>> single_;
    std::unique_ptr<FastEngine<double>> double_;
};

} // namespace xpbd
