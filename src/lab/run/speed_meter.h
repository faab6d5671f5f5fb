#pragma once

#include <deque>
#include <optional>

namespace xpbd::lab {

/// Measures how fast the simulation runs, between completions of frames: a long timestep then does not look uneven.
class SpeedMeter {
public:
    /// Notes that `simulated` seconds were done by wall time `now` [s], on any clock that only grows.
    void add(double now, double simulated);
    /// Simulated seconds per wall second over the last half second (over the last two entries where those are further
    /// apart); none before there are two.
    std::optional<double> value() const;
    void reset();

private:
    struct Sample {
        double now;
        double total; ///< simulated so far [s]
    };
    std::deque<Sample> samples_;
};

} // namespace xpbd::lab
