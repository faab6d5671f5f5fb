#include "system/dialog_thread.h"

#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xpbd::system {
namespace {

/// The result of a closed dialog.
struct Outcome {
    FileUse use = FileUse::open;
    std::optional<std::string> path;
};

struct Dialogs {
    std::mutex lock;
    OpenedFiles listener;
    std::vector<Outcome> outcomes;
    bool shows = false;
};
/// Never destroyed, as a dialog can be closed after main() has returned.
Dialogs& dialogs() {
    static Dialogs& all = *new Dialogs;
    return all;
}

} // namespace

void watch_opened_files(OpenedFiles listener) {
    const std::lock_guard guard(dialogs().lock);
    dialogs().listener = std::move(listener);
}

bool run_dialog(FileUse use, std::function<std::optional<std::string>()> dialog) {
    const std::lock_guard guard(dialogs().lock);
    if (!dialogs().listener.wake) {
        return false;
    }
    if (std::exchange(dialogs().shows, true)) {
        return true;
    }
    std::thread([use, wait = std::move(dialog)] {
        Outcome outcome{use, wait()};
        const std::lock_guard held(dialogs().lock);
        dialogs().shows = false;
        dialogs().outcomes.push_back(std::move(outcome));
        dialogs().listener.wake();
    }).detach();
    return true;
}

void deliver_opened_files() {
    std::vector<Outcome> ended;
    OpenedFiles listener;
    {
        const std::lock_guard guard(dialogs().lock);
        ended = std::exchange(dialogs().outcomes, {});
        if (ended.empty()) {
            return;
        }
        listener = dialogs().listener;
    }
    for (const auto& [use, path] : ended) {
        if (!path) {
            listener.ask(use);
        } else if (!path->empty()) {
            (use == FileUse::open ? listener.open : listener.save)(*path);
        }
    }
}

} // namespace xpbd::system
