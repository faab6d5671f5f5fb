#pragma once

#include "core/control.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace xpbd::lab {

/// @name Commands: what the user asks of the simulation. Applied between two frames, in order: a command that takes
/// many frames (StepFrames, RunAhead, OpenSession) is done before the next one is looked at; only OpenSession, Restart
/// and Cancel cut it short, in the middle of a frame, which then counts as not begun. Cancel also ends the way of
/// bodies that a SetPanes brings: it then fails, and the panes stay as they were. Stepping or playing from an earlier
/// frame shows again what was recorded, with what was set then. Where something is set there, or the body is pulled, a
/// new branch begins; what was recorded after it is kept and can be put back (SwitchBranch).
/// @{
struct SetPanes {
    std::vector<Settings> panes;
};
struct SetWorld {
    World world;
};
/// Starts the scene anew; the state is kept where only its pins differ.
struct SetScene {
    scenes::SceneSpec scene;
};
/// Replaces everything and advances to session.frame, then stays paused there if frame > 0.
struct OpenSession {
    Session session;
};
struct SetGrabs {
    std::vector<Grab> grabs;
};
struct Play {
    bool playing = true;
};
/// Pauses; negative: back through the timeline.
struct StepFrames {
    int frames = 1;
};
/// Pauses; to a recorded frame (clamped to what is kept).
struct Seek {
    std::int64_t frame = 0;
};
/// Puts back what was recorded before another branch took its place (Snapshot::cuts), and goes to where they part.
struct SwitchBranch {
    std::uint64_t id = 0;
};
/// Back to frame 0, with what is set now.
struct Restart {};
/// Pauses; see Experiment::restore_last_good.
struct RestoreLastGood {
    int pane = 0;
};
/// Simulated seconds per wall second, kept within [1e-3, 1e3].
struct SetSpeed {
    double speed = 1;
};
/// Computes so many frames in advance, as fast as the machine can, and pauses there: then scrub.
struct RunAhead {
    int frames = 0;
};
/// Ends a command that takes many frames (RunAhead, OpenSession, StepFrames) where it stands.
struct Cancel {};
/// Whether playing repeats the recorded frames instead of computing new ones.
struct SetLoop {
    bool loop = false;
};
/// Room for 80,000 frames of the default session. Frames that are thinned out are computed again when they are asked
/// for. More would not fit a page: it has 32 bits of address, and a browser ends a tab that fills them.
inline constexpr std::size_t kDefaultTimelineBytes = std::size_t{96} << 20;
/// Memory for the recorded frames, in bytes; old ones are thinned out, see Timeline.
struct SetTimelineLimit {
    std::size_t bytes = 0;
};
/// What a snapshot holds besides the figures that are always there; each costs time.
struct SetDetail {
    bool residuals = false; ///< PaneSnapshot::residuals
    bool forces = false;    ///< PaneSnapshot::tension, fabric_tension and contacts
    bool samples = false;   ///< measures every frame that is taken: Runner::take_samples

    bool operator==(const SetDetail&) const = default;
};
using Command =
    std::variant<SetPanes, SetWorld, SetScene, OpenSession, SetGrabs, Play, StepFrames, Seek, SwitchBranch, Restart,
                 RestoreLastGood, SetSpeed, RunAhead, Cancel, SetLoop, SetTimelineLimit, SetDetail>;
/// @}

} // namespace xpbd::lab
