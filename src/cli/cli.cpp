#include "cli/cli.h"

#include "cli/standard_streams.h"
#include "core/excerpt.h"
#include "core/parameters.h"
#include "lab/files/file.h"
#include "lab/files/memory.h"
#include "lab/run/signals.h"
#include "picture/colouring.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace xpbd::cli {
namespace {

constexpr std::string_view kCommands[] = {"run", "shot", "sweep", "list", "figure"};

constexpr const char* kFooter = R"(Examples:
  xpbd-lab                                         the window, with the default session
  xpbd-lab run --frames 300 --csv -                measured figures per frame on standard output
  xpbd-lab run --set a.iterations=80 --obj b.obj   another setting for pane a; the shapes at the end
  xpbd-lab shot --out cloth.png --size 3840x2160   a picture, no display needed
  xpbd-lab sweep --vary iterations=1,5,20,80 --out sweep.csv   sag, stiffness, residuals of every run
  xpbd-lab shot.png                                the session that a picture carries
  xpbd-lab figure all --out figures                every figure of the methods' papers, computed anew: CSV and PNG
Options of a command stand after it: xpbd-lab run --help.
Exit codes: 0 done, 2 usage or bad input, 3 a file or standard output could not be read or written, 4 no display or
OpenGL, 5 a pane diverged, 6 out of memory, 7 an internal error, 128 + N ended by signal N. A first INT, TERM or HUP
ends the work in order: what is computed is written whole; a second one ends the program at once.)";

/// Longest piece of an error that is shown: a message is a line, not a page.
constexpr std::size_t kLongestMessage = 2000;

int usage_error(const std::string& message, const std::string& hint) {
    return report({message + "; " + hint});
}

/// CLI11's own text, on one line, with what it repeats of the user's cut.
std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return excerpt(text, 300);
}

/// The long names of a command's options, with their dashes.
std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

/// "--ste x" names no option here: says which one was meant, or which command has it.
std::string option_hint(const CLI::App& app, const std::string& text) {
    const auto begin = text.find("--");
    if (begin == std::string::npos) {
        return "";
    }
    const std::string word = text.substr(begin, text.find_first_of(" =", begin) - begin);
    std::vector<std::string> names = option_names(app);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        for (const std::string& name : option_names(*command)) {
            if (name == word) {
                return "it is an option of " + command->get_name() + ", and stands after that word; ";
            }
            names.push_back(name);
        }
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view near = nearest(word, views);
    return near.empty() ? "" : "did you mean " + std::string(near) + "? ";
}

int open_window(const SessionOptions& options, const OpenWindow& open) {
    // A word that is no file is most likely a mistyped command.
    if (!options.path.empty() && options.path.find('.') == std::string::npos &&
        access(options.path.c_str(), F_OK) != 0) {
        const std::string_view near = nearest(options.path, kCommands);
        return usage_error("\"" + excerpt(options.path) +
                               "\" is neither a command (run, shot, sweep, list, figure) nor a file" +
                               (near.empty() ? "" : "; did you mean \"" + std::string(near) + "\"?"),
                           "see xpbd-lab --help");
    }
    const Result<lab::Session> session = options.load();
    if (!session) {
        return report(session.error());
    }
    lab::WindowRequest request;
    request.session = *session;
    request.session_given = !options.path.empty() || !options.scene.empty() || !options.assignments.empty();
    request.threads = options.threads;
    if (!options.path.empty()) {
        request.session_path = options.path;
    }
    return open(request);
}

} // namespace

