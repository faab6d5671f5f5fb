#pragma once

#include "core/model/model.h"

#include <memory>
#include <vector>

namespace xpbd::peers {

/// Another library's step of a cloth.
class Peer {
public:
    virtual ~Peer() = default;
    /// Takes one step of 1/60 s and returns its wall time [s].
    virtual double step(int iterations) = 0;
};

/// @param compliance of each distance constraint, in model order [m/N]
std::unique_ptr<Peer> jolt(const Model& model, const std::vector<double>& compliance);
std::unique_ptr<Peer> position_based_dynamics(const Model& model, const std::vector<double>& compliance);

} // namespace xpbd::peers
