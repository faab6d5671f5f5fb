#include "app/cli.h"

#include "lab/file.h"
#include "lab/output.h"
#include "lab/runner.h"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <unistd.h>

namespace xpbd::app {
namespace {

constexpr int kDefaultFrames = 300;

volatile std::sig_atomic_t interrupted = 0;

/// A file that is asked for twice would hold only the later of the two.
Status check_outputs(const std::map<std::string, std::string>& outputs) {
    std::map<std::string, std::string> by_path;
    for (const auto& [option, path] : outputs) {
        if (path.empty()) {
            continue;
        }
        const auto [other, is_new] = by_path.emplace(path, option);
        if (!is_new) {
            return Error{option + " " + path + ": " + other->second + " writes there already; give each its own file"};
        }
        if (path == "-") {
            continue;
        }
        // Found out now, not after a long run.
        const std::filesystem::path file(path);
        const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
        std::error_code code;
        if (!std::filesystem::is_directory(folder, code)) {
            return Error{path + ": the folder " + folder.string() + " does not exist", Error::Kind::file};
        }
        if (access(folder.c_str(), W_OK) != 0) {
            return Error{path + ": the folder " + folder.string() + " cannot be written to", Error::Kind::file};
        }
        if (std::filesystem::is_directory(file, code)) {
            return Error{path + ": this is a folder; name a file", Error::Kind::file};
        }
    }
    return ok();
}

} // namespace

int run_headless(const RunOptions& options) {
    const Status writable = check_outputs({{"--csv", options.csv},
                                           {"--particles", options.particles},
                                           {"--constraints", options.constraints},
                                           {"--obj", options.obj}});
    if (!writable) {
        return report(writable.error());
    }
    const Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    Result<lab::Experiment> experiment = lab::Experiment::create(*session, options.session.thread_count());
    if (!experiment) {
        return report(experiment.error());
    }
    const std::int64_t frames =
        options.frames ? *options.frames : (session->frame > 0 ? session->frame : std::int64_t{kDefaultFrames});

    std::signal(SIGINT, [](int) { interrupted = 1; });
    std::string csv = options.csv.empty() ? "" : lab::csv_header() + lab::csv_rows(*experiment);
    {
        ProgressBar progress("run", options.quiet);
        for (std::int64_t frame = 0; frame < frames && !experiment->any_diverged() && interrupted == 0; ++frame) {
            experiment->step();
            if (!options.csv.empty()) {
                csv += lab::csv_rows(*experiment);
            }
            progress.show(static_cast<double>(frame + 1) / static_cast<double>(frames));
        }
    }
    std::signal(SIGINT, SIG_DFL);

    const std::pair<const std::string&, std::function<std::string()>> files[] = {
        {options.csv, [&] { return std::move(csv); }},
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
        return 128 + SIGINT;
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
