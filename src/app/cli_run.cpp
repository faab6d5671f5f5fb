#include "app/cli.h"
#include "app/outputs.h"

#include "lab/file.h"
#include "lab/output.h"
#include "lab/runner.h"

#include <csignal>
#include <cstdio>
#include <functional>
#include <iostream>

namespace xpbd::app {
namespace {

constexpr int kDefaultFrames = 300;

volatile std::sig_atomic_t interrupted = 0;

/// Steps until the frames are done, a pane diverges, the user interrupts or `after_frame` fails.
Status step(lab::Experiment& experiment, std::int64_t frames, bool quiet, const std::function<Status()>& after_frame) {
    ProgressBar progress("run", quiet);
    for (std::int64_t frame = 0; frame < frames && !experiment.any_diverged() && interrupted == 0; ++frame) {
        experiment.step();
        Status done = after_frame();
        if (!done) {
            return done;
        }
        progress.show(static_cast<double>(frame + 1) / static_cast<double>(frames));
    }
    return ok();
}

/// The same, with the rows of every frame to `--csv`.
Status step_and_write(lab::Experiment& experiment, std::int64_t frames, const RunOptions& options) {
    Result<GrowingFile> csv = GrowingFile::create(options.csv);
    if (!csv) {
        return csv.error();
    }
    Status written = csv->append(lab::csv_header() + lab::csv_rows(experiment));
    if (written) {
        written = step(experiment, frames, options.quiet, [&] { return csv->append(lab::csv_rows(experiment)); });
    }
    return written ? csv->finish() : written;
}

} // namespace

int run_headless(const RunOptions& options) {
    const Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    const Status writable = check_outputs({{"--csv", options.csv},
                                           {"--particles", options.particles},
                                           {"--constraints", options.constraints},
                                           {"--obj", options.obj}},
                                          inputs_of(options.session.path, *session));
    if (!writable) {
        return report(writable.error());
    }
    Result<lab::Experiment> experiment = lab::Experiment::create(*session, thread_count(options.session.threads));
    if (!experiment) {
        return report(experiment.error());
    }
    const std::int64_t frames =
        options.frames ? *options.frames : (session->frame > 0 ? session->frame : std::int64_t{kDefaultFrames});

    std::signal(SIGINT, [](int signal) { interrupted = signal; });
    std::signal(SIGTERM, [](int signal) { interrupted = signal; });
    if (!options.csv.empty()) {
        const Status written = step_and_write(*experiment, frames, options);
        if (!written) {
            return report(written.error());
        }
    } else {
        (void)step(*experiment, frames, options.quiet, [] { return ok(); }); // nothing that could fail
    }
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);

    const std::pair<const std::string&, std::function<std::string()>> files[] = {
        {options.particles, [&] { return lab::particles_csv(*experiment); }},
        {options.constraints, [&] { return lab::constraints_csv(*experiment); }},
        {options.obj, [&] { return lab::obj_text(*experiment); }},
    };
    for (const auto& [path, content] : files) {
        if (path.empty()) {
            continue;
        }
        const Status written = lab::write_file(path, content());
        if (!written) {
            return report(written.error());
        }
    }
    if (options.print_hash) {
        std::printf("%016llx\n", static_cast<unsigned long long>(lab::state_hash(*experiment)));
    }
    if (interrupted != 0) {
        std::cerr << "xpbd-lab: interrupted at frame " << experiment->frame() << "; what was computed is written\n";
        return 128 + interrupted;
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

} // namespace xpbd::app
