#pragma once

#include "core/model.h"
#include "core/state.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace xpbd {

/// Parts of one body kept apart: unilateral constraints |x_b - x_a| >= d between particles, with d the body's thickness
/// (Model::self_distance), or their distance at rest where that is less, and Coulomb friction as for colliders.
/// Particles alone, not triangles: with a thickness of the edge length or more no particle fits through between three
/// others, and no edge through a triangle.
///
/// Pairs are searched once per substep by spatial hashing (Teschner et al., Optimized Spatial Hashing for Collision
/// Detection of Deformable Objects, 2003). So that none is missed, a particle's motion from x^n to x~, beside the
/// body's mean motion, is cut to half the thickness.
class SelfCollision {
public:
    /// Cuts the motion from `start` (x^n) to the state's positions and predictions (x~), and finds the pairs.
    void begin(const Model& model, State& state, std::span<const Vec3> start);
    /// Forgets the multipliers.
    void restart();
    /// Pushes every pair apart, once. Multipliers accumulate; `release` as in Contacts::project.
    void project(const Model& model, State& state, bool release);
    /// Adds the contact multipliers to state.contact_multiplier; returns the number of contacts.
    int finish(State& state) const;

private:
    struct Pair {
        int a = 0;
        int b = 0;
        double distance = 0; ///< d [m]
        double normal = 0;   ///< accumulated lambda_n >= 0 [N s^2], pushes b away from a
        Vec3 tangent{0};     ///< accumulated lambda_t on b [N s^2]
    };
    using Cell = std::array<std::int64_t, 3>;

    void limit_motion(const Model& model, State& state) const;
    void find_pairs(const Model& model, const State& state);
    std::size_t bucket_of(const Cell& cell) const;

    std::span<const Vec3> start_; ///< x^n [m]
    std::vector<Pair> pairs_;
    // The hash: particles sorted by bucket.
    std::vector<Cell> cells_;
    std::vector<int> bucket_start_;
    std::vector<int> sorted_;
};

} // namespace xpbd
