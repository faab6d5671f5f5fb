#pragma once

#include "monkey_hand.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace monkey {

/// What the monkey ends with: a sentence that says what went wrong.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Xvfb is missing.
struct Missing : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A widget as the map has it.
struct Widget {
    std::string name;
    std::string window;
    double x = 0, y = 0, width = 0, height = 0; ///< centre and size
    double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
    bool active = false; ///< takes clicks
    bool slider = false;
    bool disabled = false;

    bool shows() const {
        return x >= low_x + 1 && y >= low_y + 1 && x <= high_x - 1 && y <= high_y - 1 && width > 0 && height > 0;
    }
    bool in_popup() const { return window.rfind("##", 0) == 0; } ///< a menu, a list, another popup
};

/// What the window shows.
struct View {
    long long drawn = 0;
    long long frame = 0;
    int panes = 0;
    int popups = 0;
    int mode = 0;
    bool typing = false, busy = false, recording = false, sweeping = false, playing = false;
    long long particles = 0;
    std::string scene;
    std::vector<std::string> hovered;
    std::vector<Widget> widgets;

    const Widget* find(const std::string& name) const;
};

/// The program in a window on a server of its own, watched: every look and every wait throws a Failure where it has
/// ended, does not answer, shows what is no number, has a widget without a name, or takes too much memory.
class Subject {
public:
    struct Options {
        std::string program;
        double memory_cap_mb = 1200;
        int width = 720, height = 440; ///< of the window at first [px]
        double scale = 0.6;            ///< of the interface
    };
    explicit Subject(const Options& options);
    ~Subject();
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    Hand& hand() { return *hand_; }
    /// Until the window has drawn so many more frames.
    void frames(int count);
    /// Presses a key for a frame, as a finger does: ImGui before 1.87 looks at the keys once per frame.
    void tap(KeySym sym, KeySym modifier = 0, KeySym second = 0);
    /// The map of the newest frame.
    const View& look();
    const View& last() const { return view_; }
    /// Notes an action, for the report of a failure.
    void note(const std::string& action);
    const std::deque<std::string>& actions() const { return actions_; }
    /// Waits for the program's end after what quits it; fails where it has another exit code than 0.
    void wait_for_end();
    /// While the window is minimised it draws nothing.
    void sleep_minimised(int milliseconds);
    double peak_mb() const { return peak_mb_; }
    double resident_mb() const;
    std::string said() const;
    const std::filesystem::path& folder() const { return folder_; }
    void keep_folder() { keep_ = true; }

private:
    pid_t start(const std::vector<std::string>& words, const char* output, int pass);
    void start_server();
    void prepare();
    long long drawn() const;
    double waited_for_core() const;
    void check_alive();
    void check_memory();

    Options options_;
    std::filesystem::path folder_;
    pid_t server_ = -1;
    pid_t child_ = -1;
    std::unique_ptr<Hand> hand_;
    View view_;
    std::deque<std::string> actions_;
    double peak_mb_ = 0;
    bool keep_ = false;
};

} // namespace monkey
