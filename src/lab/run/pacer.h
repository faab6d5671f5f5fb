// Decides how many frames are due.
#pragma once

namespace xpbd::lab {

/// Converts wall time into whole frames. dt is never enlarged: frames for which there is no time are up to 0.15 s late;
/// beyond that, time is dropped and counted.
class Pacer {
public:
    /// Number of frames to compute now. `wall`: seconds since the last call; `speed`: simulated seconds per second; dt:
    /// frame timestep [s]; `cost`: recent wall time per frame [s]; `budget`: most wall time to spend before the next
    /// call [s].
    int frames(double wall, double speed, double dt, double cost, double budget);
    /// Wall time until the next frame is due [s].
    double wait(double speed, double dt) const;
    /// Total simulated time that was dropped [s].
    double dropped() const { return dropped_; }
    void reset();

private:
    double debt_ = 0;    ///< simulated time that is due but not computed [s]
    double dropped_ = 0; ///< total dropped time [s]
};

} // namespace xpbd::lab
