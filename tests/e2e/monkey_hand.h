#pragma once

#include <X11/Xlib.h>
#include <string>

namespace monkey {

/// A hand on mouse, keyboard and size of the window, as a user has it: through the X server (XTEST).
class Hand {
public:
    /// Opens the display that the variable DISPLAY names; ok() is false where there is none, or it lacks XTEST.
    Hand();
    ~Hand();
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;
    bool ok() const { return display_ != nullptr; }

    /// Looks for the program's window by its title. False where there is none yet.
    bool find_window();
    void move(double x, double y);
    /// Buttons: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
    void button(int which, bool down);
    void key(KeySym sym, bool down);
    /// Types ASCII into a text box.
    void type(const std::string& text);
    void resize(int width, int height);
    /// As a window manager does it; there is none under Xvfb.
    void minimise();
    void restore();
    /// Lets go of everything.
    void release();

private:
    Window find(Window below) const;
    void set_state(long state);

    Display* display_ = nullptr;
    Window window_ = 0;
};

} // namespace monkey
