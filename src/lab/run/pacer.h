#pragma once

namespace xpbd::lab {

/// Turns wall time into whole frames. dt is never enlarged: what does not fit comes a little later, within 0.15 s of
/// wall time; beyond that it is dropped and counted.
class Pacer {
public:
    /// Frames to take now, after `wall` seconds since the last call, at `speed`, for a frame timestep dt [s], when a
    /// frame has lately cost `cost` wall seconds and at most `budget` wall seconds may be spent before the next call.
    int frames(double wall, double speed, double dt, double cost, double budget);
    /// Wall seconds until the next frame is due.
    double wait(double speed, double dt) const;
    /// Simulated time dropped so far [s].
    double dropped() const { return dropped_; }
    void reset();

private:
    double debt_ = 0;    ///< simulated time owed [s]
    double dropped_ = 0; ///< [s]
};

} // namespace xpbd::lab
