#pragma once

#include "core/base/parallel.h"
#include "core/base/sets.h"
#include "core/model/model.h"
#include "core/model/state.h"
#include "core/step/contact/near_pairs.h"
#include "core/step/contact/stops.h"

#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Distance that two particles of a body with a thickness keep [m].
double distance_of_pair(const Model& model, const NearPairs::Ends& ends);

/// Continuous collision of fast particles: particles that move by more than a limit within a substep, relative to the
/// body's mean motion. A pair with a fast particle may pass through contact, or through each other, between x^n and x~
/// without touching at x~. Paths are straight lines from x^n to x~.
///
/// If a path enters the distance of a pair, and does not end within it on the same side, both motions are changed by an
/// impulse along n, the pair's direction at the time of contact, so that at the end n . (x_b - x_a) is that distance:
/// they do not pass, keep sliding along each other except for friction, and conserve momentum. Impulses change paths,
/// so this is repeated (as in B02). Pairs that still pass after some rounds move on as one rigid zone with their mean
/// velocity, which conserves momentum too (P97, B02).
///
/// The result depends on the order of the particles only, not on the threads.
class SweptPairs {
public:
    using Ends = NearPairs::Ends;

    /// A pair that was stopped.
    struct Hit {
        int a = 0, b = 0;
        Vec3 normal{0}; ///< n, from a to b
    };

    /// Finds the pairs and stops them: `stops`, which must be empty, gets the particles in order.
    /// @param start x^n [m]
    /// @param mean mean motion of the body, subtracted from each motion [m]
    /// @param limit particles with a larger motion are fast [m]
    /// @param reach distance of paths below which a pair is found [m]
    /// @param neighbours pairs that are not searched for, but stopped if one particle is fast
    void begin(const Model& model, State& state, std::span<const Vec3> start, const Vec3& mean, double limit,
               double reach, std::span<const Ends> neighbours, Stops& stops, const Parallel& parallel);
    /// Clears all results, for a substep without fast particles.
    void clear();

    /// The pairs with a fast particle whose paths come within reach, without neighbours; sorted.
    std::span<const Ends> near() const { return near_; }
    std::span<const Hit> hits() const { return hits_; }

private:
    struct Box {
        Vec3 low{0}, high{0};
    };
    /// The result of one task.
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
    void write_targets(State& state, const Vec3& mean, Stops& stops) const;

    std::span<const Vec3> start_;
    std::vector<Vec3> motion_; ///< from x^n to x~, without the mean [m]
    std::vector<std::uint8_t> is_fast_, is_changed_;
    std::vector<Ends> near_;
    std::vector<Hit> hits_;
    // A tree of boxes around paths: node k has the children 2k and 2k + 1; a leaf holds kLeaf successive boxes.
    std::vector<Box> boxes_; ///< of the path of the particle at each place
    std::vector<int> order_; ///< the particle at each place, along a space-filling curve
    std::vector<Box> nodes_;
    std::size_t first_leaf_ = 0;
    std::vector<std::pair<std::uint32_t, int>> codes_;
    std::vector<int> fast_; ///< places of the fast particles
    std::vector<Found> found_;
};

} // namespace xpbd
