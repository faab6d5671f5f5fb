#pragma once

#include "lab/run/snapshot.h"

#include <cstddef>
#include <memory>
#include <span>

namespace xpbd::window {

/// The farthest that a particle of a pane has moved between two snapshots [m]. Infinity where they differ in more than
/// their time, places and forces: in a body, a parameter or a tear.
double moved_between(const lab::Snapshot& a, const lab::Snapshot& b, std::size_t pane);

/// Finds out whether the bodies of a playing run hang so still that a viewer cannot notice them move.
class Settled {
public:
    /// Takes in a frame of the window. `now` [s]; `pixels`: of each pane, how large a pixel is at its body [m].
    void look(double now, const std::shared_ptr<const lab::Snapshot>& snapshot, std::span<const double> pixels);
    /// True from the time on when no particle has moved by half a pixel for a second, as long as none is faster than
    /// 2.5 pixels a second. Two bounds: a body that creeps or swings out does not switch to and fro between them. While
    /// the run pauses the value does not change, until another frame is shown.
    bool settled() const { return settled_; }

private:
    std::shared_ptr<const lab::Snapshot> start_; ///< snapshot from which the way of the bodies is measured
    double started_ = 0;                         ///< time of `start_` [s]
    bool plays_ = false;
    bool settled_ = false;
};

} // namespace xpbd::window
