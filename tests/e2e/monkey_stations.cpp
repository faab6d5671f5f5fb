// The stations of the tour: what brings each panel and dialog on screen.
#include "monkey_tour.h"

#include <X11/keysym.h>
#include <algorithm>
#include <cstdio>
#include <fstream>

namespace xpbd::test {
namespace {

/// A particle that flies out of the range of numbers within some frames.
constexpr const char* kDiverges = R"({"format":"xpbd-lab","version":1,"scene":{"name":"custom","particles":[
{"position":[0,0,0],"mass":1,"velocity":[1e7,0,0]}]},"panes":[{"method":"pbd"},{"method":"xpbd"}]})";

constexpr int kWidth = 720; ///< of the window but for its narrow station [px]
constexpr int kHeight = 440;

} // namespace

/// Closes popups, text boxes and cards.
void Tour::close_all() {
    for (int i = 0; i < 12; ++i) {
        const View& view = look();
        if (view.popups > 0 || view.typing) {
            hand_.tap(XK_Escape);
            continue;
        }
        const Widget* way_out = nullptr;
        for (const char* name : {"file.cancel", "welcome.start", "close"}) {
            way_out = way_out == nullptr ? view.find(name) : way_out;
        }
        if (way_out == nullptr) {
            return;
        }
        subject_.note("close " + way_out->window);
        click(Widget(*way_out));
    }
    throw Failure("a popup or a dialog does not close");
}

/// Back to what the tour starts each step from: two panes side by side, panels and plots on screen, nothing open.
void Tour::tidy() {
    close_all();
    for (int i = 0; i < 8; ++i) {
        const View view = look();
        const auto press = [&](KeySym key, const char* why) {
            subject_.note(why);
            hand_.tap(key);
        };
        if (view.playing) {
            press(XK_space, "Space pauses: frames of a window that stands still are quick");
        } else if (view.recording) {
            press(XK_F9, "F9 ends the recording");
        } else if (view.busy) {
            press(XK_x, "X ends the job");
        } else if (view.find("settings.method") == nullptr && view.find("tab_A") == nullptr) {
            press(XK_Tab, "Tab brings the panels back");
        } else if (view.find("drawer.Plots") == nullptr) {
            press(XK_F3, "F3 brings the plots back");
        } else if (view.mode != 0) {
            press(XK_3, "3 brings the panes back");
        } else {
            return;
        }
    }
}

void Tour::welcome() {
    explore_visible(false);
    while (look().find("welcome.start") != nullptr && explore_visible(false)) {
    }
}

void Tour::end_sweep() {
    subject_.wait("the end of the sweep", [](const View& view) { return !view.sweeping; });
}

void Tour::sweep() {
    tidy();
    press_name("drawer.Sweep");
    explore();
    end_sweep(); // a live one, which the switch has started
    tidy();
    if (look().find("sweep.parameter") == nullptr) {
        press_name("drawer.Sweep");
    }
    press_name("sweep.run");
    explore();
    end_sweep();
    explore(); // what shows only with a result
    tidy();
    press_name("drawer.Plots");
    explore();
}

/// Of screenshots and recordings from now on.
void Tour::picture_size(const std::string& size, const std::string& supersampling) {
    for (const std::string& way : {size, supersampling}) {
        tidy();
        press_name("menu.Screenshot");
        press_name(way);
    }
    tidy();
}

/// Computing in advance, a recording, and a screenshot that takes long to draw.
void Tour::jobs() {
    tidy();
    press_name("ahead");
    press_name("ahead.seconds");
    hand_.tap(XK_a, {XK_Control_L});
    hand_.write("99999"); // it cannot be over before it is cancelled
    hand_.tap(XK_Return);
    press_name("ahead.compute");
    subject_.wait("the job", [](const View& view) { return view.find("job.cancel") != nullptr; });
    touch(Widget(*subject_.last().find("job.cancel")));
    subject_.wait("the job's end", [](const View& view) { return !view.busy; });
    picture_size("menu.size.0", "menu.supersampling.1");
    press_name("record");
    press_name("record.png");
    press_name("record.start");
    subject_.wait("the recording", [](const View& view) { return view.recording; });
    subject_.wait("three pictures", [](const View& view) { return view.map["recorded"] >= 3; });
    press_name("record"); // stops it
    subject_.wait("the recording's end", [](const View& view) { return view.find("toast.folder") != nullptr; });
    explore();
    large_pictures();
}

