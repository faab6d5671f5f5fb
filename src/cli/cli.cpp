// The command line: table of commands, parsing, help, and the exit code of the program.
#include "cli/cli.h"

#include "cli/command_list.h"
#include "cli/man_page.h"
#include "cli/parse_fault.h"
#include "cli/standard_streams.h"
#include "core/base/excerpt.h"
#include "core/model/parameters.h"
#include "lab/files/file.h"
#include "lab/lessons/lesson.h"
#include "system/files.h"
#include "system/signals.h"
#include "system/standard_streams.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

namespace xpbd::cli {
namespace {

/// One row of the table of commands.
struct Command {
    const char* name;
    const char* help;
    Action (*declare)(Options& options);
};
constexpr Command kCommands[] = {
    {"run", "Simulate without a window; write measured figures", declare_run},
#if XPBD_WITH_PICTURES
    {"shot", "Render one picture off screen; the PNG carries its session", declare_shot},
#endif
    {"sweep", "Run a session with every combination of some values", declare_sweep},
    {"figure", kWithPictures ? "Compute a figure anew: NAME.csv and NAME.png" : "Compute a figure anew: NAME.csv",
     declare_figure},
    {"list", "List scenes, methods, constraints, parameters, readouts, figures or lessons", declare_list},
};

constexpr const char* kLessonCommand = "lesson"; // the only command that can open the window

/// One example in the help.
struct Example {
    bool needs_pictures;
    const char* text;
};
constexpr Example kExamples[] = {
    {true, "                                         the window, with the default session"},
    {false, " run --frames 300 --csv -                measured figures per frame on standard output"},
    {false, " run --set a.iterations=80 --obj b.obj   another setting for pane a; the shapes at the end"},
    {true, " shot --out cloth.png --size 3840x2160   a picture, no display needed"},
    {false, " sweep --vary iterations=1,5,20,80 --out sweep.csv   sag, stiffness, residuals of every run"},
    {true, " lesson iterations                       a lesson: predict, see, be right about why"},
    {true, " shot.png                                the session that a picture carries"},
    {true, " shirt.obj                               a mesh, pinned at its top"},
    {true, " xpbd-lab:#s1.eNq...                     the session of a link"},
    {false, " figure all --out figures                every figure of the methods' papers, computed anew"},
};
constexpr const char* kExitCodes = R"(Options of a command stand after it: xpbd-lab run --help.
Exit codes: 0 done, 2 usage or bad input, 3 a file or standard output could not be read or written, 4 no display or
OpenGL, 5 a pane diverged, 6 out of memory, 7 an internal error, 128 + N ended by signal N. A first INT, TERM or HUP
ends the work in order: what is computed is written whole; a second one ends the program at once.)";

std::string footer() {
    std::string text = "Examples:\n";
    for (const Example& example : kExamples) {
        if (kWithPictures || !example.needs_pictures) {
            text += std::string("  xpbd-lab") + example.text + "\n";
        }
    }
    return text + kExitCodes;
}

/// Error messages are cut at this length, because a message is one line.
constexpr std::size_t kLongestMessage = 2000;

int usage_error(const std::string& message, const std::string& hint) {
    return report({message + "; " + hint});
}

int built_without_window(const std::string& what) {
    return usage_error("this program was built without a window and pictures (XPBD_WINDOW=OFF): no " + what,
                       "see xpbd-lab --help");
}

/// Error for a first word that is not a file: it is most likely a mistyped command.
int unknown_word(const std::string& word) {
    std::string known = kLessonCommand;
    std::vector<std::string_view> names = {kLessonCommand};
    for (const Command& command : kCommands) {
        known += (known.empty() ? "" : ", ") + std::string(command.name);
        names.emplace_back(command.name);
    }
    return usage_error("\"" + excerpt(word) + "\" is neither a command (" + known + ") nor a file" +
                           did_you_mean(word, names),
                       "see xpbd-lab --help");
}

int open_window(const SessionOptions& options, const OpenWindow& open) {
    if (!options.path.empty() && options.path.find('.') == std::string::npos && !system::exists(options.path) &&
        !options.is_link()) {
        return unknown_word(options.path);
    }
    if (!options.path.empty() && lab::holds_lesson(options.path)) {
        const Result<lab::Lesson> lesson = lab::load_lesson(options.path);
        return lesson ? open_lesson(options.path, options.assignments, options.threads, open) : report(lesson.error());
    }
    if (!open) {
        return built_without_window("window");
    }
    const Result<lab::Session> session = options.load();
    if (!session) {
        return report(session.error());
    }
    lab::WindowRequest request;
    request.session = *session;
    request.session_given = !options.path.empty() || !options.scene.empty() || !options.assignments.empty();
    request.threads = options.threads;
    if (!options.path.empty() && !options.is_link()) {
        request.session_path = options.path;
    }
    return open(request);
}

} // namespace

