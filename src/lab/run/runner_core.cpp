#include "lab/run/runner_core.h"

#include "core/effects/tearing.h"
#include "core/methods.h"
#include "lab/run/readouts.h"
#include "scenes/pins/pins.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr int kTellingFrames = 10;       ///< jobs of more frames than this show their progress
constexpr std::size_t kTimedFrames = 16; ///< of which the shortest shows
constexpr double kMinSpeed = 1e-3;       // [1]
constexpr double kMaxSpeed = 1e3;        // [1]

/// Nothing for a method without forces.
void show_forces(const Model& model, const State& state, PaneSnapshot& shown) {
    if (!no_forces_reason(shown.settings).empty()) {
        return;
    }
    // Distance is the first type of the list: its constraints come first in lambda.
    const std::size_t edges = model.of_type<Distance>().size();
    shown.tension.assign(edges, 0.0f);
    if (!(state.force_scale > 0)) {
        return;
    }
    for (std::size_t c = 0; c < edges; ++c) {
        shown.tension[c] = is_torn(state, c) ? 0.0f : static_cast<float>(-state.lambda[c] * state.force_scale);
    }
    for (std::size_t i = 0; i < state.contact_multiplier.size(); ++i) {
        if (state.contact_multiplier[i] != Vec3(0)) {
            shown.contacts.push_back({glm::vec3(xyz(state.particles.position[i])),
                                      glm::vec3(state.contact_multiplier[i] * state.force_scale)});
        }
    }
}

/// A diverged pane shows its last good state.
const State& shown_state(const Pane& pane) {
    return pane.diverged ? pane.last_good : pane.state;
}

/// What the renderer needs of a pane.
PaneSnapshot show(const Pane& pane, bool forces) {
    PaneSnapshot shown;
    const State& state = shown_state(pane);
    const Model& model = *pane.model;
    shown.settings = pane.settings;
    shown.model = pane.model;
    shown.positions.reserve(state.particles.position.size());
    for (const Vec4& x : state.particles.position) {
        shown.positions.emplace_back(xyz(x));
    }
    distance_strain(model, state, shown.strain);
    shown.stats = pane.stats;
    shown.solve_ms = pane.solve_ms;
    shown.diverged = pane.diverged;
    if (forces) {
        show_forces(model, state, shown);
    }
    if (!pane.state.torn.empty()) {
        shown.torn = true;
        shown.whole_triangles = whole_triangles(model, pane.state);
        shown.whole_segments = whole_segments(model, pane.state);
    }
    return shown;
}

} // namespace

const std::shared_ptr<const Model>& model_of(const Snapshot& snapshot, int pane) {
    const auto index = static_cast<std::size_t>(pane);
    return pane >= 0 && index < snapshot.panes.size() ? snapshot.panes[index].model : snapshot.model;
}

Session session_of(const Snapshot& snapshot) {
    Session session;
    session.scene = snapshot.scene;
    session.world = snapshot.world;
    for (const PaneSnapshot& pane : snapshot.panes) {
        session.panes.push_back(pane.settings);
    }
    session.frame = snapshot.frame;
    if (snapshot.log) {
        session.past = snapshot.log->past(snapshot.frame, session);
    }
    return session;
}

RunnerCore::RunnerCore(Experiment experiment, const Session& session, int threads, bool samples)
    : experiment_(std::move(experiment)), timeline_(kDefaultTimelineBytes), threads_(threads) {
    detail_.samples = samples;
    open(session, false);
}

void RunnerCore::open(const Session& session, bool of_command) {
    log_ = EditLog(session);
    follower_ = {};
    held_.clear();
    times_.clear();
    restart_timeline();
    end_ = log_.last_change();
    if (session.frame > 0) {
        playing_ = false;
        job_ = Job{0, session.frame, true, of_command};
    }
}

void RunnerCore::set_interrupt(const std::stop_token& interrupt) {
    interrupt_ = interrupt;
    experiment_.set_interrupt(interrupt);
}

