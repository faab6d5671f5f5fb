// The state of a simulation, as the window shows it.
#pragma once

#include "core/model/model.h"
#include "core/step/measure/measure.h"
#include "core/step/measure/supports.h"
#include "core/step/solver.h"
#include "lab/files/session/session.h"
#include "lab/history/edit_log.h"
#include "lab/history/timeline.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// One pane for the renderer and the readouts. Immutable once published. A diverged pane contains its last good state,
/// because the bad one cannot be drawn or measured.
struct PaneSnapshot {
    Settings settings;
    /// The scene's model, or the model of the pane's own mesh (Settings::resolution).
    std::shared_ptr<const Model> model;
    std::vector<glm::vec3> positions; ///< [m]
    std::vector<float> strain;        ///< signed strain per line of shown_lines(); 0 if torn [1]
    /// Once something is torn: the parts of the model's surface and segments that are still whole.
    bool torn = false;
    std::vector<std::array<int, 3>> whole_triangles;
    std::vector<std::array<int, 2>> whole_segments;
    /// @name Measured at Snapshot::measured_frame
    /// @{
    Measure measure;
    std::vector<double> readings; ///< one per row of readouts()
    std::vector<SupportReading> supports;
    int measured_method = 0; ///< index in methods()
    /// @}
    StepStats stats;
    /// Shortest step time of the last frames with the same settings [ms]: least disturbed by other processes.
    double solve_ms = 0;
    bool diverged = false;

    /// @name Present if SetDetail requests it; methods without forces have no tension and no contacts
    /// @{
    std::vector<Equations> residuals; ///< after each iteration of a step, from Experiment::trace_step()
    std::vector<float> tension;       ///< per line of shown_lines(); negative = compression [N], of a fabric [N/m]
    std::vector<std::array<float, 3>> fabric_tension; ///< per triangle of Model::fabric: warp, weft, shear [N/m]
    struct ContactForce {
        glm::vec3 at;    ///< [m]
        glm::vec3 force; ///< force on the body [N]
    };
    std::vector<ContactForce> contacts;
    /// @}
};

/// All panes at one frame. Immutable; threads share it by pointer.
struct Snapshot {
    std::vector<ColliderGrab> held;     ///< where colliders that a hand moves are; the model has their places before
    std::shared_ptr<const Model> model; ///< model of the scene's own mesh, to whose particles pins and grabs refer
    scenes::SceneSpec scene;
    World world;
    std::int64_t frame = 0;
    double time = 0; ///< [s]
    std::vector<PaneSnapshot> panes;
    /// The frame at which the hash and the panes' measures were taken.
    std::int64_t measured_frame = 0;
    double measured_time = 0; ///< [s]
    std::uint64_t hash = 0;   ///< state_hash at measured_frame
    bool playing = false;
    double asked_speed = 1;
    double measured_speed =
        0; ///< simulated seconds per wall second over the last half second; the asked speed when paused
    std::int64_t first_frame = 0;       ///< oldest frame in the timeline
    std::int64_t last_frame = 0;        ///< newest frame in the timeline
    Kept kept;                          ///< density of the kept frames from first_frame to last_frame
    std::vector<Branch> branches;       ///< the timeline's branches, by their first frames
    std::uint64_t branch = 0;           ///< id of the branch to which the next frames belong
    std::vector<std::uint64_t> cuts;    ///< ids of branches that SwitchBranch can restore
    std::shared_ptr<const EditLog> log; ///< the parameters that were set at each frame
    /// One line about the last command that failed (SetScene, OpenSession, a bad value); "" if none has.
    std::string error;
    std::uint64_t error_serial = 0;  ///< number of failures: it changes with every new `error`
    std::uint64_t commands_done = 0; ///< number of posted commands that were applied
    std::size_t timeline_bytes = 0;  ///< memory of the recorded frames
    std::size_t timeline_limit = 0;
    bool looping = false;
    bool busy = false;           ///< advancing to a session's frame, running ahead, or new panes are catching up
    bool bodies_coming = false;  ///< new panes are stepped to the current frame; the snapshot has the state before
    double progress = 0;         ///< share of the work of `busy` that is done, in [0, 1]
    std::int64_t busy_until = 0; ///< the frame at which the work of `busy` ends
};

/// The model of a pane's body. For a pane that the snapshot does not contain yet, the scene's model.
const std::shared_ptr<const Model>& model_of(const Snapshot& snapshot, int pane);

/// A readout as a scene shows it.
struct ShownReadout {
    std::string_view key;     ///< row of readouts()
    std::string_view label;   ///< the label in this scene
    std::string_view unit;    ///< the unit of `value`
    std::string_view tooltip; ///< explanation for the user
    double value;             ///< NaN if the value does not exist
};
/// The readouts that a pane shows beside its picture, in the stamp and at the ruler, in the order of
/// SceneInfo::readouts. By default the plots show the same readouts.
std::vector<ShownReadout> shown_readouts(const Snapshot& snapshot, int pane);

/// A session that reproduces the snapshot, with the parameters set on the way to it, and the default camera.
Session session_of(const Snapshot& snapshot);

} // namespace xpbd::lab
