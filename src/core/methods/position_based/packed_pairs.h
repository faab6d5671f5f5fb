#pragma once

#include "core/contact/self_collision.h"
#include "core/methods/position_based/packed_particles.h"
#include "core/methods/stepper.h"
#include "core/simd/sweep.h"

#include <array>
#include <span>
#include <vector>

namespace xpbd {

/// The body's parts that are kept apart (core/contact/self_collision.h), lane by lane; empty where they are not.
/// @tparam S float or double
template <class S>
class PackedPairs {
public:
    /// Lays the pairs of a substep out for the kernel, with zero multipliers.
    void pack(std::span<const SelfCollision::Pair> pairs, const Substep& substep, const State& state,
              const PackedParticles<S>& particles);
    /// Projects all of them, once. False where there are none.
    bool project(const simd::Kernels& kernels, double friction, std::vector<S>& position);
    /// Writes their multipliers.
    void unpack(std::span<SelfCollision::Pair> pairs) const;

private:
    std::array<std::vector<int>, 2> offset_;
    std::array<std::vector<S>, 3> start_, tangent_;
    std::vector<S> distance_, mass_, normal_;
};

} // namespace xpbd
