#include "system/dialog_thread.h"

#include "system/opened_files.h"

#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xpbd::system {
namespace {

struct Dialogs {
    std::mutex lock;
    OpenedFiles listener;
    std::vector<std::optional<std::string>> outcomes; ///< results of closed dialogs
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

bool run_dialog(std::function<std::optional<std::string>()> dialog) {
    const std::lock_guard guard(dialogs().lock);
    if (!dialogs().listener.wake) {
        return false;
    }
    if (std::exchange(dialogs().shows, true)) {
        return true;
    }
    std::thread([wait = std::move(dialog)] {
        std::optional<std::string> outcome = wait();
        const std::lock_guard held(dialogs().lock);
        dialogs().shows = false;
        dialogs().outcomes.push_back(std::move(outcome));
        dialogs().listener.wake();
    }).detach();
    return true;
}

void deliver_opened_files() {
    std::vector<std::optional<std::string>> ended;
    OpenedFiles listener;
    {
        const std::lock_guard guard(dialogs().lock);
        ended = std::exchange(dialogs().outcomes, {});
        if (ended.empty()) {
            return;
        }
        listener = dialogs().listener;
    }
    for (const std::optional<std::string>& path : ended) {
        if (!path) {
            listener.ask();
        } else if (!path->empty()) {
            listener.open(*path);
        }
    }
}

} // namespace xpbd::system
