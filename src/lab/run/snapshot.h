#pragma once

#include "core/measure/measure.h"
#include "core/model.h"
#include "core/solver.h"
#include "lab/files/session/session.h"
#include "lab/history/edit_log.h"
#include "lab/history/timeline.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <string>
#include <vector>

namespace xpbd::lab {

/// One pane as the renderer and the readouts see it. Immutable once published. A diverged pane shows its last good
/// state, because the bad one has nothing to draw or measure.
struct PaneSnapshot {
    Settings settings;
    std::shared_ptr<const Model> model; ///< that of the scene, or of a mesh of its own (Settings::resolution)
    std::vector<glm::vec3> positions;   ///< [m]
    std::vector<float> strain;          ///< signed, of shown_lines(); 0 where torn [1]
    /// What of the model's surface and segments still holds together, once something is torn.
    bool torn = false;
    std::vector<std::array<int, 3>> whole_triangles;
    std::vector<std::array<int, 2>> whole_segments;
    /// @name Of Snapshot::measured_frame
    /// @{
    Measure measure;
    std::vector<double> readings; ///< one per row of readouts()
    int measured_method = 0;      ///< row in methods()
    /// @}
    StepStats stats;
    /// [ms] The shortest of the last frames under the same settings: one that something else interrupted says nothing
    /// about the method.
    double solve_ms = 0;
    bool diverged = false;

    /// @name Where SetDetail asks for it; no tension and no contacts for a method without forces
    /// @{
    std::vector<Equations> residuals;                 ///< after each iteration of a step; see Experiment::trace_step
    std::vector<float> tension;                       ///< of shown_lines(); negative = pressed [N], of a fabric [N/m]
    std::vector<std::array<float, 3>> fabric_tension; ///< of Model::fabric: warp, weft, shear [N/m]
    struct ContactForce {
        glm::vec3 at;    ///< [m]
        glm::vec3 force; ///< on the body [N]
    };
    std::vector<ContactForce> contacts;
    /// @}
};

/// What all panes showed at one frame. Immutable; shared between threads by pointer.
struct Snapshot {
    std::shared_ptr<const Model> model; ///< of the scene's own mesh, which pins and grabs name particles of
    scenes::SceneSpec scene;
    World world;
    std::int64_t frame = 0;
    double time = 0; ///< [s]
    std::vector<PaneSnapshot> panes;
    /// The frame of `hash` and of the panes' measures.
    std::int64_t measured_frame = 0;
    double measured_time = 0; ///< [s]
    std::uint64_t hash = 0;   ///< state_hash at measured_frame
    bool playing = false;
    double asked_speed = 1;
    double measured_speed =
        0; ///< simulated seconds per wall second, over the last half second; asked speed when paused
    std::int64_t first_frame = 0;       ///< oldest frame that the timeline keeps
    std::int64_t last_frame = 0;        ///< newest frame that the timeline keeps
    Kept kept;                          ///< how much of what is between them, and before
    std::vector<Branch> branches;       ///< of the timeline: what was recorded before and after the past was resumed
    std::uint64_t branch = 0;           ///< id of the one that coming frames belong to
    std::vector<std::uint64_t> cuts;    ///< ids of what can be put back: see SwitchBranch
    std::shared_ptr<const EditLog> log; ///< what was set at which frame
    std::string error; ///< the last command that failed (SetScene, OpenSession, a bad value): one line; "" before any
    std::uint64_t error_serial = 0;  ///< counts failures: a change means a new `error`
    std::uint64_t commands_done = 0; ///< number of commands applied so far, of those posted
    std::size_t timeline_bytes = 0;  ///< memory that the recorded frames take
    std::size_t timeline_limit = 0;
    bool looping = false;
    bool busy = false;           ///< advancing to a session's frame, running ahead, or bodies are coming
    bool bodies_coming = false;  ///< new bodies are on their way to this frame; until then shows what was there
    double progress = 0;         ///< of that, in [0, 1]
    std::int64_t busy_until = 0; ///< frame that it leads to
};

/// The model of a pane's body; the scene's for a pane that the snapshot has not yet.
const std::shared_ptr<const Model>& model_of(const Snapshot& snapshot, int pane);

/// The session that reproduces what a snapshot shows, with what was set on the way to it (camera left at its default).
Session session_of(const Snapshot& snapshot);

} // namespace xpbd::lab
