#pragma once

#include "core/base/parallel.h"
#include "core/model/model.h"
#include "core/model/state.h"
#include "core/step/contact/near_pairs.h"
#include "core/step/contact/swept_pairs.h"
#include "core/step/order/batches.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Unit vector from one particle of a pair to the other. `apart`: difference of their positions [m]. If it is zero,
/// uses `before`, the difference at the start of the substep [m]; if that is zero too, (0, 1, 0).
inline Vec3 direction_of_pair(const Vec3& apart, const Vec3& before) {
    const double length = glm::length(apart);
    if (length > 0) {
        return apart / length;
    }
    const double distance = glm::length(before);
    return distance > 0 ? before / distance : Vec3(0, 1, 0);
}

/// Prevents a body from passing through itself: |x_b - x_a| >= d between particles; d is the body's thickness
/// (Model::self_distance), or their rest distance if that is smaller. Coulomb friction and restitution as for
/// colliders. Only particles are tested, not triangles: with a thickness of at least the edge length, no particle fits
/// between three others and no edge fits through a triangle.
///
/// Neighbours, pairs closer than the thickness at rest, are pairs in every substep. All other pairs are found once per
/// substep:
/// - around the positions x^n, for particles that move by at most half the thickness relative to the body's mean
/// motion.
///   The search radius follows from the fastest of these. A search (NearPairs) looks slightly further than it must:
///   until a particle has moved by more than that margin, the next substeps select from the pairs of this search. The
///   pairs and their order do not depend on the time of the search;
/// - along the paths from x^n to x~, for particles that move by more (SweptPairs). Pairs that would pass each other are
///   stopped where they meet.
///
/// A particle without contact keeps its motion, however fast it is.
class SelfCollision {
public:
    /// Finds the pairs, and shortens the motion from `start` (x^n) to the state's positions and predictions (x~) of
    /// particles that would pass each other: `stops` gets them. Call restart() next.
    void begin(const Model& model, State& state, std::span<const Vec3> start, Stops& stops,
               const Parallel& parallel = {});
    /// Sets the multipliers to zero.
    void restart();
    /// Separates every pair, once. Multipliers accumulate; `release` as in Contacts::project.
    void project(const Model& model, State& state, bool release);
    /// Contacts::bounce for pairs: both particles change their velocities; momentum is conserved.
    void bounce(const Model& model, State& state, std::span<const Vec3> before, double threshold) const;
    /// Adds the contact multipliers to state.contact_multiplier; returns the number of contacts.
    int finish(State& state) const { return add_forces(state.particles.position, state.contact_multiplier); }
    /// The same for any sums per particle [N s^2].
    int add_forces(std::span<const Vec4> position, std::span<Vec3> sums) const;
    /// Contacts::add_forces_between for pairs, the bounds: lambda_n/|x_b - x_a| on both particles [kg].
    void add_hessian_bounds(std::span<const Vec4> position, std::span<double> sums) const;

    struct Pair {
        int a = -1; ///< -1: an empty lane
        int b = -1;
        double distance = 0; ///< d [m]
        double normal = 0;   ///< accumulated lambda_n >= 0 [N s^2]; pushes b away from a
        Vec3 tangent{0};     ///< accumulated lambda_t on b [N s^2]
    };
    /// The pairs of this substep in the order of projection, in batches of kLanes (core/step/order/batches.h). An
    /// engine with its own projection writes their multipliers; finish() adds them up.
    std::span<Pair> pairs() { return pairs_; }

private:
    using Ends = NearPairs::Ends; // particles of a pair

    double stop_fast(const Model& model, State& state, Stops& stops, const Parallel& parallel);
    void begin_with_neighbours(const Model& model, const Parallel& parallel);
    void find_others(const Model& model, const State& state, double motion, const Parallel& parallel);
    double moved_since_search() const;
    void search(const Model& model, double reach, const Parallel& parallel);
    void deal(const Model& model, std::span<const Ends> ends);

    std::uint64_t model_ = 0;     ///< identity of the model that pairs_ belongs to
    std::span<const Vec3> start_; ///< x^n [m]
    std::vector<Pair> pairs_;
    NearPairs finder_;
    SweptPairs swept_;
    std::size_t neighbours_ =
        0; ///< number of entries of pairs_ for neighbours; they come first and are the same in every substep
    std::vector<Ends> neighbour_ends_;
    std::vector<Ends> others_;         ///< pairs of the last search, sorted by the first, then the second particle
    double searched_reach_ = 0;        ///< search radius of the last search [m]; 0: no valid search
    std::vector<Vec3> searched_start_; ///< positions at the last search [m]
    std::vector<Ends> found_;          ///< pairs of this substep: near ones of others_, and swept pairs
    std::vector<Ends> near_;           ///< scratch: the pairs of others_ that are near in this substep
    std::vector<Ends> dealt_;          ///< the pairs from which pairs_, after the neighbours, was made
    WindowDealer dealer_;
    std::vector<Item> items_;
    std::vector<int> slots_;
};

} // namespace xpbd