/// A screenshot and a recording of 4K with 4 x 4 samples. The window must stay alive while they are drawn.
void Tour::large_pictures() {
    picture_size("menu.size.2", "menu.supersampling.4");
    press_name("menu.Screenshot");
    press_name("menu.shot");
    subject_.wait("a screenshot that takes a while",
                  [](const View& view) { return view.drawing && view.find("job.cancel") != nullptr; });
    press_name("job.cancel");
    subject_.wait("no screenshot", [](const View& view) { return !view.drawing; });
    hand_.tap(XK_F9);
    subject_.wait("the recording", [](const View& view) { return view.recording; });
    subject_.frames(30);
    hand_.tap(XK_F9);
    subject_.wait("the recording's end", [](const View& view) { return !view.recording; });
    picture_size("menu.size.0", "menu.supersampling.1");
}

void Tour::pane_counts() {
    for (const char* count : {"4", "1", "2"}) {
        tidy();
        press_name("menu.View");
        press_name("menu.panes");
        press_name(std::string("menu.panes.") + count);
        subject_.wait(std::string(count) + " panes", [&](const View& view) { return view.panes == count[0] - '0'; });
        explore();
        if (std::string(count) == "4") { // each alone
            tidy();
            press_name("menu.View");
            explore();
        }
    }
}

/// A window without room for the panel on the left.
void Tour::narrow() {
    tidy();
    hand_.resize(480, kHeight);
    subject_.frames(4);
    look();
    explore();
    press_name("tab_scene");
    explore();
    hand_.resize(kWidth, kHeight);
    subject_.frames(4);
}

/// Types a name into the dialog of files that is open, and accepts it, once more where it asks.
void Tour::accept_file(const std::string& name) {
    press_name("file.name");
    hand_.tap(XK_a, {XK_Control_L});
    hand_.write(name);
    subject_.frames(2);
    press_name("file.accept");
    if (look().find("file.accept") != nullptr) {
        press_name("file.accept");
    }
}

/// Dialogs with files in their lists.
void Tour::files() {
    for (const char* entry : {"menu.save_as", "menu.save_as", "menu.open"}) {
        tidy();
        press_name("menu.Session");
        press_name(entry);
        accept_file("monkey.json");
    }
    tidy();
    press_name("menu.Session");
    press_name("menu.open");
    explore();
}

void Tour::divergence() {
    std::ofstream(subject_.folder() / "work" / "diverges.json") << kDiverges;
    tidy();
    press_name("menu.Session");
    press_name("menu.open");
    accept_file("diverges.json");
    subject_.wait("a badge that says diverged",
                  [](const View& view) { return view.map["pane_A"]["diverged"] == true; });
    press_name("badge_A.0");
    subject_.wait("its popup", [](const View& view) { return view.find("badge.restore") != nullptr; });
    explore();
    tidy();
}

/// Does a station, and says how many frames it took.
void Tour::visit(const char* name, void (Tour::*station)()) {
    const long long before = subject_.last().drawn;
    const std::size_t touched = touched_.size();
    (this->*station)();
    std::printf("%-12s %4zu widgets, %5lld frames\n", name, touched_.size() - touched, look().drawn - before);
    std::fflush(stdout);
}

void Tour::run() {
    visit("welcome", &Tour::welcome);
    visit("panels", &Tour::explore);
    visit("sweep", &Tour::sweep);
    visit("jobs", &Tour::jobs);
    visit("panes", &Tour::pane_counts);
    visit("files", &Tour::files);
    visit("narrow", &Tour::narrow);
    visit("wide", &Tour::explore);
    visit("divergence", &Tour::divergence);
    tidy();
    press_name("menu.Session");
    press_name("menu.new");
    tidy();
}

void Tour::quit() {
    close_all();
    subject_.note("quit");
    press_name("menu.Session");
    if (const Widget* widget = look().find("menu.quit")) {
        hand_.move(widget->x, widget->y);
        hand_.button(1, true);
        hand_.button(1, false);
        subject_.wait_for_end();
        return;
    }
    throw Failure("the menu has no Quit");
}

} // namespace xpbd::test
