// Signals and console events as stop requests.
#pragma once

#include "core/base/stop.h"

#include <functional>
#include <memory>
#include <string>

namespace xpbd::system {

/// Listens for requests to stop as long as it exists: INT, TERM and HUP; on Windows the console's Ctrl+C (INT),
/// Ctrl+Break and the end of the Windows session (TERM), and closing the console window (HUP). Only one object may
/// exist at a time.
///
/// The first signal only requests a stop through stop(). Code that works polls stop(), ends within an iteration and
/// writes its results. A second signal ends the process at once. A HUP or TERM that was ignored when the program
/// started (nohup) stays ignored. An ignored INT does not: shell scripts ignore INT for every job started with &, and
/// an INT sent to such a job is intended.
class Signals {
public:
    /// If the system has no pipe or thread left, the signals keep their default action.
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    StopToken stop() const { return source_.get_token(); }
    /// POSIX number of the first signal; 0 = no signal received.
    int received() const;
    /// The exit code with which shells report the end by that signal.
    int exit_code() const { return 128 + received(); }

private:
    struct Listener;
    StopSource source_;
    std::unique_ptr<Listener> listener_;
};

/// As long as it exists there is nothing to save: a signal prints one line on stderr and ends the process at once. For
/// work that cannot be interrupted. No file may be open for writing.
class NothingToSave {
public:
    /// `line` is printed; it names the results that are lost and those that are kept. If a signal has arrived already,
    /// the constructor ends the process.
    NothingToSave(const Signals& signals, const std::string& line);

private:
    StopCallback end_;
};

/// Makes writing to a pipe without a reader fail instead of ending the process silently.
void ignore_broken_pipes();

} // namespace xpbd::system
