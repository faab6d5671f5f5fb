#pragma once

#include "core/methods/position_based/coefficients.h"
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

/// The position-based step in single precision: the same iterations as TextbookSolver in the same order (core/order.h),
/// a SIMD batch at a time. Only the projections are in single precision. They work on positions relative to the middle
/// of the body, and what they change is added to the inertial target in double precision, so that free motion, small
/// substeps and far places lose nothing.
///
/// Distance, dihedral, isometric and angle constraints have SIMD kernels (core/simd); the other types go through their
/// textbook kernel in single precision, one by one. Self-collision has a kernel too. Volumes, tethers and colliders are
/// those of the textbook engine, in double precision; colliders only where a particle may touch.
class FastSolver : public Stepper {
public:
    explicit FastSolver(CoefficientRule rule, const simd::Kernels& kernels = *simd::kernels().front())
        : rule_(rule), kernels_(&kernels) {}

protected:
    int solve(const Substep& substep, State& state) override;
    bool keeps_own_multipliers() const override { return true; }
    /// One iteration over everything, as the textbook engine's. Virtual for who wants to time it.
    virtual void iterate(const Substep& substep, State& state, int iteration);

private:
    /// One run of an Order, as arrays over its lanes.
    struct Lanes {
        std::size_t type = 0;
        std::size_t first = 0; ///< index of the type's first constraint in State::lambda
        const std::vector<int>* slots = nullptr;
        std::vector<std::vector<int>> offset; ///< per particle of a constraint
        std::vector<std::vector<float>> rest; ///< per number of the kernel's rest data
        std::vector<float> relax, a, g, gain;
        std::size_t begin = 0; ///< of its multipliers in lambda_
        bool damped = false;
    };
    using Part = std::vector<Lanes>;

    /// What the coefficients follow from; while it stays the same, so do they.
    struct Inputs {
        std::array<Coefficients, kRoleCount> by_role;
        SubstepScheme scheme;
        int iterations = 0;
        double relaxation = 1;
        std::vector<std::uint8_t> torn;
        bool operator==(const Inputs&) const = default;
    };

    void adopt(const Model& model, Sweep sweep);
    void load(const State& state);
    void prepare(const Substep& substep, const State& state);
    void fill(const Substep& substep, const State& state);
    void sweep(const Substep& substep, Lanes& lanes);
    template <class Kernel>
    void sweep_one_by_one(const Batch<Kernel>& batch, Lanes& lanes, std::vector<float>& corrected);
    void forget_volumes(State& state) const;
    void start_corrections();
    void add_corrections();
    void apply_moved();
    void part_coincident(Lanes& lanes);
    void remember(const State& state);
    void accelerate(const Substep& substep, State& state, int iteration);
    void project_colliders(const Substep& substep, const State& state);
    void pack_pairs(const Substep& substep, const State& state);
    void project_pairs(const Substep& substep);
    void unpack_pairs();
    glm::vec3 target(const State& state, std::size_t p) const;
    Vec3 written(const State& state, std::size_t p) const;
    void read(const State& state, std::size_t p, const Vec3& x);
    void read_ahead(std::size_t p) const;
    void write_positions(State& state) const;
    void write_lambda(State& state) const;
    /// Calls f(lanes) for every run, in order.
    template <class F>
    void for_each_lanes(F&& f);
    void read_positions(const State& state);

    CoefficientRule rule_;
    const simd::Kernels* kernels_;

    // What follows from the model and the sweep.
    std::uint64_t model_ = 0; ///< its identity; 0 = none adopted
    Sweep adopted_ = Sweep::listed;
    std::size_t batched_ = 0; ///< constraints in batches
    std::shared_ptr<const Order> order_;
    std::vector<int> place_;                ///< of each particle
    std::vector<std::vector<Part>> phases_; ///< as in the order
    std::vector<float> lambda_;             ///< multipliers, lane by lane
    std::vector<std::uint32_t> lane_of_;    ///< of each batched constraint, in model order
    std::vector<double> crowding_;          ///< Jacobi's divisor per constraint, in model order; else empty

    // Packed particles, in the order of places: x, y, z relative to origin_ [m], inverse mass [1/kg].
    Vec3 origin_{0}; ///< [m]
    std::vector<float> position_;
    std::vector<float> target_;     ///< Jacobi: `position_` at the inertial target; empty for other sweeps
    std::vector<float> reference_;  ///< where damping measures from; filled where something is damped
    std::vector<float> correction_; ///< Jacobi: of this iteration, with inverse masses
    std::vector<float> moved_;      ///< Jacobi: from the inertial target, with zeros; empty for other sweeps
    bool weights_changed_ = true;   ///< since the coefficients were filled

    /// The body's parts kept apart (core/self_collision.h), lane by lane; empty where they are not.
    struct Pairs {
        std::array<std::vector<int>, 2> offset;
        std::array<std::vector<float>, 3> start, tangent;
        std::vector<float> distance, mass, normal;
    };
    Pairs pairs_;

    std::vector<std::uint8_t> touched_;     ///< per collider and place: met it in this substep
    std::optional<CoefficientTable> table_; ///< of this substep
    Inputs inputs_;
    std::vector<Vec3> volume_gradient_; ///< scratch [m^2]
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