int report(const Error& error) {
    std::cerr << "xpbd-lab: " << excerpt(error.message, kLongestMessage) << "\n";
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

void SessionOptions::declare(CLI::App& command) {
    command.add_option("session", path, "Session file (.json), or a screenshot (.png) that carries one")
        ->type_name("SESSION");
    command.add_option("--scene", scene, "Start from the default session of this scene (see: list scenes)")
        ->type_name("NAME");
    command.add_option("--set", assignments, "Set a parameter: a.iterations=40, scene.mass=2, dt=0.01 (repeatable)")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command
        .add_option("--threads", threads,
                    "Threads that step the panes; 0 = as many as the machine has cores (same results)")
        ->type_name("N")
        ->check(CLI::Range(0, 256));
    command
        .add_option("--memory", memory,
                    "Most memory that a session may need, by an estimate before it starts [half of the machine's]")
        ->type_name("GIB")
        ->check(CLI::Range(0.001, 1e6));
}

Result<lab::Session> SessionOptions::load() const {
    if (memory) {
        lab::set_memory_limit(static_cast<std::size_t>(*memory * 1024 * 1024 * 1024));
    }
    if (!path.empty() && !scene.empty()) {
        return Error{"--scene " + excerpt(scene) + ": a session file names its own scene; give one of the two"};
    }
    Result<lab::Session> session =
        !path.empty() ? lab::load_session(path) : lab::default_session(scene.empty() ? "cloth" : scene);
    if (!session) {
        return session;
    }
    for (const std::string& assignment : assignments) {
        const Status status = lab::apply_assignment(*session, assignment);
        if (!status) {
            return Error{"--set " + excerpt(assignment) + ": " + status.error().message, status.error().kind};
        }
    }
    return session;
}

int thread_count(int threads) {
    return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)), visible_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (percent_ >= 0) {
        std::fprintf(stderr, "\r\033[K");
    }
}

void ProgressBar::show(double share) {
    const int percent = static_cast<int>(100 * share);
    if (!visible_ || percent == percent_) {
        return;
    }
    percent_ = percent;
    constexpr int kWidth = 40;
    const int filled = percent * kWidth / 100;
    std::fprintf(stderr, "\r%s [%s%s] %3d %%", label_.c_str(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(kWidth - filled), ' ').c_str(), percent);
}

