#pragma once

#include "core/stop.h"

#include <functional>
#include <memory>
#include <string>

namespace xpbd::system {

/// Listens for the request to stop that a user or the system sends, while it lives; one object at a time: INT, TERM and
/// HUP, on Windows the console's Ctrl+C (INT), Ctrl+Break and the system's end (TERM), and its window's end (HUP).
///
/// The first of them requests stop(), and nothing else: whoever works asks stop(), ends within an iteration, and writes
/// what is done. A second one ends the process at once. A HUP or TERM that was ignored when the program started (nohup)
/// stays ignored; an INT does not, because a shell script ignores it for every job that it starts with &, and an INT
/// sent to such a job is meant.
class Signals {
public:
    /// Where the system has no pipe or thread left, the signals keep their default effect.
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    StopToken stop() const { return source_.get_token(); }
    /// Number of the first signal, as POSIX counts them; 0 = none so far.
    int received() const;
    /// What the shell knows as "ended by that signal".
    int exit_code() const { return 128 + received(); }

private:
    struct Listener;
    StopSource source_;
    std::unique_ptr<Listener> listener_;
};

/// While it lives there is nothing to save: a signal ends the process at once, with one line on stderr. Use it where
/// work cannot be interrupted. No file may be open for writing meanwhile.
class NothingToSave {
public:
    /// `line` says what is lost and what is not; ends the process here if the signal has come already.
    NothingToSave(const Signals& signals, const std::string& line);

private:
    StopCallback end_;
};

/// From now on a write to a pipe that nobody reads fails, instead of ending the process in silence.
void ignore_broken_pipes();

} // namespace xpbd::system
