// The command `run`: simulates a session without a window and writes tables.
#include "cli/cli.h"
#include "cli/command_list.h"
#include "cli/frame_file.h"
#include "lab/files/result_files.h"
#include "system/signals.h"

#include "lab/files/file.h"
#include "lab/history/edit_log.h"
#include "lab/run/runner.h"
#include "lab/study/output.h"
#include "lab/text/start_text.h"
#include "system/standard_streams.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::cli {
namespace {

struct RunOptions {
    SessionOptions session;
    std::optional<int> frames; ///< default: the session's frame, or 300 if that is 0
    std::string csv, particles, constraints, supports, residuals, obj; ///< "" = no file, "-" = stdout
    std::optional<int> every;                                          ///< K of --every; default: as in files_of()
    bool print_hash = false;
    bool quiet = false;
};

constexpr int kDefaultFrames = 300;

/// The output files of a run.
struct RunFiles {
    FrameFile csv, particles, constraints, supports, residuals, obj;

    std::array<FrameFile*, 6> all() { return {&csv, &particles, &constraints, &supports, &residuals, &obj}; }
};

RunFiles files_of(const RunOptions& options, const StopToken& stop) {
    constexpr int kLast = 0;
    return {
        {options.csv, lab::csv_header(), lab::csv_rows, 1, stop},
        {options.particles, lab::particles_header(), lab::particles_rows, options.every.value_or(kLast), stop},
        {options.constraints, lab::constraints_header(), lab::constraints_rows, options.every.value_or(kLast), stop},
        {options.supports, lab::supports_header(), lab::supports_rows, options.every.value_or(kLast), stop},
        {options.residuals, lab::residuals_header(), lab::residuals_rows, options.every.value_or(1), stop},
        {options.obj, "", lab::obj_text, kLast, stop}};
}

/// Fails if a file could not be written after the run, or if --every has no file to apply to.
Status check_files(const RunOptions& options, const lab::Session& session) {
    if (options.every && options.particles.empty() && options.constraints.empty() && options.supports.empty() &&
        options.residuals.empty()) {
        return Error{"--every " + std::to_string(*options.every) +
                     ": it is for --particles, --constraints, --supports and --residuals; give one of them"};
    }
    return lab::check_outputs({{"--csv", options.csv},
                               {"--particles", options.particles},
                               {"--constraints", options.constraints},
                               {"--supports", options.supports},
                               {"--residuals", options.residuals},
                               {"--obj", options.obj}},
                              lab::inputs_of(options.session.path, session));
}

/// Adds the current frame to the files that need it. `csv`: the frame's rows of the CSV file. Returns the first error.
Status add_frame(RunFiles& files, const lab::Experiment& experiment, const std::string& csv) {
    for (FrameFile* file : files.all()) {
        Status written = !file->wants(experiment.frame()) ? ok()
                         : file == &files.csv             ? file->add(csv)
                                                          : file->add(experiment);
        if (!written) {
            return written;
        }
    }
    return ok();
}

/// Simulates a frame. The stepping threads also measure the CSV rows, each pane's right after its step, so that
/// threads are synchronised only once. Returns false if the step was stopped.
bool step(lab::Experiment& experiment, bool wants_csv, std::string& csv) {
    std::vector<std::string> rows(experiment.panes().size());
    const auto measure = [&](std::size_t pane) { rows[pane] = lab::csv_row(experiment, pane); };
    const bool whole = wants_csv ? experiment.step(measure) : experiment.step();
    csv = std::accumulate(rows.begin(), rows.end(), std::string());
    return whole;
}

/// Counts the substeps that did not reach their method's accuracy.
class UnfinishedCount {
public:
    /// Adds the frame that was just simulated.
    void add(const lab::Experiment& experiment) {
        panes_.resize(std::max(panes_.size(), experiment.panes().size()));
        for (std::size_t i = 0; i < experiment.panes().size(); ++i) {
            const lab::Pane& pane = experiment.panes()[i];
            panes_[i].substeps += pane.settings.substeps;
            panes_[i].unfinished += pane.stats.unfinished;
            panes_[i].cause = std::max(panes_[i].cause, pane.stats.cause);
        }
    }
    /// Prints a line for each pane with such substeps, with the most severe cause.
    void report() const {
        for (std::size_t i = 0; i < panes_.size(); ++i) {
            const auto& [substeps, unfinished, cause] = panes_[i];
            if (unfinished > 0) {
                system::say("pane " + lab::pane_name(static_cast<int>(i)) + ": " + std::to_string(unfinished) + " of " +
                            std::to_string(substeps) + " substeps " + std::string(text_of(cause).cause));
            }
        }
    }

private:
    struct Count {
        std::int64_t substeps = 0, unfinished = 0;
        Unfinished cause = Unfinished::none;
    };
    std::vector<Count> panes_;
};

/// Simulates until all frames are done, a pane diverges, a signal arrives or a file cannot be written. Repeats the
/// parameter changes that the session recorded along the way.
Status step(lab::Experiment& experiment, const lab::EditLog& log, std::int64_t frames, bool quiet, RunFiles& files,
            UnfinishedCount& unfinished) {
    ProgressBar progress("run", quiet);
    lab::LogFollower follower;
    Status written = follower.follow(log, experiment);
    std::string csv = files.csv.wants(0) ? lab::csv_rows(experiment) : "";
    written = written ? add_frame(files, experiment, csv) : written;
    for (std::int64_t frame = 1; written && frame <= frames && !experiment.any_diverged(); ++frame) {
        experiment.set_tracing(files.residuals.wants(frame));
        if (!step(experiment, files.csv.wants(frame), csv)) {
            break;
        }
        unfinished.add(experiment);
        written = add_frame(files, experiment, csv);
        written = written ? follower.follow(log, experiment) : written;
        progress.show(static_cast<double>(frame) / static_cast<double>(frames));
    }
    return written;
}

/// Writes the files of the last frame if the run reached it, and gives all complete files their names. Returns the
/// first error, but tries to write all of them.
Status finish(RunFiles& files, const lab::Experiment& experiment, Status result) {
    const bool whole = static_cast<bool>(result);
    for (FrameFile* file : files.all()) {
        Status written = whole && file->wants_last() ? file->add(experiment) : ok();
        if (written) {
            written = file->finish();
        }
        if (result) {
            result = std::move(written);
        }
    }
    return result;
}

/// Prints which values the panes' fabric laws cannot provide, one line per fault.
void print_specimen_faults(const lab::Experiment& experiment) {
    std::vector<std::string> told;
    for (std::size_t i = 0; i < experiment.panes().size(); ++i) {
        const std::string& fault = experiment.panes()[i].model->specimen.fault;
        if (!fault.empty() && std::find(told.begin(), told.end(), fault) == told.end()) {
            told.push_back(fault);
            system::say("pane " + lab::pane_name(static_cast<int>(i)) + ": " + fault);
        }
    }
}

int run_headless(const RunOptions& options) {
    const system::Signals signals;
    std::optional<system::NothingToSave> early(std::in_place, signals,
                                               "interrupted before frame 0; nothing is written");
    const Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    if (const Status writable = check_files(options, *session); !writable) {
        return report(writable.error());
    }
    Result<lab::Experiment> experiment =
        lab::Experiment::create(lab::at_start(*session), thread_count(options.session.threads));
    if (!experiment) {
        return report(experiment.error());
    }
    const std::int64_t frames =
        options.frames ? *options.frames : (session->frame > 0 ? session->frame : std::int64_t{kDefaultFrames});

    if (!options.quiet) {
        for (const std::string& line : lab::start_lines(session->scene, *experiment->model())) {
            system::say(line);
        }
    }

    early.reset();
    experiment->set_interrupt(signals.stop());
    print_specimen_faults(*experiment);
    RunFiles files = files_of(options, signals.stop());
    UnfinishedCount unfinished;
    const Status written =
        finish(files, *experiment, step(*experiment, lab::EditLog(*session), frames, options.quiet, files, unfinished));
    unfinished.report();
    if (!written && signals.received() == 0) {
        return report(written.error());
    }
    if (options.print_hash) {
        std::printf("%016llx\n", static_cast<unsigned long long>(lab::state_hash(*experiment)));
    }
    if (signals.received() != 0) {
        system::say("interrupted at frame " + std::to_string(experiment->frame()) + "; " +
                    (written ? "what was computed is written" : written.error().message));
        return signals.exit_code();
    }
    for (std::size_t i = 0; i < experiment->panes().size(); ++i) {
        const lab::Pane& pane = experiment->panes()[i];
        if (pane.diverged) {
            return report({"pane " + lab::pane_name(static_cast<int>(i)) + " diverged at frame " +
                               std::to_string(pane.state.step) + ": " + lab::cause_of_divergence(pane.stats) +
                               "; the frames before it are written. Try " + lab::cure_of_divergence(pane.stats),
                           Error::Kind::diverged});
        }
    }
    return kDone;
}

} // namespace

