// The parameters of a run by frame.
#pragma once

#include "core/model/control.h"
#include "lab/experiment/experiment.h"
#include "lab/files/session/session.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace xpbd::lab {

/// True if a change of panes creates bodies that start at frame 0 and are stepped to the current frame: the number of
/// panes, or a pane's mesh, changes.
bool brings_bodies(std::span<const Settings> before, std::span<const Settings> after);

/// The parameters that were set during a run, by frame. Copies share their entries.
class EditLog {
public:
    /// Everything the user has set, except the scene itself.
    struct Controls {
        World world;
        std::vector<Settings> panes;
        Hand hand;
        scenes::Changes changes{};

        bool operator==(const Controls& other) const = default;
    };
    /// `controls` are valid for steps from this frame on, until the next entry.
    struct Entry {
        std::int64_t frame = 0;
        std::shared_ptr<const Controls> controls;
    };

    EditLog() = default;
    /// A log of the session's past parameters and its present ones.
    explicit EditLog(const Session& session);

    /// Clears the log; `controls` are valid from frame 0 on.
    void restart(Controls controls);
    /// Adds an entry. Later entries must have been cut off before. Does nothing if the controls are unchanged.
    void note(std::int64_t frame, Controls controls);
    /// Removes and returns the entries of this frame and later ones, except entries that add or remove bodies at this
    /// frame.
    std::vector<Entry> cut(std::int64_t frame);
    /// Removes all entries but the first `count`, at least 1.
    void keep(std::size_t count) { entries_.resize(count); }
    /// Appends entries that were cut off at a frame.
    void put_back(std::int64_t frame, const std::vector<Entry>& entries);

    /// Number of entries up to and including a frame; at least 1.
    std::size_t count_at(std::int64_t frame) const;
    /// The controls for the step from this frame to the next.
    const Controls& at(std::int64_t frame) const { return *entries_[count_at(frame) - 1].controls; }
    const std::vector<Entry>& entries() const { return entries_; }
    /// Frame of the last change; 0 if there is no change.
    std::int64_t last_change() const { return entries_.empty() ? 0 : entries_.back().frame; }

    /// Session::past of a session that is saved at this frame. `present`: the session without its past.
    std::vector<Past> past(std::int64_t frame, const Session& present) const;

private:
    bool brings_bodies_at(std::size_t entry) const;

    std::vector<Entry> entries_; ///< the first entry is at frame 0
};

/// The session at its frame 0, without its past: for creating an experiment.
Session at_start(Session session);

/// Applies a log to an experiment that was created from at_start(). Call follow() at frame 0 and after every step.
class LogFollower {
public:
    /// Sets the controls of the experiment's frame; steps new panes to this frame. Returns the first error of
    /// Experiment::set_panes or set_changes, which then change nothing. If `catch_up` is stopped, the entry whose panes
    /// were coming and all later ones do not count as applied.
    Status follow(const EditLog& log, Experiment& experiment, const CatchUp& catch_up = {});
    /// Records that the experiment already has the controls of this frame.
    void jump(const EditLog& log, std::int64_t frame) { done_ = log.count_at(frame); }
    /// Number of entries that were applied.
    std::size_t done() const { return done_; }

private:
    std::size_t done_ = 1;
};

} // namespace xpbd::lab
