// Measures how a body answers to a drive that swings.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <cstdint>
#include <deque>
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
    /// Adds the state of the next frame. After a jump in time the measurement of a period begins again.
    void add_frame(const Model& model, const State& state);
    /// Over the last full period of the drive; after a jump back, the one that was the last at that frame. NaN before
    /// the end of a period, without such a drive, and with less than four frames in a period.
    Answer answer() const { return past_.empty() ? Answer{} : past_.back().answer; }

private:
    struct Period {
        std::int64_t end = 0; ///< first frame after it
        Answer answer;
    };
    void begin(double phase);

    std::deque<Period> past_;
    std::int64_t step_ = -2;                                  ///< of the last frame that was added; -2: none
    double begun_ = std::numeric_limits<double>::quiet_NaN(); ///< phase of the drive when the period began [rad]
    int frames_ = 0;                                          ///< in this period
    glm::dmat3 matrix_{0};                                    ///< sum of b b' over the frames, b = (1, sin p, cos p)
    Vec3 right_{0}; ///< sum of b times the place of the body over the amplitude
};

} // namespace xpbd::lab
