// The command `lesson`: opens a lesson in the window, or checks its claims without one.
#include "cli/cli.h"
#include "cli/command_list.h"

#include "core/base/excerpt.h"
#include "lab/files/file.h"
#include "lab/lessons/replay.h"
#include "lab/run/window_request.h"
#include "lab/text/number_text.h"
#include "lab/threads/worker_pool.h"
#include "system/signals.h"

#include <memory>
#include <string>
#include <vector>

namespace xpbd::cli {
namespace {

struct LessonOptions {
    std::string lesson;
    std::vector<std::string> looks; ///< look.KEY=VALUE
    bool check = false;
    int threads = 0;
};

Status apply_looks(lab::Session& session, const std::vector<std::string>& looks) {
    for (const std::string& assignment : looks) {
        if (!assignment.starts_with("look.")) {
            return Error{"--set " + excerpt(assignment) +
                         ": a lesson brings its own parameters; only look.KEY can be set"};
        }
    }
    return apply_assignments(session, looks);
}

/// Replays every step and prints each claim next to the measured value.
int check_lesson(const lab::Lesson& lesson, int threads) {
    const system::Signals signals;
    lab::WorkerPool pool(thread_count(threads));
    std::string text = lesson.title + "\n";
    std::string wrong;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Result<std::unique_ptr<lab::StepReplay>> replay = lab::StepReplay::create(lesson, i);
        if (!replay) {
            return report(replay.error());
        }
        pool.run((*replay)->job_count(), [&](std::size_t job) { (*replay)->run(job, signals.stop()); });
        if (signals.received() != 0) {
            return signals.exit_code();
        }
        text += "\n" + std::to_string(i + 1) + ". " + lesson.steps[i].question + "\n";
        const std::vector<lab::CheckedClaim> checked = (*replay)->check();
        for (std::size_t c = 0; c < checked.size(); ++c) {
            const lab::LessonClaim& claim = lesson.steps[i].claims[c];
            text += std::string(checked[c].holds ? "   holds  " : "   WRONG  ") + claim.text + " = " +
                    lab::short_number(checked[c].value) + ", claimed: " + claim.wanted() + "\n";
            if (!checked[c].holds && wrong.empty()) {
                wrong = "steps[" + std::to_string(i) + "].claims[" + std::to_string(c) + "]: " + claim.text + " is " +
                        lab::short_number(checked[c].value) + ", claimed: " + claim.wanted();
            }
        }
    }
    const Status written = lab::write_file("-", text);
    if (!written) {
        return report(written.error());
    }
    return wrong.empty() ? kDone : report({lesson.key + ": " + wrong});
}

} // namespace

Action declare_lesson(Options& options, const OpenWindow& open) {
    const auto given = std::make_shared<LessonOptions>();
    options.text("lesson", given->lesson, "LESSON", "A key of `list lessons`, or a lesson's file",
                 Options::Need::required);
    options.texts("--set", given->looks, "look.KEY=VALUE",
                  "Set how the window shows it: look.theme=light (repeatable; see: list looks)");
    options.flag("--check", given->check, "Replay it without a window and hold its claims against what is measured");
    options.exclude("--check", "--set");
    options.whole("--threads", given->threads, 0, 256, "N", "Threads; 0 = as many as the machine has cores");
    options.verbose();
    return [given, open] {
        const Result<lab::Lesson> lesson = lab::find_lesson(given->lesson);
        if (!lesson) {
            return report(lesson.error());
        }
        if (given->check) {
            return check_lesson(*lesson, given->threads);
        }
        return open_lesson(given->lesson, given->looks, given->threads, open);
    };
}

int open_lesson(const std::string& lesson, const std::vector<std::string>& looks, int threads, const OpenWindow& open) {
    Result<lab::Session> session = lab::default_session();
    if (!session) {
        return report(session.error());
    }
    if (const Status status = apply_looks(*session, looks); !status) {
        return report(status.error());
    }
    if (!open) {
        return report({"this program was built without a window (XPBD_WINDOW=OFF); `xpbd-lab lesson " + lesson +
                       " --check` replays it without one"});
    }
    lab::WindowRequest request;
    request.session = *session; // shown when the user leaves the lesson, if there is no previous session
    request.lesson = lesson;
    request.threads = threads;
    return open(request);
}

} // namespace xpbd::cli
