#pragma once

#include "core/control.h"
#include "lab/experiment/experiment.h"
#include "lab/files/session/session.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace xpbd::lab {

/// True where a change of panes brings bodies that start at frame 0 and catch up: another number of panes, or another
/// resolution of one.
bool brings_bodies(std::span<const Settings> before, std::span<const Settings> after);

/// What was set while the frames of a run were taken. Copies share their entries.
class EditLog {
public:
    /// What the user has set, besides the scene itself.
    struct Controls {
        World world;
        std::vector<Settings> panes;
        std::vector<Grab> grabs;
        scenes::PinChanges pins{};

        bool operator==(const Controls& other) const;
    };
    /// `controls` hold from a frame on, for the step that leaves it, until the next entry.
    struct Entry {
        std::int64_t frame = 0;
        std::shared_ptr<const Controls> controls;
    };

    EditLog() = default;
    /// What a session tells of its past and its present.
    explicit EditLog(const Session& session);

    /// Forgets everything; these hold from frame 0 on.
    void restart(Controls controls);
    /// Notes what holds from a frame on. What was noted for later frames must be cut off before. Nothing is noted where
    /// nothing has changed.
    void note(std::int64_t frame, Controls controls);
    /// Takes away what was noted for a frame and later ones, except bodies that came or went at that frame.
    std::vector<Entry> cut(std::int64_t frame);
    /// Appends what was cut off at a frame.
    void put_back(std::int64_t frame, const std::vector<Entry>& entries);

    /// Number of entries that begin at a frame or before; at least 1.
    std::size_t count_at(std::int64_t frame) const;
    /// What holds for the step that leaves a frame.
    const Controls& at(std::int64_t frame) const { return *entries_[count_at(frame) - 1].controls; }
    const std::vector<Entry>& entries() const { return entries_; }
    /// Frame of the last change; 0 = none.
    std::int64_t last_change() const { return entries_.empty() ? 0 : entries_.back().frame; }

    /// The past of a session that stands at a frame with this present.
    std::vector<Past> past(std::int64_t frame, const Session& present) const;

private:
    bool brings_bodies_at(std::size_t entry) const;

    std::vector<Entry> entries_; ///< the first at frame 0
};

/// The session as it was at frame 0: to create an experiment with. Its past is gone.
Session at_start(Session session);

/// Steps an experiment that at_start() created through what a log says: call follow() at frame 0 and after every step.
class LogFollower {
public:
    /// Sets what the log holds at the experiment's frame; bodies that came on the way catch up. The first fault of
    /// Experiment::set_panes and set_pins, which leave things as they were.
    Status follow(const EditLog& log, Experiment& experiment, const StopToken& stop = {});
    /// The experiment now holds what the log says of this frame.
    void jump(const EditLog& log, std::int64_t frame) { done_ = log.count_at(frame); }

private:
    std::size_t done_ = 1; ///< entries that were set
};

} // namespace xpbd::lab
