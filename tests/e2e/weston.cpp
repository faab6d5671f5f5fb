// What tests on a Wayland desktop need of Subject and Hand: weston, whose one output is a window on the X server that a
// hand drives.
#include "hand.h"

#include <X11/Xutil.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <utility>

namespace xpbd::test {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 12000; ///< of 5 ms, for waits that cannot read the map

/// Repeats `done` until it returns true. Fails after a minute.
void until(const std::string& what, const std::function<bool()>& done) {
    for (int i = 0; i < kTries; ++i) {
        if (done()) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    throw Failure("waited in vain for " + what);
}

} // namespace

void Subject::start_weston() {
    if (!has_program("weston")) {
        throw Missing("weston is not installed (apt-get install weston)");
    }
    fs::create_directories(folder_ / "run");
    fs::permissions(folder_ / "run", fs::perms::owner_all);
    setenv("XDG_RUNTIME_DIR", (folder_ / "run").c_str(), 1);
    setenv("XDG_SESSION_TYPE", "wayland", 1);
    std::ofstream(folder_ / "weston.ini") << "[core]\nidle-time=0\n[shell]\nlocking=false\nanimation=none\n"
                                             "close-animation=none\nfocus-animation=none\n"
                                             "background-color=0xff336699\n";
    const std::size_t cross = options_.screen.find('x');
    const int scale = options_.wayland_scale;
    const auto size = [&](const std::string& pixels) { return std::to_string(std::stoi(pixels) / scale); };
    desktop_ = spawn({"weston", "--backend=x11", "--renderer=pixman", "--socket=xpbd-lab-test",
                      "--width=" + size(options_.screen.substr(0, cross)),
                      "--height=" + size(options_.screen.substr(cross + 1)), "--scale=" + std::to_string(scale),
                      "--config=" + (folder_ / "weston.ini").string()},
                     "weston", -1);
    until("the desktop", [&] {
        if (waitpid(desktop_, nullptr, WNOHANG) == desktop_) {
            desktop_ = -1;
            throw Failure("weston does not start: " + content(folder_ / "weston"));
        }
        return fs::exists(folder_ / "run" / "xpbd-lab-test");
    });
    setenv("WAYLAND_DISPLAY", "xpbd-lab-test", 1);
}

void Subject::lose_desktop() {
    kill(desktop_, SIGKILL);
    waitpid(std::exchange(desktop_, -1), nullptr, 0);
}

void Subject::start_beside(const std::vector<std::string>& words) {
    if (beside_ > 0) {
        kill(beside_, SIGKILL);
        waitpid(beside_, nullptr, 0);
    }
    fs::remove(folder_ / "beside");
    beside_ = spawn(words, "beside", -1);
}

std::string Subject::said_beside(const std::string& word, const std::function<void()>& meanwhile) {
    until("the other program to say " + word, [&] {
        meanwhile();
        return content(folder_ / "beside").find(word) != std::string::npos;
    });
    return content(folder_ / "beside");
}

/// The screen is black until the desktop's own programs have drawn.
void Hand::wait_for_desktop() {
    const Window root = DefaultRootWindow(display_);
    until("the desktop's background", [&] {
        XImage* image = XGetImage(display_, root, DisplayWidth(display_, 0) / 2, DisplayHeight(display_, 0) / 2, 1, 1,
                                  AllPlanes, ZPixmap);
        const bool drawn = image != nullptr && (XGetPixel(image, 0, 0) & 0xffffff) == 0x336699;
        if (image != nullptr) {
            XDestroyImage(image);
        }
        return drawn;
    });
}

/// The desktop chooses the window's place and does not report it: computed from the pointer's place in the map.
void Hand::take_window_of_wayland() {
    const double x = DisplayWidth(display_, 0) / 2, y = DisplayHeight(display_, 0) / 2;
    left_ = top_ = 0;
    keys_up_ = 0;
    point(x + 4, y + 4);
    double first = -1;
    subject_.wait("the pointer over the window", [&](const View& view) {
        first = view.map["mouse"][0];
        return first > 0;
    });
    point(x + 64, y + 64);
    subject_.wait("the pointer to move", [&](const View& view) {
        left_ = x + 64 - view.map["mouse"][0].get<double>();
        top_ = y + 64 - view.map["mouse"][1].get<double>();
        return view.map["mouse"][0] > first + 50; // from the middle or from the first place
    });
    presses_ = subject_.input().key_presses;
    subject_.wait("the keyboard", [&](const View& view) { return view.map["window"]["focused"] == true; });
}

} // namespace xpbd::test
