// The command `sweep`: runs a session with all combinations of some parameters' values into one CSV table.
#include "cli/cli.h"
#include "cli/command_list.h"
#include "lab/files/result_files.h"
#include "system/signals.h"

#include "core/base/excerpt.h"
#include "lab/files/file.h"
#include "lab/study/output.h"
#include "lab/study/sweep.h"
#include "system/standard_streams.h"

#include <charconv>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>

namespace xpbd::cli {
namespace {

constexpr int kFrames = 60;       ///< frames per run by default
constexpr int kMostFrames = 6000; ///< limit for a run with --until-settled that does not settle

struct SweepOptions {
    SessionOptions session;
    std::vector<std::string> vary; ///< KEY=VALUE,VALUE,...
    std::string out;               ///< CSV file; "-" = stdout
    std::string part;              ///< I/N; "" = all runs
    std::optional<int> frames;
    bool until_settled = false;
    bool ranges = false;
    bool quiet = false;
};

/// Parses "iterations=1,2,5" into an axis.
Result<lab::SweepAxis> parse_axis(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        return Error{"--vary " + excerpt(text) + ": not KEY=VALUE,VALUE,..., such as iterations=1,5,20"};
    }
    lab::SweepAxis axis{text.substr(0, equals), {}};
    std::size_t begin = equals + 1;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end == begin) {
            return Error{"--vary " + excerpt(text) + ": an empty value; write KEY=VALUE,VALUE,... without spaces"};
        }
        axis.values.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return axis;
}

/// Parses "2/8" into the second of eight parts.
Result<lab::SweepPart> parse_part(const std::string& text) {
    lab::SweepPart part;
    const char* const end = text.data() + text.size();
    const auto [slash, fault] = std::from_chars(text.data(), end, part.index);
    const bool parted = fault == std::errc() && slash != end && *slash == '/';
    const auto [rest, count_fault] = std::from_chars(parted ? slash + 1 : end, end, part.count);
    if (count_fault != std::errc() || rest != end) {
        return Error{"--part " + excerpt(text) + ": not I/N, such as 2/8"};
    }
    if (part.index < 1 || part.index > part.count) {
        return Error{"--part " + excerpt(text) + ": I is from 1 to N"};
    }
    return part;
}

Result<lab::ParameterSweep> plan_of(const SweepOptions& options) {
    Result<lab::Session> session = options.session.load();
    if (!session) {
        return session.error();
    }
    lab::SweepPlan plan{.base = *session, .axes = {}, .until_settled = options.until_settled};
    plan.frames = options.frames.value_or(options.until_settled ? kMostFrames : kFrames);
    if (!options.part.empty()) {
        const Result<lab::SweepPart> part = parse_part(options.part);
        if (!part) {
            return part.error();
        }
        plan.part = *part;
    }
    for (const std::string& text : options.vary) {
        Result<lab::SweepAxis> axis = parse_axis(text);
        if (!axis) {
            return axis.error();
        }
        plan.axes.push_back(std::move(*axis));
    }
    Result<lab::ParameterSweep> sweep = lab::ParameterSweep::create(std::move(plan));
    if (!sweep) {
        return Error{"--vary: " + sweep.error().message, sweep.error().kind};
    }
    return sweep;
}

/// The files that the runs read, the session and every mesh, as pairs of a word for messages and the path.
std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path,
                                                           const lab::ParameterSweep& sweep) {
    std::vector<std::pair<std::string, std::string>> inputs = {{"session", session_path}};
    inputs.emplace_back("mesh", sweep.plan().base.scene.file);
    for (const lab::SweepAxis& axis : sweep.plan().axes) {
        for (const std::string& value : axis.values) {
            if (axis.key == "scene.file") {
                inputs.emplace_back("mesh", value);
            }
        }
    }
    return inputs;
}

int run_sweep(const SweepOptions& options) {
    const system::Signals signals;
    std::optional<system::NothingToSave> early(std::in_place, signals,
                                               "interrupted before a run was done; nothing is written");
    Result<lab::ParameterSweep> sweep = plan_of(options);
    if (!sweep) {
        return report(sweep.error());
    }
    const Status writable = lab::check_outputs({{"--out", options.out}}, inputs_of(options.session.path, *sweep));
    if (!writable) {
        return report(writable.error());
    }
    {
        lab::WorkerPool pool(thread_count(options.session.threads));
        ProgressBar progress("sweep", options.quiet);
        std::mutex mutex;
        std::size_t done = 0;
        sweep->run_all(
            pool,
            [&] {
                const std::lock_guard lock(mutex);
                early.reset();
                progress.show(static_cast<double>(++done) / static_cast<double>(sweep->order().size()));
            },
            signals.stop());
    }
    const Status written = lab::write_file(options.out, sweep->csv(options.ranges), signals.stop());
    if (signals.received() != 0) {
        system::say("interrupted; " +
                    (written ? std::to_string(sweep->done_count()) + " of " + std::to_string(sweep->order().size()) +
                                   " runs were done and are written"
                             : written.error().message));
        return signals.exit_code();
    }
    if (!written) {
        return report(written.error());
    }
    for (std::size_t point = 0; point < sweep->point_count(); ++point) {
        for (std::size_t pane = 0; pane < sweep->pane_count(); ++pane) {
            if (sweep->result(point, pane).diverged) {
                std::string where;
                for (std::size_t axis = 0; axis < sweep->plan().axes.size(); ++axis) {
                    where += " " + sweep->plan().axes[axis].key + "=" + sweep->values(point)[axis];
                }
                return report({"pane " + lab::pane_name(static_cast<int>(pane)) + " diverged at" + where +
                                   "; its row holds the last good frame",
                               Error::Kind::diverged});
            }
        }
    }
    return kDone;
}

} // namespace

Action declare_sweep(Options& options) {
    const auto sweep = std::make_shared<SweepOptions>();
    sweep->session.declare(options);
    options.texts("--vary", sweep->vary, "KEY=V1,V2,...",
                  "Values to run: iterations=1,5,20 or scene.mass=0.1,1 (repeatable)", Options::Need::required);
    options.text("--out", sweep->out, "FILE", "Figures of every run's last frame, CSV; - is standard output",
                 Options::Need::required);
    options.whole("--frames", sweep->frames, 1, 100000000, nullptr,
                  "Frames of every run [60], at most [6000] with --until-settled");
    options.flag("--until-settled", sweep->until_settled,
                 "End a run where its sag and its strain have stood still for a second; column settled");
    options.flag("--ranges", sweep->ranges, "Two more columns per readout: its range in the last second");
    options.text("--part", sweep->part, "I/N",
                 "Runs the I-th of N shares only, 1/N to N/N: all outputs in this order are the output of the whole");
    options.flag("--quiet", sweep->quiet, "No progress bar");
    return [sweep] { return run_sweep(*sweep); };
}

} // namespace xpbd::cli