void RunnerCore::begin(Command&& command, const std::stop_token& stop) {
    stop_ = stop;
    beginning_ = true;
    if (broken_) {
        recover();
        beginning_ = true;
    }
    std::visit([this](auto& c) { apply(c); }, command);
    beginning_ = false;
    if (!job_) {
        ++commands_done_;
    }
}

void RunnerCore::step_job() {
    if (!step() || experiment_.frame() >= job_->to) {
        abandon_job();
    }
}

void RunnerCore::abandon_job() {
    if (job_ && job_->of_command) {
        ++commands_done_;
    }
    job_.reset();
}

void RunnerCore::recover() {
    playing_ = false;
    looping_ = false;
    // Counts the current command as done, so that nobody waits for it for ever.
    const bool of_command = std::exchange(beginning_, false) || (job_ && job_->of_command);
    commands_done_ += of_command ? 1 : 0;
    job_.reset();
    broken_ = true;
    stale_ = true;
    timeline_.clear();
    tails_.clear();
    samples_.clear();
    fail("out of memory: the scene is back at its start. Choose a smaller one, fewer panes or another method");
    experiment_.renew();
    restart_log();
    broken_ = false;
}

void RunnerCore::tell_fault(Snapshot& snapshot) const {
    snapshot.error = error_;
    snapshot.error_serial = error_serial_;
    snapshot.commands_done = commands_done_;
    snapshot.playing = false;
    snapshot.busy = false;
}

bool RunnerCore::cuts_short(const Command& command) {
    return std::holds_alternative<OpenSession>(command) || std::holds_alternative<Restart>(command) ||
           std::holds_alternative<Cancel>(command);
}

bool RunnerCore::advance() {
    if (looping_ && !timeline_.empty() && experiment_.frame() >= timeline_.last_frame()) {
        restore(timeline_.first_frame());
        return true;
    }
    return step();
}

bool RunnerCore::step() {
    if (!experiment_.any_diverged()) {
        const std::int64_t frame = experiment_.frame();
        if (frame < end_ && !held_.empty() && !looping_) {
            branch_off();
        }
        if (frame < end_ && timeline_.has(frame + 1)) {
            restore(frame + 1);
            return true;
        }
        if (frame >= end_) {
            experiment_.set_grabs(held_);
            note();
        } else {
            follow();
        }
        if (!experiment_.step()) {
            return false;
        }
        touch();
        time_panes();
    }
    if (experiment_.any_diverged()) {
        playing_ = false; // a bad state is not recorded: scrubbing back leads to good frames only
        return false;
    }
    const std::int64_t frame = experiment_.frame();
    if (frame > timeline_.last_frame()) { // else it fills a gap that was thinned out
        record();
    }
    follow();
    end_ = std::max(end_, frame);
    return true;
}

void RunnerCore::follow() {
    const auto sizes = [&] {
        std::vector<std::size_t> particles;
        for (const Pane& pane : experiment_.panes()) {
            particles.push_back(pane.model->particle_count());
        }
        return particles;
    };
    const std::vector<std::size_t> before = sizes();
    if (const Status followed = follower_.follow(log_, experiment_, stop_); !followed) {
        fail(followed.error().message);
    }
    if (sizes() != before) { // what was recorded so far has other bodies
        timeline_.clear();
        tails_.clear();
        touch();
        if (!experiment_.any_diverged()) {
            record();
        }
    }
}

void RunnerCore::time_panes() {
    const std::vector<Pane>& panes = experiment_.panes();
    times_.resize(panes.size());
    for (std::size_t i = 0; i < panes.size(); ++i) {
        times_[i].push_back(panes[i].solve_ms);
        if (times_[i].size() > kTimedFrames) {
            times_[i].pop_front();
        }
    }
}

EditLog::Controls RunnerCore::controls() const {
    EditLog::Controls now{experiment_.world(), {}, held_, scenes::pin_changes(experiment_.scene())};
    for (const Pane& pane : experiment_.panes()) {
        now.panes.push_back(pane.settings);
    }
    return now;
}

void RunnerCore::note() {
    const std::int64_t frame = experiment_.any_diverged() ? end_ : experiment_.frame();
    EditLog::Controls now = controls();
    if (!(log_.at(frame) == now)) {
        log_.note(frame, std::move(now));
        shown_log_.reset();
    }
    follower_.jump(log_, frame);
}

