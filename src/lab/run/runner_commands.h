// The commands that the window sends to a running simulation.
#pragma once

#include "core/model/control.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace xpbd::lab {

/// @name Commands of the user to the simulation
/// Commands are applied in order, between two frames. A command that takes many frames (StepFrames, RunAhead,
/// OpenSession) is completed before the next one begins. Only OpenSession, Restart and Cancel stop it early, even in
/// the middle of a frame, which then counts as not begun. Cancel also stops a SetPanes while it steps new panes to the
/// current frame: it then fails, and the panes do not change. Stepping or playing from an earlier frame shows the
/// recorded frames with the parameters of that time. Changing a parameter or pulling the body at an earlier frame
/// begins a new branch; the recorded frames after it are kept, and SwitchBranch can restore them.
/// @{
struct SetPanes {
    std::vector<Settings> panes;
};
struct SetWorld {
    World world;
};
/// Restarts with another scene. If only the pins differ, the state is kept.
struct SetScene {
    scenes::SceneSpec scene;
};
/// Replaces everything and advances to session.frame. If that is above 0, pauses there.
struct OpenSession {
    Session session;
};
/// Holds particles and colliders; an empty hand releases.
struct SetHand {
    Hand hand;
};
struct Play {
    bool playing = true;
};
/// Pauses, and moves by this many frames; if negative, back in the timeline.
struct StepFrames {
    int frames = 1;
};
/// Pauses, and moves to a recorded frame. Clamped to the frames of the timeline.
struct Seek {
    std::int64_t frame = 0;
};
/// Restores the frames that were recorded before another branch replaced them (Snapshot::cuts), and moves to the frame
/// where the branches separate.
struct SwitchBranch {
    std::uint64_t id = 0;
};
/// Goes back to frame 0 with the current parameters.
struct Restart {};
/// Pauses, and restores a diverged pane with Experiment::restore_last_good().
struct RestoreLastGood {
    int pane = 0;
};
/// Simulated seconds per second of wall time; clamped to [1e-3, 1e3].
struct SetSpeed {
    double speed = 1;
};
/// Computes this many frames as fast as possible and pauses; the user then scrubs through them.
struct RunAhead {
    int frames = 0;
};
/// Stops a command that takes many frames (RunAhead, OpenSession, StepFrames) at the current frame.
struct Cancel {};
/// Makes playing repeat the recorded frames instead of computing new ones.
struct SetLoop {
    bool loop = false;
};
/// Memory for 80,000 frames of the default session; frames that were thinned out are computed again when needed. A
/// larger default would not fit into a web page: it has 32-bit addresses, and a browser closes a tab that uses them up.
inline constexpr std::size_t kDefaultTimelineBytes = std::size_t{96} << 20;
/// Memory for the recorded frames, in bytes. Old frames are thinned out as Timeline describes.
struct SetTimelineLimit {
    std::size_t bytes = 0;
};
/// Optional contents of snapshots. Each costs time.
struct SetDetail {
    bool residuals = false; ///< PaneSnapshot::residuals
    bool forces = false;    ///< PaneSnapshot::tension, fabric_tension and contacts
    bool samples = false;   ///< measures every computed frame for Runner::take_samples()

    bool operator==(const SetDetail&) const = default;
};
using Command =
    std::variant<SetPanes, SetWorld, SetScene, OpenSession, SetHand, Play, StepFrames, Seek, SwitchBranch, Restart,
                 RestoreLastGood, SetSpeed, RunAhead, Cancel, SetLoop, SetTimelineLimit, SetDetail>;
/// @}

} // namespace xpbd::lab
