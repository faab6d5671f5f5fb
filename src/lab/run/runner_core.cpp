#include "lab/run/runner_core.h"

#include "lab/readouts/readouts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr int kTellingFrames = 10; ///< jobs with more frames show their progress
constexpr double kMinSpeed = 1e-3; // [1]
constexpr double kMaxSpeed = 1e3;  // [1]

/// A visitor with one function per alternative of a variant.
template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace

const std::shared_ptr<const Model>& model_of(const Snapshot& snapshot, int pane) {
    const auto index = static_cast<std::size_t>(pane);
    return pane >= 0 && index < snapshot.panes.size() ? snapshot.panes[index].model : snapshot.model;
}

std::vector<ShownReadout> shown_readouts(const Snapshot& snapshot, int pane) {
    const std::vector<double>& readings = snapshot.panes[static_cast<std::size_t>(pane)].readings;
    std::vector<ShownReadout> shown;
    for (const scenes::SceneReadout& named : scenes::find_scene(snapshot.scene.name)->readouts) {
        const Readout& row = *find_readout(named.key);
        const std::size_t place = place_of(row);
        shown.push_back(
            {row.key, named.label.empty() ? row.label : named.label, row.shown_unit,
             named.tooltip.empty() ? row.tooltip : named.tooltip,
             place < readings.size() ? row.factor * readings[place] : std::numeric_limits<double>::quiet_NaN()});
    }
    return shown;
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
    : run_(std::move(experiment), samples), threads_(threads) {
    run_.open(session);
    lead_to(session.frame, false);
}

void RunnerCore::lead_to(std::int64_t frame, bool of_command) {
    if (frame > 0) {
        playing_ = false;
        job_ = Job{0, frame, true, of_command};
    }
}

void RunnerCore::begin(Command&& command, const StopToken& stop, const StopToken& cancel) {
    run_.set_stop(stop);
    beginning_ = true;
    if (broken_) {
        recover();
        beginning_ = true;
    }
    std::visit(Overloaded{
                   [&](const SetPanes& c) { set_panes(c.panes, cancel); },
                   [this](const SetWorld& c) { check(run_.set_world(c.world)); },
                   [this](const SetScene& c) { check(run_.set_scene(c.scene)); },
                   [this](const OpenSession& c) { open(c.session); },
                   [this](SetHand& c) { run_.hold(std::move(c.hand)); },
                   [this](const Play& c) { playing_ = c.playing && !experiment().any_diverged(); },
                   [this](const StepFrames& c) { step_frames(c.frames); },
                   [this](const Seek& c) { show(c.frame); },
                   [this](const SwitchBranch& c) { check(run_.switch_branch(c.id)); },
                   [this](const Restart&) { run_.restart(); },
                   [this](const RestoreLastGood& c) {
                       playing_ = false;
                       run_.restore_last_good(c.pane);
                   },
                   [this](const SetSpeed& c) { set_speed(c.speed); },
                   [this](const RunAhead& c) { run_ahead(c.frames); },
                   [](const Cancel&) {}, // the runner has abandoned the pending job before, because of cuts_short()
                   [this](const SetLoop& c) { looping_ = c.loop; },
                   [this](const SetTimelineLimit& c) { run_.set_timeline_limit(c.bytes); },
                   [this](const SetDetail& c) { run_.set_detail(c); },
               },
               command);
    beginning_ = false;
    if (!job_) {
        ++commands_done_;
    }
}

void RunnerCore::step_job() {
    if (!step(job_->again) || experiment().frame() >= job_->to) {
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
    // Counts the current command as done, so that no caller waits for it.
    const bool of_command = std::exchange(beginning_, false) || (job_ && job_->of_command);
    commands_done_ += of_command ? 1 : 0;
    job_.reset();
    broken_ = true;
    run_.start_over(
        "out of memory: the scene is back at its start. Choose a smaller one, fewer panes or another method");
    broken_ = false;
}

void RunnerCore::fill_error(Snapshot& snapshot) const {
    run_.fill_error(snapshot);
    snapshot.commands_done = commands_done_;
    snapshot.playing = false;
    snapshot.busy = false;
}

bool RunnerCore::cuts_short(const Command& command) {
    return std::holds_alternative<OpenSession>(command) || std::holds_alternative<Restart>(command) ||
           std::holds_alternative<Cancel>(command);
}

bool RunnerCore::advance() {
    const Timeline& timeline = run_.timeline();
    if (looping_ && !timeline.empty() && experiment().frame() >= timeline.last_frame()) {
        run_.go_to(timeline.first_frame());
        return true;
    }
    return step(looping_);
}

bool RunnerCore::step(bool only_shown) {
    const bool taken = run_.step(only_shown);
    playing_ = playing_ && (taken || !experiment().any_diverged());
    return taken;
}

void RunnerCore::check(const Status& status) {
    if (!status) {
        run_.fail(status.error().message);
    }
}

void RunnerCore::set_panes(const std::vector<Settings>& panes, const StopToken& cancel) {
    if (panes == run_.panes()) {
        return;
    }
    const Status valid = validate_panes(panes);
    check(valid ? run_.set_panes(panes, cancel) : valid);
    playing_ = playing_ && !experiment().any_diverged();
}

void RunnerCore::open(const Session& session) {
    Result<Experiment> opened = Experiment::create(at_start(session), threads_);
    if (!opened) {
        return run_.fail(opened.error().message);
    }
    run_.open(session, std::move(*opened));
    lead_to(session.frame, true);
}

void RunnerCore::step_frames(int frames) {
    playing_ = false;
    const std::int64_t now = experiment().frame();
    if (frames > 0) {
        job_ = Job{now, now + frames, frames > kTellingFrames, true};
    } else if (frames < 0) {
        show(now + frames);
    }
}

void RunnerCore::show(std::int64_t frame) {
    playing_ = false;
    const Timeline& timeline = run_.timeline();
    frame = std::clamp(frame, timeline.first_frame(), timeline.last_frame());
    run_.go_to(frame);
    const std::int64_t now = experiment().frame();
    if (now < frame) {
        // Computing a gap takes at most Timeline::kMostWork, unless memory was short and more frames were dropped.
        job_ = Job{now, frame, frame - now > Timeline::kWidestGap, true, true};
    }
}

void RunnerCore::set_speed(double speed) {
    if (!std::isfinite(speed)) {
        return run_.fail("speed: the value is not a finite number; allowed is 0.001 to 1000");
    }
    speed_ = std::clamp(speed, kMinSpeed, kMaxSpeed);
}

void RunnerCore::run_ahead(int frames) {
    playing_ = false;
    looping_ = false;
    if (frames > 0) {
        // starts at the newest frame, so that recorded frames stay
        run_.go_to(run_.timeline().last_frame());
        job_ = Job{experiment().frame(), experiment().frame() + frames, true, true};
    }
}

Snapshot RunnerCore::snapshot(double measured_speed, bool trace) {
    Snapshot shown;
    run_.fill(shown, trace);
    shown.playing = playing_;
    shown.asked_speed = speed_;
    shown.measured_speed = playing_ ? measured_speed : speed_;
    shown.looping = looping_;
    shown.commands_done = commands_done_;
    shown.busy = job_ && job_->shown;
    if (shown.busy) {
        shown.busy_until = job_->to;
        shown.progress =
            static_cast<double>(experiment().frame() - job_->from) / static_cast<double>(job_->to - job_->from);
    }
    return shown;
}

} // namespace xpbd::lab
