// Measures how a body answers to a drive that swings.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <glm/mat3x3.hpp>
#include <limits>

namespace xpbd::lab {

/// Amplitude of a body over that of its drive, and how far its phase is behind.
struct Answer {
    double gain = std::numeric_limits<double>::quiet_NaN(); ///< [1]
    double lag = std::numeric_limits<double>::quiet_NaN();  ///< of the phase, from -90 to 270 [deg]
};
/// The answer `in_phase` sin p + `ahead` cos p to a drive of sin p.
Answer answer_of(double in_phase, double ahead);

/// The answer to the first drive of a model that swings along a line: the part of the motion of the body's centre of
/// mass along this line that has the drive's frequency, by least squares over the frames of a period. Exact for a
/// harmonic motion, however long the frames are.
class Response {
public:
    /// Adds the state of the next frame.
    void add_frame(const Model& model, const State& state);
    /// Over the last full period of the drive; NaN before its end, without such a drive, and with less than four frames
    /// in a period.
    const Answer& answer() const { return answer_; }

private:
    Answer answer_;
    double begun_ = std::numeric_limits<double>::quiet_NaN(); ///< phase of the drive when the period began [rad]
    int frames_ = 0;                                          ///< in this period
    glm::dmat3 matrix_{0};                                    ///< sum of b b' over the frames, b = (1, sin p, cos p)
    Vec3 right_{0}; ///< sum of b times the place of the body over the amplitude
};

} // namespace xpbd::lab
