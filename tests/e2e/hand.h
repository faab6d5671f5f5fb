#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace xpbd::test {

/// What a step expected and did not see.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// True where a program of this name is in PATH.
bool has_program(const std::string& name);

/// A user of the window: an X server, the program in it, and a hand on mouse and keyboard. No action waits for time:
/// each waits until the map of widgets, which the program writes after every frame, shows that the window has taken it
/// in. Throws Failure where that does not happen within the limit of a hang, or where the program ends.
class Hand {
public:
    /// Starts Xvfb, without repeating keys, and xdotool.
    explicit Hand(std::string program);
    ~Hand();
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;

    /// Starts the program in folder()/work, and waits for its first frame.
    void start(const std::vector<std::string>& arguments = {});
    /// Ctrl+Q. The program has to end with exit code 0.
    void quit();
    /// Files of this test; goes with it.
    const std::filesystem::path& folder() const { return folder_; }

    /// The newest map.
    const nlohmann::json& look();
    void wait(const std::string& what, const std::function<bool(const nlohmann::json&)>& seen);
    /// Until the window has drawn so many more frames: it is alive.
    void frames(int count = 3);
    bool shows(const std::string& widget);

    struct Place {
        int x = 0, y = 0, width = 0, height = 0; ///< x and y: of the centre [px]
    };
    /// Waits for the widget.
    Place place(const std::string& widget);

    void move(int x, int y);
    void press();
    void release();
    void click(const std::string& widget);
    void double_click(const std::string& widget);
    void wheel(int notches); ///< positive: away from the user
    /// Presses on the widget at one share of its width and lets go at another, by way of four places between.
    void drag(const std::string& widget, double from, double to);
    /// Presses and releases a key, with modifiers: xdotool's names, "ctrl+z".
    void key(const std::string& name);
    /// Types into the box that has the keyboard.
    void type(const std::string& text);
    void hold_key(const std::string& name);
    void let_go_key(const std::string& name);

    /// What the program has written to its outputs.
    std::string said() const;
    /// The last map that was read, without its widgets.
    std::string last_map() const;
    /// For whoever looks for a fault: what the window shows now, into the folder that XPBD_LAB_TEST_PICTURES names.
    void keep_picture();

private:
    void read_map();
    void check_alive();
    void send(const std::string& command);

    std::string program_;
    std::filesystem::path folder_;
    pid_t server_ = -1;
    pid_t window_ = -1;
    std::FILE* xdotool_ = nullptr;
    nlohmann::json map_;
};

} // namespace xpbd::test
