// The stations of the tour: what brings each panel and dialog on screen.
#include "monkey_tour.h"

#include <X11/keysym.h>
#include <algorithm>
#include <cstdio>
#include <fstream>

namespace monkey {
namespace {

/// A particle that flies out of the range of numbers within some frames.
constexpr const char* kDiverges = R"({"format":"xpbd-lab","version":1,"scene":{"name":"custom","particles":[
{"position":[0,0,0],"mass":1,"velocity":[1e7,0,0]}]},"panes":[{"method":"pbd"},{"method":"xpbd"}]})";

} // namespace

/// Closes popups, text boxes and cards.
void Tour::close_all() {
    for (int i = 0; i < 12; ++i) {
        const View& view = look();
        if (view.popups > 0 || view.typing) {
            subject_.tap(XK_Escape);
            subject_.frames(2);
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
            subject_.tap(key);
            subject_.frames(2);
        };
        if (view.recording) {
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

void Tour::sweep() {
    tidy();
    press_name("drawer.Sweep");
    explore();
    tidy();
    if (look().find("sweep.parameter") == nullptr) {
        press_name("drawer.Sweep");
    }
    for (int i = 0; i < 600 && look().sweeping; ++i) { // a live one, which the switch has started
        subject_.frames(1);
    }
    press_name("sweep.run");
    explore();
    tidy();
    press_name("drawer.Plots");
    explore();
}

/// Computing in advance, and a recording.
void Tour::jobs() {
    tidy();
    press_name("ahead");
    press_name("ahead.30 s");
    for (int i = 0; i < 20 && look().find("job.cancel") == nullptr; ++i) {
        subject_.frames(1);
    }
    if (look().find("job.cancel") != nullptr) {
        explore_visible(false);
    }
    tidy();
    press_name("record");
    press_name("record.png");
    press_name("record.start");
    subject_.frames(20);
    press_name("record"); // stops it
    for (int i = 0; i < 200 && look().find("toast.folder") == nullptr; ++i) {
        subject_.frames(1);
    }
    explore();
}

void Tour::pane_counts() {
    for (const char* count : {"4", "1", "2"}) {
        tidy();
        press_name("menu.View");
        press_name("menu.panes");
        press_name(std::string("menu.panes.") + count);
        subject_.frames(4);
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
    hand_.resize(480, 440);
    subject_.frames(4);
    look();
    explore();
    press_name("tab_scene");
    explore();
    hand_.resize(720, 440);
    subject_.frames(4);
}

/// Dialogs with files in their lists.
void Tour::files() {
    tidy();
    for (const char* entry : {"menu.save_as", "menu.save_as", "menu.open"}) {
        tidy();
        press_name("menu.Session");
        press_name(entry);
        subject_.frames(2);
        press_name("file.name");
        subject_.tap(XK_a, XK_Control_L);
        hand_.type("monkey.json");
        subject_.frames(2);
        press_name("file.accept");
        subject_.frames(2);
        if (look().find("file.accept") != nullptr) { // it exists: once more
            press_name("file.accept");
        }
        subject_.frames(2);
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
    subject_.frames(2);
    press_name("file.name");
    subject_.tap(XK_a, XK_Control_L);
    hand_.type("diverges.json");
    subject_.frames(2);
    press_name("file.accept");
    for (int i = 0; i < 300 && look().find("badge.restore") == nullptr; ++i) {
        const Widget* badge = look().find("badge_A.0");
        if (badge != nullptr && look().popups == 0 && !look().playing) {
            click(Widget(*look().find("badge_A.0")));
        }
        subject_.frames(2);
    }
    explore();
    tidy();
}

void Tour::run() {
    welcome();
    explore();
    sweep();
    jobs();
    pane_counts();
    files();
    narrow();
    explore();
    divergence();
    tidy();
    press_name("menu.Session");
    press_name("menu.new");
    subject_.frames(4);
    tidy();
}

void Tour::quit() {
    close_all();
    subject_.note("quit");
    press_name("menu.Session");
    if (const Widget* widget = look().find("menu.quit")) {
        hand_.move(widget->x, widget->y);
        subject_.frames(2);
        hand_.button(1, true);
        subject_.frames(1);
        hand_.button(1, false);
        subject_.wait_for_end();
        return;
    }
    throw Failure("the menu has no Quit");
}

} // namespace monkey
