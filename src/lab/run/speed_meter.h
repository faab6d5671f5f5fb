// Measures the simulation's speed.
#pragma once

#include <deque>
#include <optional>

namespace xpbd::lab {

/// Measures the simulation's speed between the ends of frames, so that long timesteps do not make it fluctuate.
class SpeedMeter {
public:
    /// Records that `simulated` seconds were completed at wall time `now` [s], on any monotonic clock.
    void add(double now, double simulated);
    /// Simulated seconds per wall second over the last half second, or over the last two entries if they are further
    /// apart; std::nullopt before the second entry.
    std::optional<double> value() const;
    void reset();

private:
    struct Sample {
        double now;
        double total; ///< total simulated time [s]
    };
    std::deque<Sample> samples_;
};

} // namespace xpbd::lab
