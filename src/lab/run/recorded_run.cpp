#include "lab/run/recorded_run.h"

#include "scenes/changes/pins.h"
#include "system/machine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// A step counts as at most this factor longer than the previous one with the same settings: a much longer step was
/// probably disturbed by other processes.
constexpr double kCostRise = 1.02;
/// If the recorded frames that are freed take more than this, their memory is returned to the system at once [bytes]
constexpr std::size_t kLarge = std::size_t{16} << 20;

} // namespace

RecordedRun::RecordedRun(Experiment experiment, bool samples)
    : experiment_(std::move(experiment)), timeline_(kDefaultTimelineBytes) {
    shown_.set_detail({.samples = samples});
}

void RecordedRun::set_interrupt(const StopToken& interrupt) {
    interrupt_ = interrupt;
    experiment_.set_interrupt(interrupt);
}

void RecordedRun::open(const Session& session) {
    log_ = EditLog(session);
    follower_ = {};
    held_ = {};
    shown_.forget_times();
    cost_ = 0;
    restart_timeline();
    end_ = log_.last_change();
}

void RecordedRun::open(const Session& session, Experiment experiment) {
    experiment_ = std::move(experiment);
    experiment_.set_interrupt(interrupt_);
    open(session);
}

bool RecordedRun::step(bool only_shown) {
    if (!experiment_.any_diverged()) {
        const std::int64_t frame = experiment_.frame();
        if (frame < end_ && !held_.empty() && !only_shown) {
            branch_off();
        }
        if (frame < end_ && timeline_.has(frame + 1)) {
            go_to(frame + 1);
            return true;
        }
        if (frame >= end_) {
            lead_on();
            experiment_.set_hand(held_);
            note();
        } else {
            follow();
        }
        const Clock::time_point before = Clock::now();
        if (!experiment_.step()) {
            return false;
        }
        note_cost(std::chrono::duration<double>(Clock::now() - before).count());
        shown_.changed();
        shown_.note_step_times(experiment_);
    }
    if (experiment_.any_diverged()) {
        return false; // bad states are not recorded, so that scrubbing back leads to good frames only
    }
    const std::int64_t frame = experiment_.frame();
    if (frame > timeline_.last_frame()) {
        record();
    } else {
        timeline_.fill(frame, packed_states(), cost_);
    }
    follow();
    end_ = std::max(end_, frame);
    return true;
}

void RecordedRun::follow() {
    const auto sizes = [&] {
        std::vector<std::size_t> particles;
        for (const Pane& pane : experiment_.panes()) {
            particles.push_back(pane.model->particle_count());
        }
        return particles;
    };
    const std::vector<std::size_t> before = sizes();
    if (const Status followed = follower_.follow(log_, experiment_, {interrupt_, told_}); !followed) {
        fail(followed.error().message);
        if (interrupt_.stop_requested()) {
            log_.keep(follower_.done());
            shown_log_.reset();
            end_ = experiment_.frame();
            experiment_.set_hand(log_.at(end_).hand);
        }
    }
    if (sizes() != before) { // the recorded frames contain other bodies
        timeline_.clear();
        tails_.clear();
        shown_.changed();
        if (!experiment_.any_diverged()) {
            record();
        }
    }
}

void RecordedRun::go_to(std::int64_t frame) {
    const std::int64_t kept = timeline_.at_or_before(frame);
    if (timeline_.empty() || (kept == experiment_.frame() && !experiment_.any_diverged())) {
        return; // already at this frame, with its measures
    }
    leave();
    show_kept(kept);
}

void RecordedRun::show_kept(std::int64_t frame) {
    const EditLog::Controls& held = log_.at(frame);
    show_recorded(frame);
    static_cast<void>(set_changes(held.changes)); // cannot fail: they were set before
    experiment_.set_world(held.world);
    // Cannot fail: kept frames have the meshes of the current panes, as other meshes restart the timeline.
    static_cast<void>(experiment_.set_panes(held.panes, {stop_}));
    follower_.jump(log_, frame);
    shown_.changed();
}

/// Sets the states of a frame and the changes that led to it. What was changed at this frame acts after it.
void RecordedRun::show_recorded(std::int64_t frame) {
    static_cast<void>(experiment_.set_changes(log_.at(frame - 1).changes));
    experiment_.set_states(*timeline_.find(frame));
}

