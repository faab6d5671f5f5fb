// Measures what repeats itself: the period of a pendulum or a spring, and the answer to a drive.
#pragma once

#include "core/model/model.h"
#include "lab/experiment/response.h"
#include "lab/readouts/readouts.h"

#include <cstdint>
#include <limits>

namespace xpbd::lab {

/// The period of a body with one free particle that swings about a fixed one, measured from its frames. Under gravity
/// the particle swings from side to side below the fixed one. Without gravity, or if it starts right above or below, it
/// oscillates on the line between them.
class Swing {
public:
    /// Adds the state of the next frame. A frame that does not follow the last one restarts the measurement.
    void add_frame(const Model& model, const State& state, const Vec3& gravity);
    /// Duration of the last full swing [s]; NaN before the first one, and for other bodies.
    double period() const { return period_; }
    /// The period, and the answer to the drive over its last period (Response).
    Oscillation measured() const { return {period_, response_.answer().gain, response_.answer().lag}; }

private:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::int64_t step_ = -1; ///< number of the last frame that was added
    double signal_ = kNone;  ///< signal at the last frame; a swing begins when the signal rises through zero
    double time_ = 0;        ///< time of the last frame [s]
    double begun_ = kNone;   ///< begin of the current swing [s]
    double period_ = kNone;
    Response response_;
};

} // namespace xpbd::lab
