#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "core/step/order/order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace xpbd {

/// 1 for fixed particles that share no constraint with a free one: they do not count as part of the body and may be far
/// away. Empty if all particles count, or none does.
std::vector<std::uint8_t> loose_particles(const Model& model);

/// Particles as the SIMD kernels read them: four numbers each, x, y, z relative to `origin` [m] and inverse mass
/// [1/kg], in the order of places (Order::particles); or in blocks (Order::blocks): the x of kLanes particles, then
/// their y, z and inverse masses. The corrections of the projections are added to the inertial target in double
/// precision: free motion and places far from the origin lose no precision. Drawn in core/fast/LANES.md.
///
/// In double precision positions are packed unchanged, relative to the world's origin.
/// @tparam S float or double
template <class S>
struct PackedParticles {
    using Point = glm::vec<3, S>;

    /// Dummy particles for the empty lanes of one part of an order: two cache lines, which prevents false sharing.
    static constexpr std::size_t kSpares = 8;

    Vec3 origin{0};  ///< middle of the body [m]
    int between = 1; ///< distance from a particle's x to its y in the arrays: 1, or kLanes in blocks
    std::vector<S> position;
    /// Jacobi, and if the primal residual is kept: `position` at the inertial target; else empty.
    std::vector<S> target;
    std::vector<S> moved;      ///< Jacobi: position minus inertial target; empty for other sweeps
    std::vector<S> correction; ///< Jacobi: corrections of the current iteration, with inverse masses
    std::vector<S> pull;       ///< sums of the primal step (simd/primal.h), zero between two steps
    std::vector<S> reference;  ///< positions from which damping measures motion; filled only if there is damping

    /// Assigns a place to every particle, and spare particles to every part of the order. Blocks have no spare
    /// particles; they serve models and sweeps without damping and without Jacobi.
    void lay_out(const Order& order, bool in_blocks);
    bool in_blocks() const { return between != 1; }
    std::size_t count() const { return offset_.size(); }
    /// Number of lanes that kernels walk one after the other: places, or lanes of blocks, some of which are empty.
    std::size_t lanes() const { return in_blocks() ? position.size() / 4 : count(); }
    std::size_t lane(std::size_t p) const {
        const std::size_t at = index_of(offset(p));
        return in_blocks() ? at / (4 * kLanes) * kLanes + at % kLanes : at / 4;
    }
    /// Index of a particle's x in the arrays.
    int offset(std::size_t p) const { return offset_[p]; }
    Point at(const std::vector<S>& packed, std::size_t p) const {
        const S* x = packed.data() + offset(p);
        return {x[0], x[between], x[2 * between]};
    }
    S inverse_mass(std::size_t p) const { return position[index_of(offset(p) + 3 * between)]; }
    /// Index of the x of spare particle k of a part.
    int spare_offset(std::size_t part, std::size_t k) const {
        return static_cast<int>(4 * (count() + kSpares * part + k));
    }

    /// Sets the origin to the middle of the body's bounding box; no effect in double precision.
    /// @param is_loose 1 for particles to leave out (loose_particles()); empty: all particles count
    void centre(const std::vector<Vec4>& x, const std::vector<std::uint8_t>& is_loose);
    /// Packs one particle; true if its inverse mass has changed.
    bool pack(std::size_t p, const Vec4& particle) {
        S* packed = position.data() + offset(p);
        packed[0] = static_cast<S>(particle.x - origin.x);
        packed[between] = static_cast<S>(particle.y - origin.y);
        packed[2 * between] = static_cast<S>(particle.z - origin.z);
        const auto w = static_cast<S>(particle.w);
        const bool changed = packed[3 * between] != w;
        packed[3 * between] = w;
        return changed;
    }
    /// Starts Jacobi's arrays, and the primal step's arrays if the primal residual is `kept`; call it after packing all
    /// particles. Clears the arrays that are not needed.
    void begin_sums(bool jacobi, bool kept);

    /// Position of a free particle [m]: its inertial target plus its corrections.
    Vec3 unpack(const State& state, std::size_t p) const {
        if constexpr (kExact) {
            return at(position, p);
        }
        return state.predicted[p] + Vec3(at(position, p) - packed_target(state, p));
    }
    /// Packs a free particle at position x [m]; the inverse of unpack().
    void pack(const State& state, std::size_t p, const Vec3& x) {
        const Point change(x - state.predicted[p]);
        const Point from = packed_target(state, p);
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t i = index_of(offset(p) + axis * between);
            position[i] = kExact ? static_cast<S>(x[axis]) : from[axis] + change[axis];
            if (!moved.empty()) {
                moved[i] = change[axis];
            }
        }
    }
    /// Prefetches a later particle, for loops over particles in model order. Successive particles are far apart in
    /// memory, and the hardware prefetcher cannot predict the irregular pattern.
    void prefetch(std::size_t p) const {
        constexpr std::size_t kAhead = 24; // particles
        __builtin_prefetch(position.data() + offset(std::min(p + kAhead, count() - 1)));
    }

    /// Puts back the inverse masses that a primal step has replaced.
    void restore_inverse_masses();
    /// Puts back the inertial target and the inverse masses, and zeros the sums; only if the primal residual is kept.
    void return_to_target();

    /// @name Jacobi
    /// Corrections are summed in an array of their own, so that every constraint is evaluated at the positions at the
    /// start of the iteration. Corrections are small: their sum over the iterations loses few digits.
    /// @{
    void start_corrections();
    void add_corrections();             ///< adds the corrections to `moved`
    void apply_moved();                 ///< sets `position` to target + moved
    void take_weights_of_corrections(); ///< sets the inverse masses to those in `correction`
    void note_moved();                  ///< sets `moved` to position - target
    /// @}

private:
    static constexpr bool kExact = sizeof(S) == sizeof(double);
    std::vector<int> offset_; ///< per particle: index of its x
    /// The inertial target of a particle with the rounding of packing.
    Point packed_target(const State& state, std::size_t p) const { return Point(state.predicted[p] - origin); }
};

} // namespace xpbd
