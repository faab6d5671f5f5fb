#pragma once

#include "core/step/stepper.h"

#include <vector>

namespace xpbd {

/// Decides whether the iterations of a substep end before their maximum number. A criterion must hold over
/// settings.stop_persistence successive iterations, because it may hold once by chance.
class StopRule {
public:
    /// Call it before the first iteration.
    void begin(const Substep& substep, const State& state);
    /// Call it after an iteration: true if the criterion has held long enough.
    bool done(const Substep& substep, const State& state);

private:
    bool holds(const Substep& substep, const State& state);

    std::vector<Vec4> position_; ///< after the previous iteration
    std::vector<double> lambda_;
    std::vector<Vec3> velocity_;
    double size_ = 0; ///< mean rest length of the distance constraints [m]
    int held_ = 0;    ///< number of successive iterations in which the criterion has held
};

} // namespace xpbd
