#include "monkey_tour.h"

#include <X11/keysym.h>
#include <algorithm>
#include <cstdio>
#include <fstream>

namespace monkey {
namespace {

constexpr int kTries = 4;         ///< to reach a widget that moves, or that another one covers
constexpr std::size_t kDepth = 4; ///< of menus in menus

bool starts(const std::string& text, const char* with) {
    return text.rfind(with, 0) == 0;
}

bool ends(const std::string& text, const std::string& with) {
    return text.size() >= with.size() && text.compare(text.size() - with.size(), with.size(), with) == 0;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Cards over everything: a tour visits what is in them first.
bool is_card(const std::string& window) {
    for (const char* card :
         {"Help", "Choose a scene", "xpbd-lab", "Screenshots", "Welcome to xpbd-lab", "file_dialog"}) {
        if (window == card || starts(window, (std::string(card) + "/").c_str())) {
            return true;
        }
    }
    return false;
}

bool is_picture(const Widget& widget) {
    return starts(widget.name, "view_");
}

/// What a touch can mean something for: not a mere text or mark.
bool counts(const Widget& widget) {
    return (widget.active && widget.width >= 1 && widget.height >= 1) || is_picture(widget) ||
           ends(widget.name, ".label") || ends(widget.name, ".close");
}

/// Comes with one scene only, or must not be clicked before the end.
bool is_optional(const std::string& key) {
    return key.find("scene.") != std::string::npos || ends(key, "/menu.quit");
}

bool takes_text(const std::string& name) {
    for (const char* text :
         {"sweep.low", "sweep.high", "sweep.count", "sweep.frames", "ahead.seconds", "ahead.limit", "record.rate",
          "record.seconds", "shot.width", "shot.height", "shot.folder", "file.name", "help.filter", "picker.filter"}) {
        if (name == text) {
            return true;
        }
    }
    return false;
}

} // namespace

std::string key_of(const Widget& widget) {
    std::string name = widget.name;
    if (starts(name, "badge_")) {
        name = "badge";
    } else if (starts(name, "file.entry.")) {
        name = "file.entry";
    }
    std::string window = widget.window.substr(0, widget.window.find('/'));
    for (const auto& [begin, group] : {std::pair("##Menu", "menu"),
                                       {"##Combo", "list"},
                                       {"##", "popup"},
                                       {"toast", "toast"},
                                       {"header", "header"}}) {
        if (starts(window, begin)) {
            window = group;
            break;
        }
    }
    // The panes C and D are drawn by what draws B.
    for (const char* other : {"C", "D"}) {
        for (const char* mark : {"_", "."}) {
            const std::string part = std::string(mark) + other;
            const std::size_t at = name.find(part);
            if (at != std::string::npos && (at + 2 == name.size() || name[at + 2] == '.')) {
                name[at + 1] = 'B';
            }
        }
    }
    return window + "/" + name;
}

const View& Tour::look() {
    const View& view = subject_.look();
    for (const Widget& widget : view.widgets) {
        if (counts(widget)) {
            seen_[key_of(widget)] = widget;
        }
    }
    return view;
}

void Tour::click(const Widget& widget, int button) {
    hand_.move(widget.x, widget.y);
    hand_.button(button, true);
    subject_.frames(2);
    hand_.button(button, false);
    subject_.frames(3); // a list that this has closed is still drawn in the frame that sees it
}

void Tour::drag(const Widget& widget, double to_x, double to_y, int button) {
    hand_.move(widget.x, widget.y);
    hand_.button(button, true);
    subject_.frames(2);
    hand_.move(to_x, to_y);
    subject_.frames(2);
    hand_.button(button, false);
    subject_.frames(1);
}

void Tour::press_name(const std::string& name) {
    if (const Widget* widget = look().find(name)) {
        subject_.note("click " + name);
        click(Widget(*widget));
    } else {
        throw Failure("the widget " + name + " is not on screen");
    }
}

/// To both ends, then a double click and what is no value; Escape leaves the text box.
void Tour::act_on_slider(const Widget& widget) {
    const double low = widget.x - widget.width / 2 + 1;
    const double high = widget.x + widget.width / 2 - 1;
    drag(widget, high, widget.y);
    drag(widget, low, widget.y);
    hand_.move(widget.x, widget.y);
    for (int i = 0; i < 2; ++i) {
        hand_.button(1, true);
        subject_.frames(1);
        hand_.button(1, false);
        subject_.frames(1);
    }
    subject_.frames(1);
    if (look().typing) {
        hand_.type("nan");
        subject_.tap(XK_Return);
        subject_.frames(2);
        look();
        subject_.tap(XK_Escape);
        subject_.frames(2);
    }
    click(widget, 3);
    after(key_of(widget), 3);
}

void Tour::act_on_plot(const Widget& widget) {
    hand_.move(widget.x, widget.y);
    for (const int wheel : {4, 4, 5}) {
        hand_.button(wheel, true);
        hand_.button(wheel, false);
        subject_.frames(1);
    }
    drag(widget, widget.x + widget.width / 3, widget.y, 3);
    drag(widget, widget.x - widget.width / 3, widget.y);
    look();
    click(widget, 3);
    after(key_of(widget), 3);
}

void Tour::act_on_picture(const Widget& widget) {
    drag(widget, widget.x + 40, widget.y + 20);
    drag(widget, widget.x - 30, widget.y, 3);
    for (const int wheel : {4, 5}) {
        hand_.button(wheel, true);
        hand_.button(wheel, false);
        subject_.frames(1);
    }
    click(widget);
    click(widget); // the second one of a double click
    hand_.key(XK_Control_L, true);
    drag(widget, widget.x + 20, widget.y - 30);
    hand_.key(XK_Control_L, false);
    subject_.tap(XK_f);
    subject_.frames(1);
}

/// What is no value, what is too large, and what may stay.
void Tour::act_on_text(const Widget& widget) {
    const char* good = widget.name == "file.name" ? "monkey" : widget.name == "shot.folder" ? "." : "30";
    for (const char* text : {"no%s", "1e999", good}) {
        const Widget* now = look().find(widget.name);
        if (now == nullptr) {
            return;
        }
        click(Widget(*now));
        if (!look().typing) {
            return; // else what is typed are shortcuts
        }
        subject_.tap(XK_a, XK_Control_L);
        hand_.type(text);
        subject_.frames(1);
        if (widget.name != "file.name" && widget.name != "picker.filter") {
            subject_.tap(XK_Return);
        }
        subject_.frames(1);
        look();
    }
    if (widget.name == "help.filter" || widget.name == "picker.filter") { // else their lists stay empty
        click(widget);
        subject_.tap(XK_a, XK_Control_L);
        subject_.tap(XK_BackSpace);
        subject_.frames(1);
    }
}

void Tour::act(const Widget& widget, const std::string& key) {
    if (is_picture(widget)) {
        return act_on_picture(widget);
    }
    if (widget.slider) {
        return act_on_slider(widget);
    }
    if (widget.name == "sweep.chart" ||
        (starts(widget.name, "plot.") && ends(widget.window, "plots") && !starts(widget.name, "plot.title"))) {
        return act_on_plot(widget);
    }
    if (takes_text(widget.name)) {
        return act_on_text(widget);
    }
    if (starts(widget.name, "splitter_") || widget.name == "timeline") {
        // The second drag brings a splitter back to where it was.
        const double way = widget.name == "splitter_right" || widget.name == "splitter_drawer" ? -40 : 40;
        drag(widget, widget.x + way, widget.y + way);
        const Widget* now = look().find(widget.name);
        const Widget moved = now == nullptr ? widget : Widget(*now);
        return drag(moved, widget.x, widget.y);
    }
    if (key == "Welcome to xpbd-lab/close") { // pressed and left: Start closes the sheet, and it never comes again
        return drag(widget, widget.x - 100, widget.y + 60);
    }
    if (!ends(widget.name, ".label")) {
        click(widget);
        after(key, 1);
    }
    if (ends(widget.name, ".label") || (starts(widget.name, "settings.") && widget.active && !widget.in_popup())) {
        if (const Widget* now = look().find(widget.name); now != nullptr && now->shows()) {
            click(Widget(*now), 3);
            after(key, 3);
        }
    }
}

/// Visits what a click has opened.
void Tour::after(const std::string& key, int button) {
    const View& view = look();
    if (view.popups == 0 &&
        !std::any_of(view.widgets.begin(), view.widgets.end(), [](const Widget& w) { return is_card(w.window); })) {
        return;
    }
    for (const Widget& widget : view.widgets) {
        const std::string child = key_of(widget);
        if ((widget.in_popup() || is_card(widget.window)) && child != key && counts(widget)) {
            openers_.try_emplace(child, Opener{key, button});
        }
    }
    if (view.popups > 0 && button == 3) { // a menu of its own kind for every slider: visited once
        while (explore_visible(true)) {
        }
        subject_.tap(XK_Escape);
        subject_.frames(2);
    }
}

void Tour::touch(const Widget& widget) {
    const std::string key = key_of(widget);
    subject_.note("touch " + key);
    // A press on what another widget covers would be counted for the wrong one.
    hand_.move(widget.x, widget.y);
    subject_.frames(2);
    const View& view = look();
    const Widget* now = view.find(widget.name);
    if (now == nullptr || !has(view.hovered, widget.name)) {
        ++failed_[key];
        if (failed_[key] == kTries - 1) {
            close_all();
        }
        return;
    }
    touched_.insert(key);
    act(Widget(*now), key);
}

bool Tour::bring_into_view(const std::string& key) {
    for (int i = 0; i < 40; ++i) {
        const View& view = look();
        const auto found = std::find_if(view.widgets.begin(), view.widgets.end(),
                                        [&](const Widget& w) { return key_of(w) == key && w.width > 0; });
        if (found == view.widgets.end()) {
            return false;
        }
        if (found->shows()) {
            return true;
        }
        const Widget widget = *found;
        hand_.move((widget.low_x + widget.high_x) / 2, (widget.low_y + widget.high_y) / 2);
        subject_.frames(1);
        const int wheel = widget.y < widget.low_y + 1 ? 4 : 5;
        const double away = std::max(widget.low_y - widget.y, widget.y - widget.high_y);
        for (double way = 0; way <= away; way += 60) {
            hand_.button(wheel, true);
            hand_.button(wheel, false);
        }
        subject_.frames(2);
    }
    return false;
}

/// Touches the next widget that nobody has touched among those on screen. False where there is none.
bool Tour::explore_visible(bool popups) {
    const View& view = look();
    if (popups && view.popups == 0) {
        return false;
    }
    const bool card =
        std::any_of(view.widgets.begin(), view.widgets.end(), [](const Widget& w) { return is_card(w.window); });
    std::string wanted;
    const auto fits = [&](const Widget& widget) {
        const std::string key = key_of(widget);
        // What only some scenes have is visited in the first one.
        return counts(widget) && touched_.count(key) == 0 && (view.scene == "cloth" || !is_optional(key)) &&
               failed_[key] < kTries && !ends(key, "/menu.quit") &&
               (view.popups > 0 ? widget.in_popup() : !card || is_card(widget.window));
    };
    for (const Widget& widget : view.widgets) {
        const bool last = ends(widget.name, "close") || widget.name == "file.cancel" || widget.name == "welcome.start";
        if (fits(widget) && (wanted.empty() || widget.shows()) && !last) {
            wanted = key_of(widget);
            if (widget.shows()) {
                break;
            }
        }
    }
    for (const Widget& widget : view.widgets) { // what closes its card comes last
        if (wanted.empty() && fits(widget)) {
            wanted = key_of(widget);
        }
    }
    if (wanted.empty()) {
        return false;
    }
    if (!bring_into_view(wanted)) {
        ++failed_[wanted];
        return true;
    }
    for (const Widget& widget : std::vector<Widget>(subject_.last().widgets)) {
        if (key_of(widget) == wanted && widget.shows()) {
            touch(widget);
            break;
        }
    }
    return true;
}

/// Opens what leads to a widget in a popup or card: its opener's opener first.
bool Tour::open(const std::string& key, int depth) {
    const auto shows = [&] {
        const View& view = look();
        return std::any_of(view.widgets.begin(), view.widgets.end(), [&](const Widget& w) { return key_of(w) == key; });
    };
    if (shows()) {
        return true;
    }
    const auto opener = openers_.find(key);
    if (opener == openers_.end() || depth > static_cast<int>(kDepth) || !open(opener->second.key, depth + 1) ||
        !bring_into_view(opener->second.key)) {
        return false;
    }
    for (const Widget& widget : std::vector<Widget>(subject_.last().widgets)) {
        if (key_of(widget) == opener->second.key && widget.shows()) {
            subject_.note("open " + opener->second.key);
            click(widget, opener->second.button);
            break;
        }
    }
    return shows();
}

/// Touches the next widget that is known and not on screen, by way of what opened it.
bool Tour::explore_hidden() {
    for (const auto& [child, opener] : openers_) {
        if (touched_.count(child) != 0 || failed_[child] >= kTries || is_optional(child)) {
            continue;
        }
        const std::string key = child;
        tidy();
        if (!open(key, 0)) {
            ++failed_[key];
            return true;
        }
        while (explore_visible(false) && subject_.look().popups > 0) {
        }
        return true;
    }
    return false;
}

void Tour::explore() {
    while (thorough_) {
        const View& view = look();
        const bool card =
            std::any_of(view.widgets.begin(), view.widgets.end(), [](const Widget& w) { return is_card(w.window); });
        if ((view.popups > 0 || card) && explore_visible(false)) {
            continue;
        }
        tidy();
        if (!explore_visible(false) && !explore_hidden()) {
            return;
        }
    }
}

std::vector<std::string> Tour::untouched() const {
    std::vector<std::string> left;
    for (const auto& [key, widget] : seen_) {
        if (touched_.count(key) == 0 && !is_optional(key)) {
            left.push_back(key);
        }
    }
    return left;
}

void Tour::say_touched() const {
    for (const std::string& key : touched_) {
        std::printf("touched %s\n", key.c_str());
    }
}

} // namespace monkey
