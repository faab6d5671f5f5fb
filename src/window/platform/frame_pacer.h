#pragma once

#include "lab/run/runner.h"

namespace xpbd::window {

/// Decides when the next frame of the window is due. Where drawing is slow (no graphics card) and the simulation falls
/// behind, drawing pauses for up to as long as it draws. Events end the pause, so that the interface still answers at
/// once. Times are GLFW's [s].
class FramePacer {
public:
    void begin(double now) { begun_ = now; }
    void end(double now, const lab::Snapshot& snapshot);
    /// How many frames per second are useful.
    enum class Pace {
        full,    ///< no more than a screen shows
        shared,  ///< other work needs the cores too
        hurried, ///< for tests, which wait for frames that no user watches
    };
    double due(Pace pace) const;
    double begun() const { return begun_; } ///< when the last frame began [s]

private:
    double begun_ = 0;
    double ended_ = 0; ///< when the last frame was shown [s]
    double rest_ = 0;  ///< pause between frames, as a share of the time that a frame takes [1]
};

} // namespace xpbd::window
