#pragma once

#include "subject.h"

#include <X11/Xlib.h>
#include <string>
#include <vector>

namespace xpbd::test {

/// A hand on mouse, keyboard and size of the window, as a user has it: through the X server (XTEST).
class Hand {
public:
    /// Uses the display of the subject's server. Throws Missing if it lacks XTEST.
    explicit Hand(Subject& subject);
    ~Hand();
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;

    /// Waits until a Wayland desktop shows its background and panel. Call it before the program starts.
    void wait_for_desktop();
    /// Finds the program's window, puts it into the corner of the screen and gives it the keyboard. After each start.
    void take_window();

    /// The place of the window on the screen [px].
    double left() const { return left_; }
    double top() const { return top_; }

    /// @name Events alone, without waiting until the window has taken them in
    /// @{
    void point(double x, double y);
    /// Buttons: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
    void button(int which, bool down);
    void key(KeySym sym, bool down);
    /// Types ASCII.
    void write(const std::string& text);
    /// Releases all keys and buttons.
    void let_go();
    void resize(int width, int height);
    /// Sends the requests that a window manager would send: Xvfb has no window manager.
    void minimise();
    void restore();
    /// @}

    /// @name Actions: each returns when a frame has shown its effect
    /// @{
    void move(double x, double y);
    void press(int which = 1);
    void release(int which = 1);
    /// Returns a frame earlier than release(): a popup that this closes may still be drawn.
    void release_only(int which = 1);
    /// Clicks without moving the pointer.
    void click(int which = 1);
    void click_at(double x, double y, int which = 1);
    /// Waits for the widget, then clicks it.
    void click(const std::string& widget);
    void double_click(const std::string& widget);
    /// Clicks twice at (x, y), or some pixels beside it if the last click was there: that click would count as the
    /// first.
    void double_click_at(double x, double y);
    /// Tries a double click once. False if this process was suspended in between: the window then saw two slow clicks.
    bool try_double_click(const std::string& widget);
    /// Presses on the widget at one share of its width and releases at another, with four moves between.
    void drag(const std::string& widget, double from, double to);
    void wheel(int notches); ///< positive: away from the user
    /// Presses a key for a frame, as a finger does: ImGui before 1.87 looks at the keys once per frame. The next tap
    /// waits until a frame has taken in its release.
    void tap(KeySym sym, const std::vector<KeySym>& held = {});
    /// Taps a key given by name and with modifiers: "ctrl+z", "F12".
    void tap(const std::string& name);
    /// Waits for a box that takes text, and types into it.
    void type(const std::string& text);
    /// @}

    /// Waits for the widget and returns it.
    Widget place(const std::string& widget);

private:
    Window find(Window below) const;
    void take_window_of_wayland();
    bool click_twice(double x, double y);
    void wait_for_keys();
    void set_state(long state);

    Subject& subject_;
    Display* display_ = nullptr;
    Window window_ = 0;
    double x_ = 0, y_ = 0;                 ///< of the pointer [px]
    double left_ = 0, top_ = 0;            ///< of what the program draws, on the X server's screen [px]
    double clicked_x_ = 0, clicked_y_ = 0; ///< where the left button went down last
    long long presses_ = 0;                ///< of keys, as the map counts them
    long long keys_up_ = 0;                ///< frame that has seen the last tap's keys up again
};

} // namespace xpbd::test
