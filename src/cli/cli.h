#pragma once

#include "cli/options.h"
#include "core/result.h"
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
    kBadInput = 2,    ///< usage, an input that is not right, or a session that needs more memory than --memory allows
    kFile = 3,        ///< a file could not be read or written, or standard output
    kNoDisplay = 4,   ///< no display or no OpenGL
    kDiverged = 5,    ///< a pane diverged
    kOutOfMemory = 6, ///< the system gave no more memory
    kInternal = 7,    ///< a fault of the program
};

/// Opens the window, runs it until the user quits, and returns the exit code. Empty in a program built without one.
using OpenWindow = std::function<int(const lab::WindowRequest&)>;

/// Runs the program with the words after its name. Errors are one line on stderr; results go to files or stdout. `open`
/// shows the window; the command line itself knows none.
int run_command_line(std::vector<std::string> words, const OpenWindow& open);

/// Opens the window with a lesson: its key, or its file.
int open_lesson(const std::string& lesson, int threads, const OpenWindow& open);

/// Writes `xpbd-lab: message` to stderr and returns the exit code of its kind.
int report(const Error& error);

/// Threads asked for; 0 is as many as the machine has cores.
int thread_count(int threads);

/// "1920x1080" to two numbers above zero; the error names --size.
Result<glm::ivec2> parse_size(const std::string& text);

/// What `run`, `shot` and the window have in common: where the session comes from.
struct SessionOptions {
    std::string path;                     ///< .json, .png or a link; "" = the default session
    std::string scene;                    ///< "" = as the session says, else the default session of this scene
    std::vector<std::string> assignments; ///< KEY=VALUE
    int threads = 0;                      ///< that step the panes; 0 = as many as there are cores
    std::optional<double> memory;         ///< most memory that a session may need [GiB]; none = lab's default

    /// Adds them to those of a command.
    void declare(Options& options);
    /// True where `path` is no file but a link.
    bool is_link() const;
    /// Reads the session and applies the assignments. Sets lab::memory_limit() first.
    Result<lab::Session> load() const;
};

/// A bar on stderr where that is a terminal and nothing forbids it.
class ProgressBar {
public:
    ProgressBar(std::string label, bool quiet);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    /// Redraws where the percentage has changed.
    void show(double share);

private:
    std::string label_;
    bool visible_;
    int percent_ = -1;
};

} // namespace xpbd::cli