namespace {

int parse_and_run(int argc, char** argv, const OpenWindow& open) {
    lab::ignore_broken_pipes(); // a reader that has gone is told of: one line, and exit code 3
    CLI::App app("See and measure what PBD and XPBD do to a rope or a cloth. Without a command: the window.",
                 "xpbd-lab");
    app.footer(kFooter);
    app.set_version_flag("--version", "xpbd-lab " XPBD_VERSION);
    app.require_subcommand(0, 1);
    SessionOptions window;
    window.declare(app);

    RunOptions run;
    CLI::App* run_command = app.add_subcommand("run", "Simulate without a window; write measured figures");
    run.session.declare(*run_command);
    run_command->add_option("--frames", run.frames, "Frames to take [the session's frame, or 300]")
        ->check(CLI::Range(0, 100000000));
    run_command->add_option("--csv", run.csv, "Figures per frame and pane; - is standard output")->type_name("FILE");
    run_command->add_option("--particles", run.particles, "Particles of the last frame, CSV")->type_name("FILE");
    run_command->add_option("--constraints", run.constraints, "Constraints of the last frame, CSV")->type_name("FILE");
    run_command->add_option("--obj", run.obj, "Shapes of the last frame, Wavefront OBJ")->type_name("FILE");
    run_command->add_flag("--hash", run.print_hash, "Print the hash of the last frame's states");
    run_command->add_flag("--quiet", run.quiet, "No progress bar");

    ShotOptions shot;
    CLI::App* shot_command = app.add_subcommand("shot", "Render one picture off screen; the PNG carries its session");
    shot.session.declare(*shot_command);
    shot_command->add_option("--out", shot.out, "PNG to write; with --frames a film or numbered files")
        ->required()
        ->type_name("FILE");
    shot_command->add_option("--size", shot.size, "Width x height in pixels [1920x1080]")->type_name("WxH");
    shot_command->add_option("--frame", shot.frame, "Frame to show [the session's frame, or 240]")
        ->check(CLI::Range(0, 100000000));
    shot_command->add_option("--theme", shot.theme, "dark or light")->check(CLI::IsMember({"dark", "light"}));
    shot_command->add_option("--view", shot.view, "side_by_side, single or ghost")
        ->check(CLI::IsMember({"side_by_side", "single", "ghost"}));
    shot_command->add_option("--pane", shot.pane, "Pane in front for single and ghost: a, b, c or d")
        ->check(CLI::IsMember({"a", "b", "c", "d"}));
    shot_command->add_option("--style", shot.style, "shaded, wireframe or constraints")
        ->check(CLI::IsMember({"shaded", "wireframe", "constraints"}));
    std::vector<std::string> colours;
    for (const picture::ColouringInfo& row : picture::colourings()) {
        colours.emplace_back(row.key);
    }
    shot_command->add_option("--colour", shot.colour, "material, stretch, tension, stiffness or difference [stretch]")
        ->check(CLI::IsMember(colours));
    shot_command->add_flag("--contact-forces", shot.contact_forces, "Contact forces as arrows");
    shot_command
        ->add_option("--frames", shot.frames,
                     "Record that many frames of the simulation: FILE.mp4 or .gif (needs ffmpeg), or numbered .png or "
                     ".obj")
        ->check(CLI::Range(1, 10000000));
    shot_command->add_option("--fps", shot.fps, "Pictures per simulated second of a recording [30]")
        ->check(CLI::Range(1.0, 1000.0));
    shot_command->add_option("--supersampling", shot.supersampling, "1 to 4 [2]")->check(CLI::Range(1, 4));
    shot_command->add_flag("--no-stamp", shot.no_stamp, "Leave methods and measured values out of the picture");
    shot_command->add_flag("--transparent", shot.transparent, "Transparent background, no stamp");
    shot_command->add_flag("--force", shot.force, "Replace FILE.png where it exists");
    shot_command->add_flag("--quiet", shot.quiet, "No progress bar");

    SweepOptions sweep;
    CLI::App* sweep_command = app.add_subcommand("sweep", "Run a session with every combination of some values");
    sweep.session.declare(*sweep_command);
    sweep_command->add_option("--vary", sweep.vary, "Values to run: iterations=1,5,20 or scene.mass=0.1,1 (repeatable)")
        ->required()
        ->type_name("KEY=V1,V2,...")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    sweep_command->add_option("--out", sweep.out, "Figures of every run's last frame, CSV; - is standard output")
        ->required()
        ->type_name("FILE");
    sweep_command->add_option("--frames", sweep.frames, "Frames of every run [60]")->check(CLI::Range(1, 100000000));
    sweep_command->add_flag("--quiet", sweep.quiet, "No progress bar");

    FigureOptions figure;
    CLI::App* figure_command = app.add_subcommand("figure", "Compute a figure anew: NAME.csv and NAME.png");
    figure_command->add_option("name", figure.name, "Name of a figure (see: list figures), or all")
        ->required()
        ->type_name("NAME");
    figure_command->add_option("--out", figure.out, "Folder to write to; made where it is missing")
        ->required()
        ->type_name("DIR");
    figure_command->add_option("--size", figure.size, "Width x height in pixels [1600x1000]")->type_name("WxH");
    figure_command
        ->add_option("--threads", figure.threads, "Runs at once; 0 = as many as there are cores (same results)")
        ->type_name("N")
        ->check(CLI::Range(0, 256));
    figure_command->add_flag("--force", figure.force, "Replace files that exist");
    figure_command->add_flag("--quiet", figure.quiet, "No progress bar");

    ListOptions listing;
    CLI::App* list_command =
        app.add_subcommand("list", "List scenes, methods, constraints, parameters, readouts or figures");
    list_command->add_option("what", listing.what, "scenes, methods, constraints, parameters, readouts or figures")
        ->type_name("WHAT");
    CLI::Option* json = list_command->add_flag("--json", listing.json, "As JSON");
    list_command->add_flag("--markdown", listing.markdown, "As a Markdown table")->excludes(json);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) { // --help, --version
        std::ostringstream text;
        const int code = app.exit(success, text, text);
        const Status written = lab::write_file("-", text.str());
        return written ? code : report(written.error());
    } catch (const CLI::ParseError& error) {
        const std::string text = one_line(error.what());
        const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
        return usage_error(text, (unknown ? option_hint(app, text) : "") + "see xpbd-lab --help");
    }
    const bool given_before = app.count("session") + app.count("--scene") + app.count("--set") +
                                  app.count("--threads") + app.count("--memory") >
                              0;
    for (const CLI::App* command : app.get_subcommands()) {
        if (given_before) {
            return usage_error("what stands before \"" + command->get_name() + "\" would not be read",
                               "write it after the command");
        }
    }
    if (run_command->parsed()) {
        return run_headless(run);
    }
    if (shot_command->parsed()) {
        return take_shot(shot);
    }
    if (sweep_command->parsed()) {
        return run_sweep(sweep);
    }
    if (figure_command->parsed()) {
        return make_figures(figure);
    }
    if (list_command->parsed()) {
        return list(listing);
    }
    return open_window(window, open);
}

} // namespace

int run_command_line(int argc, char** argv, const OpenWindow& open) {
    report_uncaught_exceptions();
    try {
        return flush_standard_output(parse_and_run(argc, argv, open));
    } catch (...) {
        return report_exception();
    }
}

} // namespace xpbd::cli
