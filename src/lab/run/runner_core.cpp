#include "lab/run/runner_core.h"

#include "core/effects/tearing.h"
#include "core/methods.h"
#include "lab/files/memory.h"
#include "lab/run/readouts.h"
#include "scenes/pins/pins.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr int kTellingFrames = 10; ///< jobs of more frames than this show their progress
constexpr double kMinSpeed = 1e-3; // [1]
constexpr double kMaxSpeed = 1e3;  // [1]

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
PaneSnapshot show(const Experiment& experiment, const Pane& pane, bool forces) {
    PaneSnapshot shown;
    const State& state = shown_state(pane);
    const Model& model = *experiment.model();
    shown.settings = pane.settings;
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
        shown.whole_triangles = whole_triangles(*experiment.model(), pane.state);
        shown.whole_segments = whole_segments(*experiment.model(), pane.state);
    }
    return shown;
}

} // namespace

RunnerCore::RunnerCore(Experiment experiment, std::int64_t target_frame, int threads)
    : experiment_(std::move(experiment)), timeline_(kDefaultTimelineBytes), threads_(threads) {
    restart_timeline();
    if (target_frame > 0) {
        job_ = Job{0, target_frame, true, false};
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
    fail("out of memory: the scene is back at its start. Choose a smaller one, fewer panes or another method");
    experiment_.renew();
    restart_timeline();
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
    if (!looping_ || timeline_.empty()) {
        return step();
    }
    const std::int64_t next = experiment_.frame() + 1;
    restore(next > timeline_.last_frame() ? timeline_.first_frame() : next);
    return true;
}

bool RunnerCore::step() {
    if (!experiment_.any_diverged()) {
        if (!experiment_.step()) {
            return false;
        }
        stale_ = true;
    }
    if (experiment_.any_diverged()) {
        playing_ = false; // a bad state is not recorded: scrubbing back leads to good frames only
        return false;
    }
    record();
    return true;
}

void RunnerCore::apply(SetPanes& command) {
    const Status valid = validate_panes(command.panes);
    const Status status = valid ? check_memory(*experiment_.model(), command.panes) : valid;
    if (!status) {
        return fail(status.error().message);
    }
    const bool same_count = command.panes.size() == experiment_.panes().size();
    experiment_.set_panes(command.panes, stop_);
    stale_ = true;
    if (!same_count) {
        restart_timeline(); // the frames recorded so far lack a pane, or have one too many
    }
    playing_ = playing_ && !experiment_.any_diverged();
}

void RunnerCore::apply(SetWorld& command) {
    const Status status = validate_world(command.world);
    if (!status) {
        return fail(status.error().message);
    }
    experiment_.set_world(command.world);
    stale_ = true;
}

void RunnerCore::apply(SetScene& command) {
    if (scenes::differ_in_pins_only(command.scene, experiment_.scene())) {
        const Status status = experiment_.set_pins(command.scene);
        stale_ = true;
        return status ? void() : fail(status.error().message);
    }
    const Status status = experiment_.set_scene(command.scene);
    if (!status) {
        return fail(status.error().message);
    }
    restart_timeline();
}

void RunnerCore::apply(OpenSession& command) {
    Result<Experiment> opened = Experiment::create(command.session, threads_);
    if (!opened) {
        return fail(opened.error().message);
    }
    experiment_ = std::move(*opened);
    experiment_.set_interrupt(interrupt_);
    restart_timeline();
    if (command.session.frame > 0) {
        playing_ = false;
        job_ = Job{0, command.session.frame, true, true};
    }
}

void RunnerCore::apply(SetGrabs& command) {
    experiment_.set_grabs(std::move(command.grabs));
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
        restore(now + command.frames);
    }
}

void RunnerCore::apply(Seek& command) {
    playing_ = false;
    restore(command.frame);
}

void RunnerCore::apply(Restart&) {
    experiment_.reset();
    restart_timeline();
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
    stale_ = true;
    restart_timeline();
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
    detail_ = command;
    stale_ = true;
}

void RunnerCore::fail(const std::string& message) {
    error_ = message;
    ++error_serial_;
}

void RunnerCore::restore(std::int64_t frame) {
    if (timeline_.empty()) {
        return;
    }
    const std::int64_t wanted = std::clamp(frame, timeline_.first_frame(), timeline_.last_frame());
    if (wanted == experiment_.frame() && !experiment_.any_diverged()) {
        return; // already there, with the present measures
    }
    experiment_.set_states(*timeline_.find(wanted));
    stale_ = true;
}

void RunnerCore::restart_timeline() {
    timeline_.clear();
    stale_ = true;
    if (!experiment_.any_diverged()) {
        record();
    }
}

void RunnerCore::record() {
    const std::vector<Pane>& panes = experiment_.panes();
    std::vector<PackedState> states(panes.size());
    experiment_.for_each_pane(
        [&](std::size_t i) { states[i] = PackedState(panes[i].state, reads_history(panes[i].settings)); });
    timeline_.record(experiment_.frame(), std::move(states));
}

void RunnerCore::show_panes() {
    std::vector<PaneSnapshot> before = std::move(panes_);
    panes_.assign(experiment_.panes().size(), {});
    experiment_.for_each_pane(
        [&](std::size_t i) { panes_[i] = show(experiment_, experiment_.panes()[i], detail_.forces); });
    for (std::size_t i = 0; detail_.residuals && i < std::min(before.size(), panes_.size()); ++i) {
        panes_[i].residuals = std::move(before[i].residuals); // until there are newer ones
    }
    for (std::size_t i = 0; i < std::min(before.size(), panes_.size()); ++i) {
        panes_[i].measure = before[i].measure; // likewise
        panes_[i].readings = std::move(before[i].readings);
        panes_[i].measured_method = before[i].measured_method;
    }
    stale_ = false;
    measures_stale_ = true;
    trace_stale_ = true;
}

void RunnerCore::measure_panes() {
    const auto start = std::chrono::steady_clock::now();
    const World& world = experiment_.world();
    experiment_.for_each_pane([&](std::size_t i) {
        const Pane& pane = experiment_.panes()[i];
        PaneSnapshot& shown = panes_[i];
        shown.measure = measure(*experiment_.model(), shown_state(pane), pane.settings, world.gravity, world.dt);
        shown.readings = read_all({shown.measure, pane.settings, pane.stats, pane.solve_ms});
        shown.measured_method = pane.settings.method;
    });
    hash_ = state_hash(experiment_);
    measured_frame_ = experiment_.frame();
    measured_time_ = experiment_.time();
    measures_stale_ = false;
    measure_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Snapshot RunnerCore::snapshot(double measured_speed, bool measures, bool trace) {
    if (stale_) {
        show_panes();
    }
    if (measures_stale_ && measures) {
        measure_panes();
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
    shown.branches = timeline_.branches();
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