void RunnerCore::leave() {
    if (experiment_.frame() >= end_) { // a diverged pane is one frame further
        note();
    }
}

void RunnerCore::branch_off() {
    const std::int64_t frame = experiment_.frame();
    if (frame >= end_) {
        return;
    }
    const std::uint64_t id = timeline_.cut(frame);
    tails_[id] = {log_.cut(frame), end_};
    shown_log_.reset();
    end_ = frame;
}

void RunnerCore::touch() {
    stale_ = true;
    measures_stale_ = true;
}

void RunnerCore::apply(SetPanes& command) {
    const std::vector<Settings> before = controls().panes;
    if (command.panes == before) {
        return;
    }
    const Status valid = validate_panes(command.panes);
    const Status status = valid ? experiment_.set_panes(command.panes, stop_) : valid;
    if (!status) {
        return fail(status.error().message);
    }
    branch_off();
    times_.clear();
    touch();
    if (brings_bodies(before, command.panes)) {
        log_.note(experiment_.frame(), controls()); // a new body has caught up with just this
        restart_timeline();                         // the frames recorded so far have other bodies
    }
    playing_ = playing_ && !experiment_.any_diverged();
}

void RunnerCore::apply(SetWorld& command) {
    const Status status = validate_world(command.world);
    if (!status) {
        return fail(status.error().message);
    }
    if (!(command.world == experiment_.world())) {
        branch_off();
        experiment_.set_world(command.world);
        touch();
    }
}

void RunnerCore::apply(SetScene& command) {
    if (scenes::differ_in_pins_only(command.scene, experiment_.scene())) {
        // What pins changed at this very frame before, these replace: they act on the frame as it was recorded.
        const scenes::PinChanges before = scenes::pin_changes(experiment_.scene());
        take_pins_back();
        const Status status = set_pins(scenes::pin_changes(command.scene));
        if (!status) {
            static_cast<void>(set_pins(before)); // they have held before
            return fail(status.error().message);
        }
        branch_off();
        touch();
        return;
    }
    const Status status = experiment_.set_scene(command.scene);
    if (!status) {
        return fail(status.error().message);
    }
    restart_log();
}

void RunnerCore::apply(OpenSession& command) {
    Result<Experiment> opened = Experiment::create(at_start(command.session), threads_);
    if (!opened) {
        return fail(opened.error().message);
    }
    experiment_ = std::move(*opened);
    experiment_.set_interrupt(interrupt_);
    open(command.session, true);
}

void RunnerCore::apply(SetGrabs& command) {
    std::erase_if(command.grabs, [](const Grab& grab) {
        return !(std::isfinite(grab.target.x) && std::isfinite(grab.target.y) && std::isfinite(grab.target.z));
    });
    held_ = std::move(command.grabs);
}

void RunnerCore::apply(Play& command) {
    playing_ = command.playing && !experiment_.any_diverged();
}

void RunnerCore::apply(StepFrames& command) {
    playing_ = false;
    const std::int64_t now = experiment_.frame();
    if (command.frames > 0) {
        job_ = Job{now, now + command.frames, command.frames > kTellingFrames, true};
    } else if (command.frames < 0) {
        restore(timeline_.at_or_before(now + command.frames));
    }
}

void RunnerCore::apply(Seek& command) {
    playing_ = false;
    restore(timeline_.nearest(command.frame));
}

void RunnerCore::apply(SwitchBranch& command) {
    const auto tail = tails_.find(command.id);
    const std::uint64_t present = timeline_.newest_branch();
    leave();
    const std::optional<std::int64_t> parted = tail == tails_.end() ? std::nullopt : timeline_.put_back(command.id);
    if (!parted) {
        return fail("what was recorded before is not kept any more");
    }
    const Tail back = std::move(tail->second);
    tails_.erase(tail);
    tails_[present] = {log_.cut(*parted), end_};
    log_.put_back(*parted, back.log);
    shown_log_.reset();
    end_ = back.end;
    show_kept(timeline_.at_or_before(*parted));
}

