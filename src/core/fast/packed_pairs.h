#pragma once

#include "core/fast/packed_particles.h"
#include "core/simd/sweep.h"
#include "core/step/contact/self_collision.h"
#include "core/step/stepper.h"

#include <array>
#include <span>
#include <vector>

namespace xpbd {

/// Pairs of particles that are kept apart (core/step/contact/self_collision.h), as arrays for the kernel. Empty without
/// self-collision.
/// @tparam S float or double
template <class S>
class PackedPairs {
public:
    /// Fills the arrays with the pairs of a substep; multipliers are zero.
    void pack(std::span<const SelfCollision::Pair> pairs, const Substep& substep, const State& state,
              const PackedParticles<S>& particles);
    bool empty() const { return distance_.empty(); }
    /// Computes the effective masses of all pairs from the inverse masses in `particles`.
    void weigh(const PackedParticles<S>& particles);
    /// Projects all pairs once. False if there are no pairs. @param release as in Contacts::project
    bool project(const simd::Kernels& kernels, double friction, bool release, std::vector<S>& position);
    /// Writes the multipliers to the pairs. @param zeros also writes those that are zero
    void unpack(bool zeros, std::span<SelfCollision::Pair> pairs) const;

private:
    std::array<std::vector<int>, 2> offset_;
    std::array<std::vector<S>, 3> start_, tangent_;
    std::vector<S> distance_, mass_, normal_;
};

} // namespace xpbd
