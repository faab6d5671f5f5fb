#include "monkey_tour.h"

#include <X11/keysym.h>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace xpbd::test {
namespace {

constexpr int kTries = 12;        ///< tries to reach a widget that moves, or that another one covers
constexpr int kOpenings = 3;      ///< failed tries to open what contains a widget before the tour gives up
constexpr int kPatience = 30;     ///< frames until a widget comes
constexpr int kVanished = 20;     ///< times that a widget may vanish before it is reached
constexpr std::size_t kDepth = 4; ///< of menus in menus
constexpr int kTypedSliders = 5;  ///< one slider of five gets typed text
constexpr double kNotch = 60;     ///< of the wheel, at most [px]

bool starts(const std::string& text, const char* with) {
    return text.rfind(with, 0) == 0;
}

bool ends(const std::string& text, const std::string& with) {
    return text.size() >= with.size() && text.compare(text.size() - with.size(), with.size(), with) == 0;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// True for windows that lie over everything else: the tour visits their widgets first.
bool is_card(const std::string& window) {
    for (const char* card :
         {"Help", "Find", "Look", "xpbd-lab", "Screenshots", "New experiment", "Welcome to xpbd-lab", "file_dialog"}) {
        if (window == card || starts(window, (std::string(card) + "/").c_str())) {
            return true;
        }
    }
    return false;
}

bool is_picture(const Widget& widget) {
    return starts(widget.name, "view_");
}

/// True for widgets that react to a touch, unlike mere text and marks.
bool counts(const Widget& widget) {
    if ((starts(widget.name, "picker.") && widget.name != "picker.filter") || widget.name == "experiment.begin") {
        return false; // each opens another session; a station of its own opens one tile of each kind
    }
    return (widget.active && widget.width >= 1 && widget.height >= 1) || is_picture(widget) ||
           ends(widget.name, ".label") || ends(widget.name, ".close");
}

/// Order of touching, lowest first: toasts, which vanish; visible widgets; hidden ones; widgets that close a panel.
int rank(const Widget& widget) {
    const bool closes = ends(widget.name, "close") || widget.name == "present.leave" || widget.name == "file.cancel" ||
                        widget.name == "welcome.start" || widget.name == "experiment.cancel";
    return starts(widget.window, "toast") ? 0 : closes ? 3 : widget.shows() ? 1 : 2;
}

/// Widgets that need not be touched: of one scene only, at the very end, or there only while a body is out of view or
/// the camera follows it (window_tests click those two).
bool is_optional(const std::string& key) {
    // Which parameters a sweep can vary depends on the panes' settings, so that its list changes.
    return key.find("scene.") != std::string::npos || key.find("/sweep.parameter.") != std::string::npos ||
           ends(key, "/menu.quit") || starts(key, "frame_") || starts(key, "follows_") ||
           // What was added to the scene, which the tour itself changes.
           key.find("/menu.thing.") != std::string::npos || key.find("/collider.") != std::string::npos ||
           // Not every body has a material and a choice of pins.
           key.find("/experiment.material") != std::string::npos || key.find("/experiment.pins") != std::string::npos;
}

bool takes_text(const std::string& name) {
    for (const char* text : {"sweep.low", "sweep.high", "sweep.count", "sweep.frames", "ahead.seconds", "ahead.limit",
                             "record.rate", "record.seconds", "things.mass", "things.compliance", "shot.width",
                             "shot.height", "shot.folder", "file.name", "help.filter", "picker.filter"}) {
        if (name == text) {
            return true;
        }
    }
    return false;
}

/// A valid text for this box. `work`: folder of the files that the tour writes; a dialog may show another one.
std::string good_text(const std::string& name, const std::filesystem::path& work) {
    static const std::map<std::string, const char*> kTexts = {
        {"shot.folder", "."}, {"sweep.low", "2"}, {"sweep.high", "8"}, {"sweep.count", "3"}, {"sweep.frames", "10"}};
    if (name == "file.name") {
        return (work / "monkey").string();
    }
    const auto found = kTexts.find(name);
    return found == kTexts.end() ? "30" : found->second;
}

/// The mouse button for a widget: the right one (3) for a label, whose menu it opens.
int button_for(const Widget& widget) {
    return ends(widget.name, ".label") ? 3 : 1;
}

} // namespace

bool is_scene(const std::string& key) {
    return starts(key, "list/scene_choice.");
}

std::string key_of(const Widget& widget) {
    std::string name = widget.name;
    if (starts(name, "badge_")) {
        name = "badge";
    } else if (starts(name, "file.entry.")) {
        name = "file.entry";
    } else if (starts(name, "settings.")) { // every row has the same label, link and box for zero
        for (const char* part : {".label", ".link", ".zero"}) {
            name = ends(name, part) ? std::string("settings") + part : name;
        }
    }
    // The panes' methods of the moment decide whether the bar has a compliance or a stiffness.
    for (const char* stretch : {"hint.stretch", "present.stretch"}) {
        name = starts(name, stretch) ? stretch : name;
    }
    std::string window = widget.window.substr(0, widget.window.find('/'));
    for (const auto& [begin, group] : {std::pair("##Menu", "menu"),
                                       {"##Combo", "list"},
                                       {"##", "popup"},
                                       {"toast", "toast"},
                                       {"header", "header"},
                                       {"badges", "badges"},
                                       {"readout", "readout"}}) {
        if (starts(window, begin)) {
            window = group;
            break;
        }
    }
    // The code that draws pane B also draws the panes C to F.
    for (const char* other : {"C", "D", "E", "F"}) {
        for (const char* mark : {"_", "."}) {
            const std::string part = std::string(mark) + other;
            const std::size_t at = name.find(part);
            if (at != std::string::npos && (at + 2 == name.size() || name[at + 2] == '.')) {
                name[at + 1] = 'B';
            }
        }
    }
    // The second cell of a row, for the pane whose tab is not open, has the key of the row: not every row has one.
    if (starts(name, "settings.") && (ends(name, ".A") || ends(name, ".B"))) {
        name.resize(name.size() - 2);
    }
    return window + "/" + name;
}

const View& Tour::look() {
    const View& view = subject_.look();
    for (const Widget& widget : view.widgets) {
        if (counts(widget) && view.scene == kScene) {
            seen_.insert(key_of(widget));
        }
    }
    return view;
}

void Tour::click(const Widget& widget, int button) {
    hand_.point(widget.x, widget.y);
    hand_.click(button);
}

void Tour::drag(const std::vector<std::pair<double, double>>& way, int button) {
    for (const auto& [x, y] : way) {
        hand_.move(x, y);
    }
    hand_.release_only(button);
}

void Tour::press_and_drag(const Widget& widget, const std::vector<std::pair<double, double>>& way, int button) {
    hand_.point(widget.x, widget.y);
    hand_.press(button);
    drag(way, button);
}

/// False where the widget does not come within some frames, or another one covers it.
bool Tour::click_name(const std::string& name) {
    subject_.note("click " + name);
    for (int i = 0; look().find(name) == nullptr; ++i) {
        if (i == kPatience) {
            missed_ = name + " did not come";
            return false;
        }
        subject_.frames(1);
    }
    const std::string key = key_of(*subject_.last().find(name));
    if (!bring_into_view(key)) {
        missed_ = name + " does not come into view" + place_of(key);
        return false;
    }
    const Widget* found = subject_.last().find(name);
    if (found == nullptr || !found->shows()) {
        missed_ = name + (found == nullptr ? " has gone" : " does not show");
        return false;
    }
    const Widget widget = *found;
    if (!press(widget, 1)) {
        return false;
    }
    hand_.release();
    note_opened(key_of(widget), 1);
    return true;
}

void Tour::choose(const std::vector<std::string>& path) {
    std::string first;
    for (int i = 0; i < kTries; ++i) {
        if (std::all_of(path.begin(), path.end(), [&](const std::string& name) { return click_name(name); })) {
            return;
        }
        first = first.empty() ? missed_ : first;
        clear_way();
    }
    throw Failure("cannot click " + path.back() + "; first: " + first + ", at last: " + missed_);
}

/// Drags a slider to both ends. One slider of five also gets a double click and the text "nan": the code that refuses
/// the text is the same for all.
void Tour::act_on_slider(const Widget& widget) {
    const double half = widget.width / 2 - 1;
    drag({{widget.x + half, widget.y}, {widget.x - half, widget.y}});
    if (++sliders_ % kTypedSliders == 1) {
        hand_.double_click_at(widget.x, widget.y);
        if (const Widget* entry = look().find("value_entry")) {
            touched_.insert(key_of(*entry));
            hand_.write("nan");
            hand_.tap(XK_Return);
            look();
            hand_.tap(XK_Escape);
        }
    }
    click(widget, 3);
    after(key_of(widget), 3);
}

void Tour::act_on_plot(const Widget& widget) {
    drag({{widget.x - widget.width / 3, widget.y}});
    hand_.move(widget.x, widget.y);
    for (const int notches : {2, -1}) {
        hand_.wheel(notches);
    }
    press_and_drag(widget, {{widget.x + widget.width / 3, widget.y}}, 3);
    look();
    click(widget, 3);
    after(key_of(widget), 3);
}

void Tour::act_on_picture(const Widget& widget) {
    drag({{widget.x + 40, widget.y + 20}});
    press_and_drag(widget, {{widget.x - 30, widget.y}}, 3);
    for (const int notches : {1, -1}) {
        hand_.wheel(notches);
    }
    click(widget);
    click(widget); // second click of the double click
    hand_.key(XK_Control_L, true);
    press_and_drag(widget, {{widget.x + 20, widget.y - 30}});
    hand_.key(XK_Control_L, false);
    for (int i = 0; i < 2; ++i) { // the first time pins the body, the second frees it
        hand_.key(XK_Control_L, true);
        click(widget, 3);
        hand_.key(XK_Control_L, false);
        subject_.frames(2);
    }
    hand_.tap(XK_f);
}

/// Types a text that is no number, a number that is too large, and a valid text.
void Tour::act_on_text(const Widget& widget) {
    const bool filter = widget.name == "help.filter" || widget.name == "picker.filter";
    hand_.release();
    for (const std::string& text :
         {std::string("no%s"), std::string("1e999"), good_text(widget.name, subject_.work())}) {
        subject_.frames(2); // a message about the last text may move the box
        const Widget* now = look().find(widget.name);
        if (now == nullptr) {
            return;
        }
        if (!subject_.last().typing) {
            click(Widget(*now));
            subject_.frames(2); // the box takes the keyboard after the click
        }
        if (!look().typing) {
            return; // without a text box the typed letters would be shortcuts
        }
        hand_.tap(XK_a, {XK_Control_L});
        hand_.write(text);
        if (widget.name == "file.name" || widget.name == "picker.filter") {
            subject_.frames(2);
        } else {
            hand_.tap(XK_Return);
        }
        look();
    }
    if (filter) { // else their lists stay empty
        click(widget);
        hand_.tap(XK_a, {XK_Control_L});
        hand_.tap(XK_BackSpace);
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
        const double way = widget.name == "splitter_right" || widget.name == "splitter_drawer" ? -40 : 40;
        return drag({{widget.x + way, widget.y + way}, {widget.x, widget.y}});
    }
    if (key == "Welcome to xpbd-lab/close") { // released outside: a click would close the sheet, which never returns
        return drag({{widget.x - 100, widget.y + 60}});
    }
    const int button = button_for(widget);
    const int popups = subject_.last().popups;
    hand_.release_only(button);
    if (look().popups != popups) {
        subject_.frames(1); // an opened popup has its place in the next frame, and a closed one is gone
    }
    if (widget.name == "sweep.live") { // off again: a sweep after every touch takes the cores
        click(widget);
    } else if (starts(widget.name, "menu.lesson.") && widget.name != "menu.lesson.leave") {
        click_name("lesson.leave"); // the widgets of a lesson have their own station
    } else if (starts(widget.name, "menu.scene.")) {
        subject_.frames(2);
        if (const Widget* undo = look().find("toast.undo")) { // at once: it brings the tour's scene back
            touch(Widget(*undo));
        }
    } else if (widget.name == "menu.scale_up") { // small again: the larger, the less shows at once
        hand_.tap("ctrl+minus");
    } else if (starts(widget.name, "look.quality.")) { // the other qualities are several times the work
        choose({"look.quality.Low"});
    } else if (widget.name == "look.body.wireframe" || widget.name == "look.body.constraints") { // the same
        choose({"look.body.shaded"});
    } else if (widget.name == "menu.scale_auto") {
        for (int i = 0; i < 5; ++i) { // from 1 to 0.5
            hand_.tap("ctrl+minus");
        }
    }
    after(key, button);
}

/// Notes which widgets a click has opened.
void Tour::note_opened(const std::string& key, int button) {
    const View& view = look();
    if (view.scene != kScene) {
        return; // in the first scene this widget opens something else
    }
    for (const Widget& widget : view.widgets) {
        if ((widget.in_popup() || is_card(widget.window)) && counts(widget)) {
            if (const std::string child = key_of(widget); child != key) {
                openers_.try_emplace(child, Opener{key, button});
            }
        }
    }
}

/// Visits the widgets that a click has opened.
void Tour::after(const std::string& key, int button) {
    note_opened(key, button);
    if (look().popups > 0 && button == 3) { // a menu of its own kind for every slider: visited once
        while (explore_visible(true)) {
        }
        if (look().popups > 0) {
            hand_.tap(XK_Escape);
        }
    }
}

void Tour::touch(const Widget& widget) {
    const std::string key = key_of(widget);
    subject_.note("touch " + key);
    if (press(widget, button_for(widget))) {
        act(widget, key);
    }
}

/// Presses on a widget. True if the widget is under the mouse and not covered; the button then stays down.
bool Tour::press(const Widget& widget, int button) {
    hand_.point(widget.x, widget.y);
    hand_.press(button);
    if (has(look().hovered, widget.name)) {
        const std::string key = key_of(widget);
        touched_.insert(key);
        if (widget.disabled) {
            disabled_.insert(key);
        } else {
            disabled_.erase(key);
        }
        return true;
    }
    hand_.release(button);
    miss(widget);
    return false;
}

/// Clicks a toast away. False where none shows, or under an open menu: the click would close it or choose in it.
bool Tour::dismiss_toast() {
    const View& view = look();
    const Widget* toast = view.find("dismiss");
    if (view.popups > 0 || toast == nullptr || !toast->shows()) {
        return false;
    }
    touched_.insert(key_of(*toast));
    click(Widget(*toast));
    return true;
}

/// Closes popups and cards, then the toasts, which may lie over a widget that was not reached.
void Tour::clear_way() {
    close_all();
    for (int i = 0; i < kTries && dismiss_toast(); ++i) {
    }
}

void Tour::miss(const Widget& widget) {
    const View& view = look();
    if (view.find(widget.name) != nullptr && dismiss_toast()) {
        return; // the toast covered the widget: the next try may succeed
    }
    const std::string key = key_of(widget);
    const std::string why = view.find(widget.name) == nullptr
                                ? "it has gone"
                                : "the mouse is on " + (view.hovered.empty() ? "nothing" : view.hovered.front());
    missed_ = widget.name + ": " + why;
    fail(key, why);
    if (failed_[key].tries % 3 == 0) {
        clear_way();
    }
}

bool Tour::bring_into_view(const std::string& key) {
    for (int i = 0; i < 40; ++i) {
        const View& view = look();
        const auto is_it = [&](const Widget& w) { return key_of(w) == key && w.width > 0; };
        const auto found = std::find_if(view.widgets.begin(), view.widgets.end(), is_it);
        if (found == view.widgets.end()) {
            return false;
        }
        if (std::any_of(found, view.widgets.end(), [&](const Widget& w) { return is_it(w) && w.shows(); })) {
            return true;
        }
        if (i == 0) { // an opened popup or tab has its size and place in its second frame
            subject_.frames(1);
            continue;
        }
        const double away = std::max(found->low_y - found->y, found->y - found->high_y);
        const int notches = 1 + static_cast<int>(std::max(0.0, away) / kNotch);
        const bool above = found->y < found->low_y + 1;
        hand_.point((found->low_x + found->high_x) / 2, (found->low_y + found->high_y) / 2);
        if (dismiss_toast()) { // a toast over the panel takes the wheel
            continue;
        }
        hand_.wheel(above ? notches : -notches);
    }
    return false;
}

/// ", it is at 20, 310 in 10 to 190, 40 to 300; the mouse is on close": in the last frame.
std::string Tour::place_of(const std::string& key) const {
    const std::vector<Widget>& all = subject_.last().widgets;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Widget& w) { return key_of(w) == key; });
    if (found == all.end()) {
        return "";
    }
    std::ostringstream text;
    text << ", it is at " << found->x << ", " << found->y << " in " << found->low_x << " to " << found->high_x << ", "
         << found->low_y << " to " << found->high_y << "; the mouse is on "
         << (subject_.last().hovered.empty() ? "nothing" : subject_.last().hovered.front());
    return text.str();
}