Status RecordedRun::switch_branch(std::uint64_t id) {
    const auto tail = tails_.find(id);
    const std::uint64_t present = timeline_.newest_branch();
    leave();
    const std::optional<std::int64_t> parted = tail == tails_.end() ? std::nullopt : timeline_.put_back(id);
    if (!parted) {
        return Error{"what was recorded before is not kept any more"};
    }
    const Tail back = std::move(tail->second);
    tails_.erase(tail);
    tails_[present] = {log_.cut(*parted), end_};
    log_.put_back(*parted, back.log);
    shown_log_.reset();
    end_ = back.end;
    show_kept(timeline_.at_or_before(*parted));
    return ok();
}

Status RecordedRun::set_panes(const std::vector<Settings>& panes, const StopToken& cancel) {
    const std::vector<Settings> before = this->panes();
    if (Status set = experiment_.set_panes(panes, {cancel, told_}); !set) {
        return set;
    }
    branch_off();
    shown_.changed();
    shown_.forget_times();
    cost_ = 0;
    if (brings_bodies(before, panes)) {
        log_.note(experiment_.frame(), controls()); // new panes were stepped to this frame with these parameters
        restart_timeline();                         // the recorded frames contain other bodies
    }
    return ok();
}

Status RecordedRun::set_world(const World& world) {
    Status valid = validate_world(world);
    if (valid && !(world == experiment_.world())) {
        branch_off();
        experiment_.set_world(world);
        shown_.changed();
    }
    return valid;
}

Status RecordedRun::set_scene(const scenes::SceneSpec& scene) {
    if (scenes::differ_in_changes_only(scene, experiment_.scene())) {
        return change_by_hand(scene.changes);
    }
    Status set = experiment_.set_scene(scene);
    if (set) {
        restart_log();
    }
    return set;
}

Status RecordedRun::change_by_hand(const scenes::Changes& changes) {
    // What was changed at this frame before is replaced: the new changes apply to the recorded state.
    const scenes::Changes before = experiment_.scene().changes;
    take_changes_back();
    Status set = set_changes(changes);
    if (!set) {
        static_cast<void>(set_changes(before)); // cannot fail: these were set before
        return set;
    }
    branch_off();
    shown_.changed();
    return set;
}

/// Sets the user's changes. At frame 0 the state is the start of the scene with them.
Status RecordedRun::set_changes(const scenes::Changes& changes) {
    Status status = experiment_.set_changes(changes);
    if (status && experiment_.frame() == 0) {
        experiment_.reset();
    }
    return status;
}

void RecordedRun::take_changes_back() {
    const std::int64_t frame = experiment_.frame();
    const bool changed = !(experiment_.scene().changes == log_.at(frame - 1).changes);
    if (changed && frame > 0 && !experiment_.any_diverged() && timeline_.has(frame)) {
        show_recorded(frame);
    }
}

std::vector<ColliderGrab> RecordedRun::held_colliders() const {
    const std::int64_t frame = experiment_.frame();
    if (frame == 0) {
        return {};
    }
    const EditLog::Controls& last = log_.at(frame - 1);
    // Placements are relative to the model's shapes: placements of another model do not apply.
    return last.changes == experiment_.scene().changes ? last.hand.colliders : std::vector<ColliderGrab>{};
}

void RecordedRun::lead_on() {
    const std::vector<ColliderGrab> last = held_colliders();
    for (ColliderGrab& grab : held_.colliders) {
        const auto same = std::find_if(last.begin(), last.end(),
                                       [&](const ColliderGrab& one) { return one.collider == grab.collider; });
        grab.from = same == last.end() ? Placement{} : same->to;
    }
}

void RecordedRun::hold(Hand hand) {
    held_ = finite(std::move(hand));
}

void RecordedRun::restart() {
    experiment_.reset();
    restart_log();
}

void RecordedRun::restore_last_good(int pane) {
    const auto index = static_cast<std::size_t>(pane);
    if (pane < 0 || index >= experiment_.panes().size() || !experiment_.panes()[index].diverged) {
        return;
    }
    const std::int64_t frame = experiment_.panes()[index].last_good.step;
    if (timeline_.has(frame)) {
        go_to(frame);
        return;
    }
    experiment_.restore_last_good(pane);
    restart_log();
}

