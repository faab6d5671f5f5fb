#include "cli/cli.h"
#include "cli/commands.h"
#include "lab/files/result_files.h"
#include "lab/run/signals.h"

#include "lab/files/file.h"
#include "lab/run/runner.h"
#include "lab/study/output.h"

#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>

namespace xpbd::cli {
namespace {

struct RunOptions {
    SessionOptions session;
    std::optional<int> frames;                    ///< default: the session's frame, or 300 where that is 0
    std::string csv, particles, constraints, obj; ///< "" = not asked for, "-" = stdout
    bool print_hash = false;
    bool quiet = false;
};

constexpr int kDefaultFrames = 300;

/// Steps until the frames are done, a pane diverges, a signal comes or `after_frame` fails.
Status step(lab::Experiment& experiment, std::int64_t frames, bool quiet, const std::function<Status()>& after_frame) {
    ProgressBar progress("run", quiet);
    for (std::int64_t frame = 0; frame < frames && !experiment.any_diverged(); ++frame) {
        if (!experiment.step()) {
            break;
        }
        Status done = after_frame();
        if (!done) {
            return done;
        }
        progress.show(static_cast<double>(frame + 1) / static_cast<double>(frames));
    }
    return ok();
}

/// The same, with the rows of every frame to `--csv`.
Status step_and_write(lab::Experiment& experiment, std::int64_t frames, const RunOptions& options,
                      const std::stop_token& stop) {
    Result<lab::GrowingFile> csv = lab::GrowingFile::create(options.csv, stop);
    if (!csv) {
        return csv.error();
    }
    Status written = csv->append(lab::csv_header() + lab::csv_rows(experiment));
    if (written) {
        written = step(experiment, frames, options.quiet, [&] { return csv->append(lab::csv_rows(experiment)); });
    }
    return written ? csv->finish() : written;
}

/// The files of the last frame. The first fault; the others are written all the same.
Status write_last_frame(const lab::Experiment& experiment, const RunOptions& options, const std::stop_token& stop) {
    const std::pair<const std::string&, std::function<std::string()>> files[] = {
        {options.particles, [&] { return lab::particles_csv(experiment); }},
        {options.constraints, [&] { return lab::constraints_csv(experiment); }},
        {options.obj, [&] { return lab::obj_text(experiment); }},
    };
    Status result = ok();
    for (const auto& [path, content] : files) {
        if (!path.empty()) {
            Status written = lab::write_file(path, content(), stop);
            result = result ? std::move(written) : result;
        }
    }
    return result;
}

int run_headless(const RunOptions& options) {
    const lab::Signals signals;
    std::optional<lab::NothingToSave> early(std::in_place, signals, "interrupted before frame 0; nothing is written");
    const Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    const Status writable = lab::check_outputs({{"--csv", options.csv},
                                                {"--particles", options.particles},
                                                {"--constraints", options.constraints},
                                                {"--obj", options.obj}},
                                               lab::inputs_of(options.session.path, *session));
    if (!writable) {
        return report(writable.error());
    }
    Result<lab::Experiment> experiment = lab::Experiment::create(*session, thread_count(options.session.threads));
    if (!experiment) {
        return report(experiment.error());
    }
    const std::int64_t frames =
        options.frames ? *options.frames : (session->frame > 0 ? session->frame : std::int64_t{kDefaultFrames});

    early.reset();
    experiment->set_interrupt(signals.stop());
    Status written = ok();
    if (!options.csv.empty()) {
        written = step_and_write(*experiment, frames, options, signals.stop());
    } else {
        (void)step(*experiment, frames, options.quiet, [] { return ok(); }); // this callback cannot fail
    }
    if (written) {
        written = write_last_frame(*experiment, options, signals.stop());
    }
    if (!written && signals.received() == 0) {
        return report(written.error());
    }
    if (options.print_hash) {
        std::printf("%016llx\n", static_cast<unsigned long long>(lab::state_hash(*experiment)));
    }
    if (signals.received() != 0) {
        std::cerr << "xpbd-lab: interrupted at frame " << experiment->frame() << "; "
                  << (written ? "what was computed is written" : written.error().message) << "\n";
        return signals.exit_code();
    }
    for (std::size_t i = 0; i < experiment->panes().size(); ++i) {
        const lab::Pane& pane = experiment->panes()[i];
        if (pane.diverged) {
            return report(
                {"pane " + lab::pane_name(static_cast<int>(i)) + " diverged at frame " +
                     std::to_string(pane.state.step) +
                     "; the frames before it are written. Try more substeps, a smaller dt, or another sweep order",
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
    options.text("--particles", run->particles, "FILE", "Particles of the last frame, CSV");
    options.text("--constraints", run->constraints, "FILE", "Constraints of the last frame, CSV");
    options.text("--obj", run->obj, "FILE", "Shapes of the last frame, Wavefront OBJ");
    options.flag("--hash", run->print_hash, "Print the hash of the last frame's states");
    options.flag("--quiet", run->quiet, "No progress bar");
    return [run] { return run_headless(*run); };
}

} // namespace xpbd::cli
