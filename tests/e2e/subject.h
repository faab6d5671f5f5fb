#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace xpbd::test {

/// An expectation of a test that the window did not meet.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// A program that the test needs is not installed.
struct Missing : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A widget in the map.
struct Widget {
    std::string name;
    std::string window;
    double x = 0, y = 0, width = 0, height = 0;          ///< centre and size [px]
    double low_x = 0, low_y = 0, high_x = 0, high_y = 0; ///< the visible part of its window
    bool active = false;                                 ///< takes clicks
    bool slider = false;
    bool disabled = false;

    bool shows() const {
        return x >= low_x + 1 && y >= low_y + 1 && x <= high_x - 1 && y <= high_y - 1 && width > 0 && height > 0;
    }
    /// True in a menu, a list or another popup. Menus are "##Menu_00", from ImGui 1.92 on "Edit###Menu_00".
    bool in_popup() const { return window.rfind("##", 0) == 0 || window.find("###Menu_") != std::string::npos; }
};

/// The state of the window: the map of widgets that the program writes after every frame.
struct View {
    nlohmann::json map; ///< the whole map
    long long drawn = 0;
    int panes = 0;
    int popups = 0;
    int mode = 0;
    bool typing = false, busy = false, recording = false, drawing = false, sweeping = false, playing = false;
    long long particles = 0;
    std::string scene;
    std::vector<std::string> hovered;
    std::vector<Widget> widgets;

    const Widget* find(const std::string& name) const;
};

/// The mouse and keyboard input that a frame has taken in.
struct Input {
    long long drawn = 0;       ///< number of the frame
    long long key_presses = 0; ///< since the start, modifiers too
    long long scrolls = 0;     ///< turns of the wheel since the start
    double x = 0, y = 0;       ///< of the pointer [px]
    int buttons = 0;           ///< sum of the buttons down: 1 left, 2 right, 4 middle
    long long double_clicks = 0;
    int events_waiting = 0; ///< number of events that later frames will take in
};

/// The tested program in a window on an X server of its own. look() and all waits throw a Failure if it has ended,
/// hangs, shows a value that is not a number, has a widget without a name, or takes too much memory.
///
/// The program hangs if it draws no frame for 5 s. Time for which the threads that draw, or the X server, wait for a
/// processor is not counted, because other programs may use it. After a minute without a frame it always hangs.
class Subject {
public:
    struct Options {
        std::string program;
        std::string screen = "1280x720";
        /// Limit of the resident memory. Measured: 414 to 434 in the tour, 354 to 478 in three minutes of random
        /// actions.
        double memory_cap_mb = 500;
        int wayland_scale = 0; ///< scale of the output of a Wayland desktop inside the X server; 0 = X itself
    };
    /// Makes a folder for the test, and starts Xvfb. Throws Missing where that is not installed.
    explicit Subject(const Options& options);
    ~Subject();
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    /// Starts the program in work(), and waits for its first frames.
    void start(const std::vector<std::string>& arguments = {});
    /// Waits until the program ends after a command to quit; fails if it has another exit code.
    void wait_for_end(int expected = 0);

    /// The newest frame. Reads the map only if it is new.
    const View& look();
    const View& last() const { return view_; }
    /// Looks until `seen` returns true. Fails after five minutes in which the window draws and `seen` stays false.
    void wait(const std::string& what, const std::function<bool(const View&)>& seen);
    /// Waits until the window has drawn `count` more frames.
    void frames(int count);
    /// The input that the newest frame has taken in.
    Input input() const;
    /// Waits until `expected` holds for the input of a frame, or `most` frames have been drawn since the last event was
    /// taken in: then the window has taken it in another way.
    void taken_in(const std::function<bool(const Input&)>& expected, int most);
    /// While the window is minimised it draws nothing.
    void sleep_minimised(int milliseconds);

    /// @name On a Wayland desktop (wayland_scale)
    /// @{
    int wayland_scale() const { return options_.wayland_scale; }
    /// Kills the desktop.
    void lose_desktop();
    /// Starts another program on that desktop; one at a time. said_beside() returns its output once it contains `word`.
    void start_beside(const std::vector<std::string>& words);
    /// `meanwhile` is called between two looks.
    std::string said_beside(
        const std::string& word, const std::function<void()>& meanwhile = [] {});
    /// @}

    /// Notes an action, for the report of a failure.
    void note(const std::string& action);
    const std::deque<std::string>& actions() const { return actions_; }
    double peak_mb() const { return peak_mb_; }
    double resident_mb() const;
    /// The last map without its widgets, for reports of failures.
    std::string last_state() const;
    /// What the program has written to its outputs.
    std::string said() const;
    /// The folder for the test's files. The destructor removes it, unless keep_folder() was called.
    const std::filesystem::path& folder() const { return folder_; }
    /// The program's current folder, which holds the files that it writes.
    std::filesystem::path work() const { return folder_ / "work"; }
    void keep_folder() { keep_ = true; }

private:
    /// The newest frame, and the time since when no newer one was seen.
    struct Quiet {
        long long drawn = -1;
        std::chrono::steady_clock::time_point since;
        double waited = -1; ///< waited_for_core() at the first check since then [s]; -1 = not checked yet
    };
    pid_t spawn(const std::vector<std::string>& words, const char* output, int pass);
    void start_server();
    void start_weston();
    void prepare();
    void sleep_until_frame();
    double waited_for_core() const;
    bool watch(Quiet& quiet, long long now);
    void check_alive();
    void check_memory();
    void note_toasts(const std::vector<std::string>& toasts);
    void check_map(const nlohmann::json& map) const;
    void check_menus(const std::string& text) const;

    Options options_;
    std::filesystem::path folder_;
    pid_t server_ = -1;
    pid_t child_ = -1;
    pid_t desktop_ = -1;
    pid_t beside_ = -1;
    int changes_ = -1; ///< inotify handle, readable after every new map; -1 = not available
    View view_;
    std::deque<std::string> actions_;
    std::vector<std::string> toasts_; ///< in the last look
    double peak_mb_ = 0;
    bool keep_ = false;
};

/// Text of a file; "" if it cannot be read.
std::string content(const std::filesystem::path& path);

/// True where a program of this name is in PATH.
bool has_program(const std::string& name);

} // namespace xpbd::test