void RecordedRun::free_history() {
    const bool large = timeline_.bytes() > kLarge;
    timeline_.clear();
    tails_.clear();
    if (large) {
        system::give_back_memory();
    }
}

void RecordedRun::start_over(const std::string& why) {
    shown_.changed();
    free_history();
    samples_.clear();
    fail(why);
    experiment_.renew();
    restart_log();
}

std::vector<Settings> RecordedRun::panes() const {
    std::vector<Settings> settings;
    for (const Pane& pane : experiment_.panes()) {
        settings.push_back(pane.settings);
    }
    return settings;
}

EditLog::Controls RecordedRun::controls() const {
    return {experiment_.world(), panes(), held_, experiment_.scene().changes};
}

void RecordedRun::note() {
    const std::int64_t frame = experiment_.any_diverged() ? end_ : experiment_.frame();
    EditLog::Controls now = controls();
    if (!(log_.at(frame) == now)) {
        log_.note(frame, std::move(now));
        shown_log_.reset();
    }
    follower_.jump(log_, frame);
}

void RecordedRun::leave() {
    if (experiment_.frame() >= end_) { // > : a diverged pane is one frame further
        note();
    }
}

void RecordedRun::branch_off() {
    const std::int64_t frame = experiment_.frame();
    if (frame >= end_) {
        return;
    }
    const std::uint64_t id = timeline_.cut(frame);
    tails_[id] = {log_.cut(frame), end_};
    shown_log_.reset();
    end_ = frame;
}

void RecordedRun::restart_timeline() {
    free_history();
    shown_log_.reset();
    end_ = experiment_.frame();
    follower_.jump(log_, end_);
    shown_.changed();
    if (!experiment_.any_diverged()) {
        record();
    }
}

void RecordedRun::restart_log() {
    held_ = {};
    shown_.forget_times();
    cost_ = 0;
    log_.restart(controls());
    restart_timeline();
}

std::vector<PackedState> RecordedRun::packed_states() {
    const std::vector<Pane>& panes = experiment_.panes();
    std::vector<PackedState> states(panes.size());
    experiment_.for_each_pane(
        [&](std::size_t i) { states[i] = PackedState(panes[i].state, reads_history(panes[i].settings)); });
    return states;
}

void RecordedRun::record() {
    timeline_.record(experiment_.frame(), packed_states(), cost_);
    if (shown_.detail().samples) {
        sample();
    }
}

void RecordedRun::sample() {
    samples_.push_back(shown_.sample(experiment_, timeline_.newest_branch()));
}

void RecordedRun::set_detail(const SetDetail& detail) {
    const bool begins = detail.samples && !shown_.detail().samples;
    shown_.set_detail(detail);
    if (begins && !experiment_.any_diverged()) {
        sample();
    }
}

void RecordedRun::fail(const std::string& message) {
    error_ = message;
    ++error_serial_;
}

void RecordedRun::fill_error(Snapshot& snapshot) const {
    snapshot.error = error_;
    snapshot.error_serial = error_serial_;
}

void RecordedRun::note_cost(double seconds) {
    cost_ = cost_ > 0 ? std::min(seconds, kCostRise * cost_) : seconds;
}

void RecordedRun::fill(Snapshot& snapshot, bool trace) {
    shown_.fill(experiment_, trace, interrupt_, snapshot);
    snapshot.model = experiment_.model();
    snapshot.scene = experiment_.scene();
    snapshot.world = experiment_.world();
    snapshot.held = held_colliders();
    snapshot.frame = experiment_.frame();
    snapshot.time = experiment_.time();
    snapshot.first_frame = timeline_.first_frame();
    snapshot.last_frame = timeline_.last_frame();
    snapshot.kept = timeline_.kept();
    snapshot.branches = timeline_.branches();
    snapshot.branch = timeline_.newest_branch();
    snapshot.cuts = timeline_.cuts();
    snapshot.timeline_bytes = timeline_.bytes();
    snapshot.timeline_limit = timeline_.byte_limit();
    shown_log_ = shown_log_ ? shown_log_ : std::make_shared<const EditLog>(log_);
    snapshot.log = shown_log_;
    fill_error(snapshot);
}

} // namespace xpbd::lab
