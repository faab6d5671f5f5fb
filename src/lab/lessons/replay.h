// Runs the simulations of a lesson's step.
#pragma once

#include "core/base/stop.h"
#include "lab/lessons/lesson.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::lab {

/// The result of checking a claim.
struct CheckedClaim {
    double value = 0; ///< NaN if a run diverged or the quantity does not exist
    bool holds = false;
};

/// The runs of one step of a lesson: every pane before and after the change, and at every value of the curve. Each run
/// starts at frame 0 and ends at LessonStep::seconds. The window shows the results; tests check the claims.
class StepReplay {
public:
    /// Fails if a session of the step is invalid.
    static Result<std::unique_ptr<StepReplay>> create(const Lesson& lesson, std::size_t step);

    /// @name Jobs: one pane of one session each; equal ones are one job. Different jobs may run in parallel.
    /// @{
    std::size_t job_count() const { return jobs_.size(); }
    /// Starts a job and returns its slices, of one frame each; a slice returns false after the last one. If `stop` is
    /// requested, the job is not done.
    std::function<bool()> begin(std::size_t job, const StopToken& stop = {});
    /// Runs a whole job.
    void run(std::size_t job, const StopToken& stop = {});
    std::size_t done_count() const;
    bool done() const { return done_count() == job_count(); }
    /// @}

    /// @name Results in the units of exported files, not those on screen; std::nullopt if the job is not done
    /// @{
    std::optional<double> value(const LessonValue& value) const;
    /// The step's quantity in a pane at a value of the curve.
    std::optional<double> curve_value(std::size_t point, int pane) const;
    /// @}

    /// Checks all claims of the step. All jobs must be done.
    std::vector<CheckedClaim> check() const;
    const LessonStep& step() const { return step_; }
    std::size_t pane_count() const { return panes_; }

private:
    struct Job {
        Session session; ///< with a single pane
        std::optional<std::vector<double>> values{};
    };
    explicit StepReplay(const LessonStep& step) : step_(step) {}
    void add(const Session& session);
    void conclude(std::size_t job, std::vector<double> values);
    std::optional<double> measured(std::size_t session, int pane, int quantity) const;

    LessonStep step_;
    std::size_t panes_ = 0;
    std::vector<Job> jobs_;           ///< all different
    std::vector<std::size_t> job_of_; ///< by session (before, after, values of the curve), then by pane
    mutable std::mutex mutex_;        ///< protects Job::values
};

} // namespace xpbd::lab
