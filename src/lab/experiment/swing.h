#pragma once

#include "core/model.h"

#include <cstdint>
#include <limits>

namespace xpbd::lab {

/// The period of a body of one free particle that swings about a fixed one, from the frames that it passes. Under
/// gravity the particle swings from side to side below the fixed one; without gravity, and where it starts right above
/// or below, it swings to and fro on the line between them.
class Swing {
public:
    /// Sees the state of the next frame. After any other frame it starts anew.
    void see(const Model& model, const State& state, const Vec3& gravity);
    /// Time of the last full swing; NaN before there was one, and for other bodies [s].
    double period() const { return period_; }

private:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::int64_t step_ = -1; ///< the last one seen
    double signal_ = kNone;  ///< of the last frame: a swing begins where it rises through zero
    double time_ = 0;        ///< of the last frame [s]
    double begun_ = kNone;   ///< when the present swing began [s]
    double period_ = kNone;
};

} // namespace xpbd::lab
