// The command line as main() and the commands use it: exit codes, session options, errors, progress.
#pragma once

#include "cli/options.h"
#include "core/base/result.h"
#include "lab/files/session/session.h"
#include "lab/run/window_request.h"

#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::cli {

/// Exit codes of the program, as cli/COMMANDS.md lists them.
enum ExitCode : int {
    kDone = 0,
    kBadInput = 2,    ///< wrong usage, invalid input, or a session that needs more memory than --memory allows
    kFile = 3,        ///< a file or standard output could not be read or written
    kNoDisplay = 4,   ///< no display or no OpenGL
    kDiverged = 5,    ///< a pane diverged
    kOutOfMemory = 6, ///< the system had no memory left
    kInternal = 7,    ///< a fault in the program
};

/// Opens the window, runs it until the user quits, and returns the exit code. Empty in a build without a window.
using OpenWindow = std::function<int(const lab::WindowRequest&)>;

/// Runs the program with the words after its name. Errors are one line on stderr; results go to files or stdout. `open`
/// is an argument because src/cli does not depend on src/window.
int run_command_line(std::vector<std::string> words, const OpenWindow& open);

/// Applies assignments KEY=VALUE of --set. The error names the first one that is faulty.
Status apply_assignments(lab::Session& session, const std::vector<std::string>& assignments);

/// Opens the window with a lesson. `lesson` is its key or its file. `looks` are assignments "look.KEY=VALUE".
int open_lesson(const std::string& lesson, const std::vector<std::string>& looks, int threads, const OpenWindow& open);

/// Writes `xpbd-lab: message` to stderr and returns the exit code for the error's kind.
int report(const Error& error);

/// The number of threads; `threads` 0 = one per core.
int thread_count(int threads);

/// Parses "1920x1080" into two positive numbers. The error names --size.
Result<glm::ivec2> parse_size(const std::string& text);

/// Options of `run`, `shot`, `sweep` and the window that determine the session.
struct SessionOptions {
    std::string path;                     ///< .json, .png or a link; "" = the default session
    std::string scene;                    ///< "" = the scene of the session; else the default session of this scene
    std::vector<std::string> assignments; ///< KEY=VALUE
    int threads = 0;                      ///< threads that step the panes; 0 = one per core
    std::optional<double> memory;         ///< for lab::set_memory_limit() [GiB]; if empty, the limit does not change

    /// Adds these options to a command.
    void declare(Options& options);
    /// True if `path` is a link instead of a file.
    bool is_link() const;
    /// Reads the session and applies the assignments, after setting lab::memory_limit(). Fails if either is invalid.
    Result<lab::Session> load() const;
};

/// A progress bar on stderr; shown only if stderr is a terminal and --quiet is not given.
class ProgressBar {
public:
    ProgressBar(std::string label, bool quiet);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    /// Redraws the bar if the percentage has changed. `share` of the work that is done: in [0, 1].
    void show(double share);

private:
    std::string label_;
    bool visible_;
    int percent_ = -1;
};

} // namespace xpbd::cli
