#include "lab/lessons/replay.h"

#include "lab/experiment/experiment.h"
#include "lab/readouts/readouts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// The largest force along a distance constraint [N]; NaN for a method without forces.
double largest_tension(const Experiment& experiment) {
    const Pane& pane = experiment.panes().front();
    if (!no_forces_reason(pane.settings).empty()) {
        return kNotMeasured;
    }
    double most = 0;
    for (const ConstraintReading& reading : read_constraints(*pane.model, pane.state)) {
        if (reading.type == "distance") {
            most = std::max(most, reading.force);
        }
    }
    return most;
}

/// All quantities of the experiment's only pane, in its current state.
std::vector<double> measure_all(const Experiment& experiment) {
    const Pane& pane = experiment.panes().front();
    const World& world = experiment.world();
    const Measure measured = measure(*pane.model, pane.state, pane.settings, world.gravity, world.dt);
    std::vector<double> values = read_all({measured, pane.settings, pane.stats, pane.solve_ms, pane.swing.measured()});
    values.push_back(largest_tension(experiment));
    return values;
}

} // namespace

Result<std::unique_ptr<StepReplay>> StepReplay::create(const Lesson& lesson, std::size_t step) {
    std::unique_ptr<StepReplay> replay(new StepReplay(lesson.steps[step]));
    for (const bool changed : {false, true}) {
        const Result<Session> session = step_session(lesson, replay->step_, changed);
        if (!session) {
            return session.error();
        }
        replay->add(*session);
    }
    const std::size_t points = replay->step_.curve ? replay->step_.curve->values.size() : 0;
    for (std::size_t point = 0; point < points; ++point) {
        Result<Session> session = step_session(lesson, replay->step_, true);
        const Status status =
            session ? apply_assignment(*session, replay->step_.curve->assignment(point)) : session.error();
        if (!status) {
            return status.error();
        }
        replay->add(*session);
    }
    return replay;
}

void StepReplay::add(const Session& session) {
    panes_ = session.panes.size();
    for (const Settings& pane : session.panes) {
        Session alone = session;
        alone.panes = {pane};
        alone.frame = 0;
        // A step may change nothing, or only another pane: the same run then serves twice.
        const auto same =
            std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.session == alone; });
        job_of_.push_back(static_cast<std::size_t>(same - jobs_.begin()));
        if (same == jobs_.end()) {
            jobs_.push_back({std::move(alone)});
        }
    }
}

std::function<bool()> StepReplay::begin(std::size_t job, const StopToken& stop) {
    const Session& session = jobs_[job].session;
    Result<Experiment> created = Experiment::create(session);
    if (!created) { // gives a gap in the chart
        conclude(job, std::vector<double>(lesson_quantities().size(), kNotMeasured));
        return [] { return false; };
    }
    created->set_interrupt(stop);
    const std::int64_t frames = step_.measured_frame(session.world.dt);
    const auto experiment = std::make_shared<Experiment>(std::move(*created));
    return [this, job, stop, frames, experiment] {
        if (stop.stop_requested() || !experiment->step()) {
            return false;
        }
        if (experiment->any_diverged()) {
            conclude(job, std::vector<double>(lesson_quantities().size(), kNotMeasured));
            return false;
        }
        if (experiment->frame() < frames) {
            return true;
        }
        conclude(job, measure_all(*experiment));
        return false;
    };
}

void StepReplay::run(std::size_t job, const StopToken& stop) {
    const std::function<bool()> step = begin(job, stop);
    while (step()) {
    }
}

void StepReplay::conclude(std::size_t job, std::vector<double> values) {
    const std::lock_guard lock(mutex_);
    jobs_[job].values = std::move(values);
}

std::size_t StepReplay::done_count() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.values.has_value(); }));
}

std::optional<double> StepReplay::measured(std::size_t session, int pane, int quantity) const {
    const std::lock_guard lock(mutex_);
    const auto& values = jobs_[job_of_[session * panes_ + static_cast<std::size_t>(pane)]].values;
    return values ? std::optional((*values)[static_cast<std::size_t>(quantity)]) : std::nullopt;
}

std::optional<double> StepReplay::value(const LessonValue& value) const {
    const std::size_t last = job_of_.size() / panes_ - 1;
    const std::array<std::size_t, 4> sessions = {0, 1, 2, last};
    return measured(sessions[static_cast<std::size_t>(value.when)], value.pane, value.quantity);
}

std::optional<double> StepReplay::curve_value(std::size_t point, int pane) const {
    return measured(2 + point, pane, step_.quantity);
}

std::vector<CheckedClaim> StepReplay::check() const {
    std::vector<CheckedClaim> all;
    for (const LessonClaim& claim : step_.claims) {
        double number = value(claim.of).value_or(kNotMeasured);
        if (claim.over) {
            number /= value(*claim.over).value_or(kNotMeasured);
        }
        all.push_back({number, claim.holds(number)});
    }
    return all;
}

} // namespace xpbd::lab
