#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <cstdint>
#include <vector>

namespace xpbd {

/// The bodies of a model: sets of free particles that constraints connect, directly or through other free particles.
/// Fixed particles do not connect, because they transfer no motion. Contacts and torn constraints do not connect: a
/// body that tears apart becomes two bodies.
class Bodies {
public:
    static constexpr int kNone = -1; ///< body of a fixed particle

    /// Finds the bodies, if the model or its torn constraints have changed since the last call.
    void find(const Model& model, const State& state);
    int count() const { return count_; }
    int of(std::size_t particle) const { return body_[particle]; }

private:
    std::uint64_t model_ = 0; ///< identity of the model that body_ belongs to
    std::vector<std::uint8_t> torn_;
    std::vector<int> body_; ///< per particle: number of its body, or kNone
    int count_ = 0;
};

/// PBD's global damping (P07 section 3.5), per body: moves every free particle's velocity by `share` in [0, 1] towards
/// the rigid motion of its body. Conserves linear and angular momentum of every body.
void damp_towards_rigid_motion(const Bodies& bodies, State& state, double share);

} // namespace xpbd
