#pragma once

#include "core/contact/near_pairs.h"
#include "core/model.h"
#include "core/parallel.h"
#include "core/sets.h"
#include "core/state.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Distance that two particles of a body with a thickness keep [m].
double distance_of_pair(const Model& model, const NearPairs::Ends& ends);

/// Continuous collision of particles that are fast: ones that move, beside the body's mean motion, by more than a limit
/// within a substep. A pair of which one is fast may pass through contact, or through each other, between x^n and x~;
/// x~ does not show it. Paths are straight lines from x^n to x~.
///
/// If a path enters the distance of a pair, and does not end within it on the same side, the motion of both is
/// changed by an impulse along their direction n at the time of contact, so that at the end n . (x_b - x_a) is that
/// distance: they do not pass, their sliding along each other stays except for friction, and momentum stays. Impulses
/// change paths, so this is repeated (as in B02); pairs that still pass after some rounds move on as one rigid zone,
/// with their mean velocity, which keeps the momentum too (P97, B02).
///
/// Everything is in the order of the particles, on any threads.
class SweptPairs {
public:
    using Ends = NearPairs::Ends;

    /// A pair that was stopped.
    struct Hit {
        int a = 0, b = 0;
        Vec3 normal{0}; ///< n, from a to b
    };

    /// Finds and stops them. Changes the state's inertial targets, `predicted` and positions, of free particles.
    /// @param start x^n [m]
    /// @param mean motion of the body, which does not count as speed [m]
    /// @param limit of a motion that is not fast [m]
    /// @param reach pairs whose paths come nearer than this are found [m]
    /// @param neighbours pairs that are not searched, but stopped where one is fast
    void begin(const Model& model, State& state, std::span<const Vec3> start, const Vec3& mean, double limit,
               double reach, std::span<const Ends> neighbours, const Parallel& parallel);
    /// Nothing is fast in this substep.
    void clear();

    /// The pairs whose paths come within reach, of which one is fast, without neighbours; sorted.
    std::span<const Ends> near() const { return near_; }
    std::span<const Hit> hits() const { return hits_; }
    /// Particles whose inertial target was changed, in order.
    std::span<const int> stopped() const { return stopped_; }
    /// The inertial target of stopped()[k] before begin() [m].
    const Vec3& target_before(std::size_t k) const { return target_[k]; }
    /// After the solve, before the inverse masses change: writes the inertial targets from before begin(). What stopped
    /// the particles is then a force: add_forces().
    void restore_targets(State& state) const;
    /// Adds the impulses to state.contact_multiplier.
    void add_forces(State& state) const;

private:
    struct Box {
        Vec3 low{0}, high{0};
    };
    /// What one task has found.
    struct Found {
        std::vector<Ends> pairs;
    };

    void sort_boxes(double reach);
    void find(const State& state, double reach, const Parallel& parallel);
    template <class F>
    void for_each_overlap(std::size_t particle, const F& f) const;
    bool stop_pairs(const Model& model, const State& state, std::span<const Ends> neighbours);
    bool stop_pair(const Model& model, const State& state, const Ends& ends);
    bool join_zones(const Model& model, const State& state, std::span<const Ends> neighbours, Sets& zones);
    void write_targets(State& state, const Vec3& mean);

    std::span<const Vec3> start_;
    std::vector<Vec3> motion_; ///< from x^n to x~, without the mean [m]
    std::vector<std::uint8_t> is_fast_, is_changed_;
    std::vector<Ends> near_;
    std::vector<Hit> hits_;
    std::vector<int> stopped_;
    std::vector<Vec3> target_;  ///< inertial targets of the stopped ones before [m]
    std::vector<Vec3> impulse_; ///< of the stopped ones [N s^2]
    // A tree of boxes around paths: node k has the children 2k and 2k + 1, leaves are groups of successive boxes.
    std::vector<Box> boxes_; ///< by place
    std::vector<int> order_; ///< particle at each place, along a space-filling curve
    std::vector<Box> nodes_;
    std::size_t first_leaf_ = 0;
    std::vector<std::pair<std::uint32_t, int>> codes_;
    std::vector<int> fast_; ///< particles
    std::vector<Found> found_;
};

} // namespace xpbd
