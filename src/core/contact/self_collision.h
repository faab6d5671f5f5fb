#pragma once

#include "core/contact/near_pairs.h"
#include "core/contact/swept_pairs.h"
#include "core/model.h"
#include "core/order/batches.h"
#include "core/parallel.h"
#include "core/state.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Unit vector from one particle of a pair to the other, which is `apart` away; where both are in one point, that at
/// the start of the substep, when it was `before` away. [m]
inline Vec3 direction_of_pair(const Vec3& apart, const Vec3& before) {
    const double length = glm::length(apart);
    if (length > 0) {
        return apart / length;
    }
    const double distance = glm::length(before);
    return distance > 0 ? before / distance : Vec3(0, 1, 0);
}

/// Keeps a body out of itself: |x_b - x_a| >= d between particles, where d is the body's thickness
/// (Model::self_distance), or their distance at rest if that is less. Coulomb friction and restitution as for
/// colliders. Only particles are tested, not triangles: with a thickness of the edge length or more, no particle fits
/// between three others and no edge fits through a triangle.
///
/// Neighbours, closer than the thickness at rest, are pairs in every substep. All others are found once per substep:
/// - around the positions x^n, with a reach that follows from the fastest particle, while no particle moves by more
/// than half
///   the thickness beside the body's mean motion: two particles cannot come closer by more than the thickness. A search
///   (NearPairs) looks a little further than it must. As long as no particle has moved on by more than that, the next
///   substeps choose among the pairs of that search: which pairs there are, and their order, does not depend on when
///   the search was;
/// - along the paths from x^n to x~ of the particles that move by more (SweptPairs). Pairs that would pass each other
///   are stopped where they meet.
///
/// A particle that meets nothing keeps its motion, however fast it is.
class SelfCollision {
public:
    /// Finds the pairs, and stops the motion from `start` (x^n) to the state's positions and predictions (x~) of
    /// particles that would pass each other. Call restart() next.
    void begin(const Model& model, State& state, std::span<const Vec3> start, const Parallel& parallel = {});
    /// Sets the multipliers to zero.
    void restart();
    /// Pushes every pair apart, once. Multipliers accumulate; `release` as in Contacts::project.
    void project(const Model& model, State& state, bool release);
    /// As Contacts::bounce, for the pairs: both particles change their velocities, and momentum stays.
    void bounce(const Model& model, State& state, std::span<const Vec3> before, double threshold) const;
    /// Adds the contact multipliers to state.contact_multiplier; returns the number of contacts.
    int finish(State& state) const;
    /// What is fast in this substep.
    const SweptPairs& swept() const { return swept_; }

    struct Pair {
        int a = -1; ///< below 0: an empty lane
        int b = -1;
        double distance = 0; ///< d [m]
        double normal = 0;   ///< accumulated lambda_n >= 0 [N s^2], pushes b away from a
        Vec3 tangent{0};     ///< accumulated lambda_t on b [N s^2]
    };
    /// The pairs of this substep, in the order in which they are projected, in batches of kLanes (core/batches.h). An
    /// engine that projects them itself writes their multipliers; finish() adds those up.
    std::span<Pair> pairs() { return pairs_; }

private:
    using Ends = NearPairs::Ends; // particles of a pair

    double stop_fast(const Model& model, State& state, const Parallel& parallel);
    void begin_with_neighbours(const Model& model, const Parallel& parallel);
    void find_others(const Model& model, const State& state, double motion, const Parallel& parallel);
    double moved_since_search() const;
    void search(const Model& model, double reach, const Parallel& parallel);
    void deal(const Model& model, std::span<const Ends> ends);

    std::uint64_t model_ = 0;     ///< identity of the one that pairs_ are of
    std::span<const Vec3> start_; ///< x^n [m]
    std::vector<Pair> pairs_;
    NearPairs finder_;
    SweptPairs swept_;
    std::size_t neighbours_ = 0; ///< the first ones of pairs_: those of neighbours, which are the same in every substep
    std::vector<Ends> neighbour_ends_;
    std::vector<Ends> others_;         ///< what the last search found, by the first particle and then by the second
    double searched_reach_ = 0;        ///< how far it looked [m]; 0: there is none
    std::vector<Vec3> searched_start_; ///< where the particles were [m]
    std::vector<Ends> found_;          ///< in this substep: of others_, and the swept pairs
    std::vector<Ends> near_;           ///< scratch: of others_
    std::vector<Ends> dealt_;          ///< those that the rest of pairs_ was made of
    WindowDealer dealer_;
    std::vector<Item> items_;
    std::vector<int> slots_;
};

} // namespace xpbd
