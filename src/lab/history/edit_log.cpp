#include "lab/history/edit_log.h"

#include "scenes/changes/pins.h"

#include <algorithm>
#include <utility>

namespace xpbd::lab {

EditLog::EditLog(const Session& session) {
    std::int64_t from = 0;
    for (const Past& past : session.past) {
        entries_.push_back(
            {from, std::make_shared<const Controls>(Controls{past.world, past.panes, past.hand, past.changes})});
        from = past.until;
    }
    entries_.push_back(
        {from, std::make_shared<const Controls>(Controls{session.world, session.panes, {}, session.scene.changes})});
}

void EditLog::restart(Controls controls) {
    entries_.clear();
    entries_.push_back({0, std::make_shared<const Controls>(std::move(controls))});
}

bool brings_bodies(std::span<const Settings> before, std::span<const Settings> after) {
    return !std::equal(before.begin(), before.end(), after.begin(), after.end(),
                       [](const Settings& one, const Settings& other) { return one.mesh == other.mesh; });
}

/// True if the entry adds panes or changes meshes. New bodies are stepped from the start with this entry's parameters,
/// so later entries at the same frame must not replace it.
bool EditLog::brings_bodies_at(std::size_t entry) const {
    return entry > 0 && brings_bodies(entries_[entry - 1].controls->panes, entries_[entry].controls->panes);
}

void EditLog::note(std::int64_t frame, Controls controls) {
    if (!entries_.empty() && *entries_.back().controls == controls) {
        return;
    }
    auto noted = std::make_shared<const Controls>(std::move(controls));
    if (!entries_.empty() && entries_.back().frame == frame && !brings_bodies_at(entries_.size() - 1)) {
        entries_.back().controls = std::move(noted);
    } else {
        entries_.push_back({frame, std::move(noted)});
    }
}

std::vector<EditLog::Entry> EditLog::cut(std::int64_t frame) {
    std::size_t kept = entries_.size();
    while (kept > 1 &&
           (entries_[kept - 1].frame > frame || (entries_[kept - 1].frame == frame && !brings_bodies_at(kept - 1)))) {
        --kept;
    }
    std::vector<Entry> off(entries_.begin() + static_cast<std::ptrdiff_t>(kept), entries_.end());
    entries_.resize(kept);
    return off;
}

void EditLog::put_back(std::int64_t frame, const std::vector<Entry>& entries) {
    cut(frame);
    entries_.insert(entries_.end(), entries.begin(), entries.end());
}

std::size_t EditLog::count_at(std::int64_t frame) const {
    const auto next = std::upper_bound(entries_.begin(), entries_.end(), frame,
                                       [](std::int64_t f, const Entry& entry) { return f < entry.frame; });
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, next - entries_.begin()));
}

std::vector<Past> EditLog::past(std::int64_t frame, const Session& present) const {
    std::vector<Past> past;
    for (std::size_t i = 0; i < entries_.size() && (entries_[i].frame < frame || brings_bodies_at(i)); ++i) {
        if (entries_[i].frame > frame) {
            break;
        }
        if (!past.empty()) {
            past.back().until = entries_[i].frame;
        }
        const Controls& held = *entries_[i].controls;
        past.push_back({frame, held.world, held.panes, held.hand, held.changes});
    }
    // The last entry is left out if the present has the same parameters.
    const Past now{frame, present.world, present.panes, {}, present.scene.changes};
    if (!past.empty() && past.back() == now) {
        past.pop_back();
    }
    return past;
}

Session at_start(Session session) {
    if (!session.past.empty()) {
        session.world = session.past.front().world;
        session.panes = session.past.front().panes;
        session.scene.changes = session.past.front().changes;
        session.past.clear();
    }
    return session;
}

Status LogFollower::follow(const EditLog& log, Experiment& experiment, const CatchUp& catch_up) {
    Status result = ok();
    for (const std::size_t count = log.count_at(experiment.frame()); done_ < count; ++done_) {
        const EditLog::Controls& now = *log.entries()[done_].controls;
        experiment.set_world(now.world);
        // Changes first: new panes of this entry were stepped to this frame with the new ones.
        const Status changed = experiment.set_changes(now.changes);
        Status paned = experiment.set_panes(now.panes, catch_up);
        if (!paned && catch_up.stop.stop_requested()) {
            return paned;
        }
        for (const Status& set : {changed, paned}) {
            result = result ? set : result;
        }
    }
    experiment.set_hand(log.at(experiment.frame()).hand);
    return result;
}

} // namespace xpbd::lab
