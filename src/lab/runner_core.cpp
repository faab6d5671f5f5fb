#include "lab/runner_core.h"

#include "core/tearing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr std::size_t kTimelineBytes = std::size_t{512} << 20;
constexpr double kMinSpeed = 1e-3; // [1]
constexpr double kMaxSpeed = 1e3;  // [1]

PaneSnapshot show(const Experiment& experiment, const Pane& pane) {
    PaneSnapshot shown;
    const State& state = pane.diverged ? pane.last_good : pane.state;
    const Model& model = *experiment.model();
    shown.settings = pane.settings;
    shown.positions.reserve(state.particles.position.size());
    for (const Vec4& x : state.particles.position) {
        shown.positions.emplace_back(xyz(x));
    }
    distance_strain(model, state, shown.strain);
    shown.measure = measure(model, state, pane.settings, experiment.world().gravity, experiment.world().dt);
    shown.stats = pane.stats;
    shown.solve_ms = pane.solve_ms;
    shown.diverged = pane.diverged;
    if (!pane.state.torn.empty()) {
        shown.torn = true;
        shown.whole_triangles = whole_triangles(*experiment.model(), pane.state);
        shown.whole_segments = whole_segments(*experiment.model(), pane.state);
    }
    return shown;
}

} // namespace

RunnerCore::RunnerCore(Experiment experiment, std::int64_t target_frame, int threads)
    : experiment_(std::move(experiment)), timeline_(kTimelineBytes), threads_(threads) {
    restart_timeline();
    if (target_frame > 0) {
        job_ = Job{0, target_frame, true, false};
    }
}

void RunnerCore::begin(Command&& command, const std::stop_token& stop) {
    stop_ = stop;
    std::visit([this](auto& c) { apply(c); }, command);
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

bool RunnerCore::cuts_short(const Command& command) {
    return std::holds_alternative<OpenSession>(command) || std::holds_alternative<Restart>(command);
}

bool RunnerCore::step() {
    if (!experiment_.any_diverged()) {
        experiment_.step();
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
    const Status status = validate_panes(command.panes);
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
        job_ = Job{now, now + command.frames, false, true};
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
    if (timeline_.find(frame) != nullptr) {
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

void RunnerCore::fail(const std::string& message) {
    error_ = message;
    ++error_serial_;
}

void RunnerCore::restore(std::int64_t frame) {
    if (timeline_.empty()) {
        return;
    }
    const auto* states = timeline_.find(std::clamp(frame, timeline_.first_frame(), timeline_.last_frame()));
    experiment_.set_states(*states);
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
    std::vector<State> states;
    states.reserve(experiment_.panes().size());
    for (const Pane& pane : experiment_.panes()) {
        states.push_back(pane.state);
    }
    timeline_.record(experiment_.frame(), std::move(states));
}

void RunnerCore::measure_panes() {
    panes_.clear();
    for (const Pane& pane : experiment_.panes()) {
        panes_.push_back(show(experiment_, pane));
    }
    hash_ = state_hash(experiment_);
    stale_ = false;
}

Snapshot RunnerCore::snapshot(double measured_speed) {
    if (stale_) {
        measure_panes();
    }
    Snapshot shown;
    shown.model = experiment_.model();
    shown.scene = experiment_.scene();
    shown.world = experiment_.world();
    shown.frame = experiment_.frame();
    shown.time = experiment_.time();
    shown.panes = panes_;
    shown.hash = hash_;
    shown.playing = playing_;
    shown.asked_speed = speed_;
    shown.measured_speed = playing_ ? measured_speed : speed_;
    shown.first_frame = timeline_.first_frame();
    shown.last_frame = timeline_.last_frame();
    shown.error = error_;
    shown.error_serial = error_serial_;
    shown.commands_done = commands_done_;
    shown.busy = job_ && job_->of_session;
    if (shown.busy) {
        shown.progress =
            static_cast<double>(experiment_.frame() - job_->from) / static_cast<double>(job_->to - job_->from);
    }
    return shown;
}

} // namespace xpbd::lab