void RunnerCore::apply(Restart&) {
    experiment_.reset();
    restart_log();
}

void RunnerCore::apply(RestoreLastGood& command) {
    playing_ = false;
    const auto pane = static_cast<std::size_t>(command.pane);
    if (command.pane < 0 || pane >= experiment_.panes().size() || !experiment_.panes()[pane].diverged) {
        return;
    }
    const std::int64_t frame = experiment_.panes()[pane].last_good.step;
    if (timeline_.has(frame)) {
        restore(frame);
        return;
    }
    experiment_.restore_last_good(command.pane);
    restart_log();
}

void RunnerCore::apply(SetSpeed& command) {
    if (!std::isfinite(command.speed)) {
        return fail("speed: the value is not a finite number; allowed is 0.001 to 1000");
    }
    speed_ = std::clamp(command.speed, kMinSpeed, kMaxSpeed);
}

void RunnerCore::apply(RunAhead& command) {
    playing_ = false;
    looping_ = false;
    if (command.frames > 0) {
        // From the newest frame on: what is recorded stays.
        restore(timeline_.last_frame());
        job_ = Job{experiment_.frame(), experiment_.frame() + command.frames, true, true};
    }
}

/// The job, if there was one, has been left already; see cuts_short().
void RunnerCore::apply(Cancel&) {}

void RunnerCore::apply(SetLoop& command) {
    looping_ = command.loop;
}

void RunnerCore::apply(SetTimelineLimit& command) {
    timeline_.set_byte_limit(command.bytes);
}

void RunnerCore::apply(SetDetail& command) {
    const bool begins = command.samples && !detail_.samples;
    detail_ = command;
    stale_ = true;
    if (begins && !experiment_.any_diverged()) {
        sample();
    }
}

void RunnerCore::fail(const std::string& message) {
    error_ = message;
    ++error_serial_;
}

void RunnerCore::restore(std::int64_t frame) {
    if (timeline_.empty() || (frame == experiment_.frame() && !experiment_.any_diverged())) {
        return; // already there, with the present measures
    }
    leave();
    show_kept(frame);
}

/// The states of a frame, under the pins that led to it. Those that were changed at this frame come after it.
void RunnerCore::show_recorded(std::int64_t frame) {
    static_cast<void>(experiment_.set_pins(log_.at(frame - 1).pins));
    experiment_.set_states(*timeline_.find(frame));
}

/// At frame 0 there is no state but the start.
Status RunnerCore::set_pins(const scenes::PinChanges& pins) {
    const Status status = experiment_.set_pins(pins);
    if (status && experiment_.frame() == 0) {
        experiment_.reset();
    }
    return status;
}

void RunnerCore::take_pins_back() {
    const std::int64_t frame = experiment_.frame();
    const bool changed = !(scenes::pin_changes(experiment_.scene()) == log_.at(frame - 1).pins);
    if (changed && frame > 0 && !experiment_.any_diverged() && timeline_.has(frame)) {
        show_recorded(frame);
    }
}

void RunnerCore::show_kept(std::int64_t frame) {
    const EditLog::Controls& held = log_.at(frame);
    show_recorded(frame);
    static_cast<void>(set_pins(held.pins)); // they have held before
    experiment_.set_world(held.world);
    // The same bodies as now: else the timeline began after it.
    static_cast<void>(experiment_.set_panes(held.panes, stop_));
    follower_.jump(log_, frame);
    touch();
}

void RunnerCore::restart_timeline() {
    timeline_.clear();
    tails_.clear();
    shown_log_.reset();
    end_ = experiment_.frame();
    follower_.jump(log_, end_);
    touch();
    if (!experiment_.any_diverged()) {
        record();
    }
}

void RunnerCore::restart_log() {
    held_.clear();
    times_.clear();
    log_.restart(controls());
    restart_timeline();
}

void RunnerCore::record() {
    const std::vector<Pane>& panes = experiment_.panes();
    std::vector<PackedState> states(panes.size());
    experiment_.for_each_pane(
        [&](std::size_t i) { states[i] = PackedState(panes[i].state, reads_history(panes[i].settings)); });
    timeline_.record(experiment_.frame(), std::move(states));
    if (detail_.samples) {
        sample();
    }
}