int report(const Error& error) {
    system::say(excerpt(error.message, kLongestMessage));
    switch (error.kind) {
    case Error::Kind::bad_input:
        return kBadInput;
    case Error::Kind::file:
        return kFile;
    case Error::Kind::display:
        return kNoDisplay;
    case Error::Kind::diverged:
        break;
    }
    return kDiverged;
}

int thread_count(int threads) {
    return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Result<glm::ivec2> parse_size(const std::string& text) {
    glm::ivec2 size(0);
    const char* end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.x);
    if (width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x') {
        const auto height = std::from_chars(width.ptr + 1, end, size.y);
        if (height.ec == std::errc{} && height.ptr == end && size.x > 0 && size.y > 0) {
            return size;
        }
    }
    return Error{"--size " + excerpt(text) + ": not WIDTHxHEIGHT in pixels, such as 1920x1080"};
}

namespace {

/// Parses the words. Returns the exit code after printing help, the version or an error; std::nullopt if the program
/// should continue.
std::optional<int> parse(CLI::App& app, std::vector<std::string> words) {
    try {
        std::reverse(words.begin(), words.end()); // CLI11 expects them in reverse order
        app.parse(std::move(words));
    } catch (const CLI::Success& success) { // --help, --version
        std::ostringstream text;
        const int code = app.exit(success, text, text);
        const Status written = lab::write_file("-", text.str());
        return written ? code : report(written.error());
    } catch (const CLI::ParseError& error) {
        return report({parse_fault(app, error)});
    }
    for (const CLI::App* command : app.get_subcommands()) {
        if (app.count("session") + app.count("--scene") + app.count("--set") + app.count("--threads") +
                app.count("--memory") + app.count("--verbose") >
            0) {
            return usage_error("what stands before \"" + command->get_name() + "\" would not be read",
                               "write it after the command");
        }
    }
    return std::nullopt;
}

int parse_and_run(std::vector<std::string> words, const OpenWindow& open) {
    system::ignore_broken_pipes(); // a closed pipe becomes a write error: one line and exit code 3
    CLI::App app(std::string("See and measure what PBD and XPBD do to a rope or a cloth.") +
                     (open ? " Without a command: the window." : ""),
                 "xpbd-lab");
    app.footer(footer());
    app.allow_windows_style_options(false); // a word that starts with / is a file name
    app.set_version_flag("--version", "xpbd-lab " XPBD_VERSION);
    app.add_flag_callback(
           "--man", [&app] { throw CLI::CallForVersion(man_page(app, XPBD_VERSION), 0); },
           "Print the manual page, for the package")
        ->group(""); // hidden in the help
    app.require_subcommand(0, 1);
    SessionOptions window;
    Options window_options(app);
    window.declare(window_options);
    window_options.verbose();
    std::vector<std::pair<const CLI::App*, Action>> actions;
    for (const Command& row : kCommands) {
        CLI::App* command = app.add_subcommand(row.name, row.help);
        Options options(*command);
        actions.emplace_back(command, row.declare(options));
    }
    CLI::App* lesson = app.add_subcommand(kLessonCommand, open ? "Open a lesson in the window, or check what it claims"
                                                               : "Check what a lesson claims");
    Options lesson_options(*lesson);
    actions.emplace_back(lesson, declare_lesson(lesson_options, open));
    if (!kWithPictures) {
        CLI::App* shot = app.add_subcommand("shot", "")->group(""); // hidden in the help
        shot->allow_extras()->set_help_flag();
        actions.emplace_back(shot, [] { return built_without_window("shot"); });
    }
    if (const std::optional<int> code = parse(app, std::move(words))) {
        return *code;
    }
    for (const auto& [command, run] : actions) {
        if (command->parsed()) {
            return run();
        }
    }
    return open_window(window, open);
}

} // namespace

int run_command_line(std::vector<std::string> words, const OpenWindow& open) {
    report_uncaught_exceptions();
    try {
        return flush_standard_output(parse_and_run(std::move(words), open));
    } catch (...) {
        return report_exception();
    }
}

} // namespace xpbd::cli