Action declare_run(Options& options) {
    const auto run = std::make_shared<RunOptions>();
    run->session.declare(options);
    options.whole("--frames", run->frames, 0, 100000000, nullptr, "Frames to take [the session's frame, or 300]");
    options.text("--csv", run->csv, "FILE", "Figures per frame and pane; - is standard output");
    options.text("--particles", run->particles, "FILE",
                 "Particles of the last frame, or of those of --every: positions, velocities, contact forces, CSV");
    options.text("--constraints", run->constraints, "FILE",
                 "Constraints of the last frame, or of those of --every: values, multipliers, forces, CSV");
    options.text("--supports", run->supports, "FILE",
                 "Forces and powers of every collider, drive and winch, and of the pins at rest, of the last frame, or "
                 "of those of --every, CSV");
    options.text("--residuals", run->residuals, "FILE",
                 "Residuals after each iteration of the last substep of every frame, or of those of --every, CSV");
    options.whole("--every", run->every, 1, 100000000, "K",
                  "Frames 0, K, 2K, ... to --particles, --constraints, --supports and --residuals");
    options.text("--obj", run->obj, "FILE", "Shapes of the last frame, Wavefront OBJ");
    options.flag("--hash", run->print_hash, "Print the hash of the last frame's states");
    options.flag("--quiet", run->quiet, "No progress bar");
    return [run] { return run_headless(*run); };
}

} // namespace xpbd::cli