/// Touches the next untouched widget on screen. False if all are touched.
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
        // A widget touched while disabled is touched again. Optional widgets are touched in the first scene only.
        const bool done = touched_.count(key) != 0 && (widget.disabled || disabled_.count(key) == 0);
        return counts(widget) && !done && (view.scene == kScene || !is_optional(key)) && !is_scene(key) &&
               failed_[key].tries < kTries && !ends(key, "/menu.quit") &&
               (view.popups > 0 ? widget.in_popup() : !card || is_card(widget.window));
    };
    int best = 0;
    for (const Widget& widget : view.widgets) {
        if (fits(widget) && (wanted.empty() || rank(widget) < best)) {
            wanted = key_of(widget);
            best = rank(widget);
        }
    }
    if (wanted.empty()) {
        return false;
    }
    if (!bring_into_view(wanted)) {
        const std::vector<Widget>& all = subject_.last().widgets;
        const bool gone = std::none_of(all.begin(), all.end(), [&](const Widget& w) { return key_of(w) == wanted; });
        // A popup that a click has closed is drawn for one more frame: not a miss, as its opener can open it again.
        if (!gone || ++failed_[wanted].vanished > kVanished) {
            fail(wanted, gone ? "it vanishes" : "it does not come into view" + place_of(wanted));
            clear_way(); // the next try opens its panel or menu again
        }
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

/// Touches the next widget that is known and not on screen, by way of what opened it. `lists`: only an entry of a list
/// whose row is on screen, and no method.
bool Tour::explore_hidden(bool lists) {
    if (subject_.last().scene != kScene) {
        return false; // the lists of another scene have other entries
    }
    const std::vector<Widget>& shown = subject_.last().widgets;
    for (const auto& [child, opener] : openers_) {
        if (touched_.count(child) != 0 || failed_[child].tries >= kTries || is_optional(child) || is_scene(child)) {
            continue;
        }
        const auto is_row = [&, &row = opener.key](const Widget& w) { return !w.disabled && key_of(w) == row; };
        if (lists && (!starts(child, "list/") || starts(child, "list/method") ||
                      std::none_of(shown.begin(), shown.end(), is_row))) {
            continue;
        }
        const std::string key = child;
        tidy();
        if (!open(key, 0)) {
            fail(key, "what opens it, " + openers_[key].key + ", is not reached", kTries / kOpenings);
            return true;
        }
        while (explore_visible(false) && subject_.look().popups > 0) {
        }
        return true;
    }
    return false;
}

void Tour::explore() {
    while (true) {
        const View& view = look();
        const bool card =
            std::any_of(view.widgets.begin(), view.widgets.end(), [](const Widget& w) { return is_card(w.window); });
        if ((view.popups > 0 || card) && explore_visible(false)) {
            continue;
        }
        tidy();
        // A list first: the next touch may choose a method without its row.
        if (!explore_hidden(true) && !explore_visible(false) && !explore_hidden(false)) {
            return;
        }
    }
}

void Tour::fail(const std::string& key, const std::string& why, int tries) {
    failed_[key].tries += tries;
    failed_[key].why = why;
}

std::vector<std::string> Tour::untouched() const {
    std::vector<std::string> left;
    for (const std::string& key : seen_) {
        if (touched_.count(key) == 0 && !is_optional(key)) {
            const auto failed = failed_.find(key);
            left.push_back(key + ": " + (failed == failed_.end() ? "never tried" : failed->second.why));
        }
    }
    return left;
}

void Tour::say_touched() const {
    for (const std::string& key : touched_) {
        std::printf("touched %s\n", key.c_str());
    }
}

} // namespace xpbd::test
