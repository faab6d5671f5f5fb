#pragma once

#include "core/result.h"
#include "lab/files/session.h"
#include "lab/run/window_request.h"

#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace xpbd::cli {

/// Exit codes of the program, as the README lists them.
enum ExitCode : int {
    kDone = 0,
    kBadInput = 2,    ///< usage, an input that is not right, or a session that needs more memory than --memory allows
    kFile = 3,        ///< a file could not be read or written, or standard output
    kNoDisplay = 4,   ///< no display or no OpenGL
    kDiverged = 5,    ///< a pane diverged
    kOutOfMemory = 6, ///< the system gave no more memory
    kInternal = 7,    ///< a fault of the program
};

/// Opens the window, runs it until the user quits, and returns the exit code.
using OpenWindow = std::function<int(const lab::WindowRequest&)>;

/// Runs the program. Errors are one line on stderr; results go to files or stdout. `open` shows the window; the command
/// line itself knows none.
int run_command_line(int argc, char** argv, const OpenWindow& open);

/// Writes `xpbd-lab: message` to stderr and returns the exit code of its kind.
int report(const Error& error);

/// Threads asked for; 0 is as many as the machine has cores.
int thread_count(int threads);

/// "1920x1080" to two numbers above zero; the error names --size.
Result<glm::ivec2> parse_size(const std::string& text);

/// What `run`, `shot` and the window have in common: where the session comes from.
struct SessionOptions {
    std::string path;                     ///< .json or .png; "" = the default session
    std::string scene;                    ///< "" = as the session says, else the default session of this scene
    std::vector<std::string> assignments; ///< KEY=VALUE
    int threads = 0;                      ///< that step the panes; 0 = as many as there are cores
    std::optional<double> memory;         ///< most memory that a session may need [GiB]; none = lab's default

    /// Adds the options to a subcommand.
    void declare(CLI::App& command);
    /// Reads the session and applies the assignments. Sets lab::memory_limit() first.
    Result<lab::Session> load() const;
};

/// `xpbd-lab run`: steps without a window.
struct RunOptions {
    SessionOptions session;
    std::optional<int> frames;                    ///< default: the session's frame, or 300 where that is 0
    std::string csv, particles, constraints, obj; ///< "" = not asked for, "-" = stdout
    bool print_hash = false;
    bool quiet = false;
};
int run_headless(const RunOptions& options);

/// `xpbd-lab shot`: one picture off screen, or with `frames` a film or numbered pictures or shapes.
struct ShotOptions {
    SessionOptions session;
    std::string out;
    std::string size = "1920x1080";
    std::optional<int> frame; ///< default: the session's frame, or 240 where that is 0
    std::string theme = "dark";
    std::string view = "side_by_side";
    std::string style = "shaded";
    std::string pane = "a";
    std::string colour = "stretch";
    std::optional<int> frames; ///< to record, from frame 0; none: one picture
    double fps = 30;
    bool contact_forces = false;
    int supersampling = 2;
    bool no_stamp = false;
    bool transparent = false;
    bool force = false;
    bool quiet = false;
};
int take_shot(const ShotOptions& options);

/// `xpbd-lab sweep`: the session with every combination of some parameters' values.
struct SweepOptions {
    SessionOptions session;
    std::vector<std::string> vary; ///< KEY=VALUE,VALUE,...
    std::string out;               ///< CSV; "-" = stdout
    int frames = 60;
    bool quiet = false;
};
int run_sweep(const SweepOptions& options);

/// `xpbd-lab figure`: figures computed anew, each a table and a plot.
struct FigureOptions {
    std::string name; ///< a row of figure_table(), or "all"
    std::string out;  ///< folder
    std::string size = "1600x1000";
    int threads = 0; ///< 0 = as many as there are cores
    bool force = false;
    bool quiet = false;
};
int make_figures(const FigureOptions& options);

/// `xpbd-lab list`: what there is.
struct ListOptions {
    std::string what; ///< scenes, methods, constraints, parameters, readouts or figures
    bool json = false;
    bool markdown = false;
};
int list(const ListOptions& options);

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