void RunnerCore::sample() {
    if (measures_stale_) {
        measure_panes();
    }
    Sample taken{measured_frame_, measured_time_, timeline_.newest_branch(), {}, {}};
    for (const Figures& figures : figures_) {
        taken.method.push_back(figures.method);
        taken.readout.push_back(figures.readings);
    }
    samples_.push_back(std::move(taken));
}

void RunnerCore::show_panes() {
    std::vector<PaneSnapshot> before = std::move(panes_);
    panes_.assign(experiment_.panes().size(), {});
    experiment_.for_each_pane([&](std::size_t i) { panes_[i] = show(experiment_.panes()[i], detail_.forces); });
    for (std::size_t i = 0; detail_.residuals && i < std::min(before.size(), panes_.size()); ++i) {
        panes_[i].residuals = std::move(before[i].residuals); // until there are newer ones
    }
    stale_ = false;
    trace_stale_ = true;
}

void RunnerCore::measure_panes() {
    const World& world = experiment_.world();
    figures_.resize(experiment_.panes().size());
    experiment_.for_each_pane([&](std::size_t i) {
        const Pane& pane = experiment_.panes()[i];
        Figures& figures = figures_[i];
        figures.measure = measure(*pane.model, shown_state(pane), pane.settings, world.gravity, world.dt);
        figures.readings = read_all({figures.measure, pane.settings, pane.stats, pane.solve_ms});
        figures.method = pane.settings.method;
    });
    hash_ = state_hash(experiment_);
    measured_frame_ = experiment_.frame();
    measured_time_ = experiment_.time();
    measures_stale_ = false;
}

Snapshot RunnerCore::snapshot(double measured_speed, bool trace) {
    if (stale_) {
        show_panes();
    }
    if (measures_stale_) {
        measure_panes();
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        panes_[i].measure = figures_[i].measure;
        panes_[i].readings = figures_[i].readings;
        panes_[i].measured_method = figures_[i].method;
        if (i < times_.size() && !times_[i].empty()) {
            panes_[i].solve_ms = *std::min_element(times_[i].begin(), times_[i].end());
        }
    }
    if (trace && trace_stale_ && detail_.residuals) {
        experiment_.for_each_pane([&](std::size_t i) {
            std::vector<Equations> residuals = experiment_.trace_step(static_cast<int>(i));
            if (!interrupt_.stop_requested()) { // else what is there stays
                panes_[i].residuals = std::move(residuals);
            }
        });
        trace_stale_ = interrupt_.stop_requested();
    }
    Snapshot shown;
    shown.model = experiment_.model();
    shown.scene = experiment_.scene();
    shown.world = experiment_.world();
    shown.frame = experiment_.frame();
    shown.time = experiment_.time();
    shown.panes = panes_;
    shown.measured_frame = measured_frame_;
    shown.measured_time = measured_time_;
    shown.hash = hash_;
    shown.playing = playing_;
    shown.asked_speed = speed_;
    shown.measured_speed = playing_ ? measured_speed : speed_;
    shown.first_frame = timeline_.first_frame();
    shown.last_frame = timeline_.last_frame();
    shown.kept = timeline_.kept();
    shown.branches = timeline_.branches();
    shown.branch = timeline_.newest_branch();
    shown.cuts = timeline_.cuts();
    shown_log_ = shown_log_ ? shown_log_ : std::make_shared<const EditLog>(log_);
    shown.log = shown_log_;
    shown.error = error_;
    shown.error_serial = error_serial_;
    shown.commands_done = commands_done_;
    shown.timeline_bytes = timeline_.bytes();
    shown.timeline_limit = timeline_.byte_limit();
    shown.looping = looping_;
    shown.busy = job_ && job_->shown;
    if (shown.busy) {
        shown.busy_until = job_->to;
        shown.progress =
            static_cast<double>(experiment_.frame() - job_->from) / static_cast<double>(job_->to - job_->from);
    }
    return shown;
}

} // namespace xpbd::lab
