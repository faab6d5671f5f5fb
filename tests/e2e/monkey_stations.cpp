// The stations of the tour: each brings one panel or dialog on screen.
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

constexpr int kWidth = 640; ///< of the window, except at the narrow station [px]
constexpr int kNarrow = 400;
constexpr int kHeight = 400;
constexpr int kReturns = 4; ///< most times that the tour returns to the presentation

} // namespace

/// Closes popups, text boxes and cards.
void Tour::close_all() {
    std::string clicked;
    for (int i = 0; i < 12; ++i) {
        const View& view = look();
        // Presses Escape also if the widget that was clicked last is still there: a card above it took the click.
        if (view.popups > 0 || view.typing || (!clicked.empty() && view.find(clicked) != nullptr)) {
            clicked.clear();
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
        clicked = way_out->name;
        click(Widget(*way_out));
    }
    throw Failure("a popup or a dialog does not close");
}

/// Restores the state in which each station starts: panes side by side, panels and plots on screen, popups closed.
void Tour::tidy() {
    close_all();
    for (int i = 0; i < 8; ++i) {
        const View view = look();
        const auto press = [&](KeySym key, const char* why) {
            subject_.note(why);
            hand_.tap(key);
        };
        if (view.map["presentation"] == true) {
            press(XK_F5, "F5 leaves the presentation");
        } else if (view.find("lesson.leave") != nullptr) {
            click_name("lesson.leave");
        } else if (view.find("close_look") != nullptr) { // in the place of the methods
            click_name("close_look");
        } else if (view.playing) {
            press(XK_space, "Space pauses: frames of a window that stands still are quick");
        } else if (view.recording) {
            press(XK_F9, "F9 ends the recording");
        } else if (view.busy) {
            press(XK_x, "X ends the job");
        } else if (view.map["panels"] == false) {
            press(XK_Tab, "Tab brings the panels back");
        } else if (view.map["panels_pinned"] != nlohmann::json::array({true, true, true})) {
            const std::size_t free = view.map["panels_pinned"][0] == false   ? 0
                                     : view.map["panels_pinned"][1] == false ? 1
                                                                             : 2;
            constexpr KeySym kKeys[] = {XK_F2, XK_F3, XK_F4};
            subject_.note("Shift and F2, F3, F4 pin the panels again");
            hand_.tap(kKeys[free], {XK_Shift_L});
        } else if (view.map["advanced"] == false && view.find("settings.advanced") != nullptr) {
            click_name("settings.advanced"); // opens the advanced parameters: the tour touches them, too
        } else if (view.find("drawer.Plots") == nullptr) {
            press(XK_F3, "F3 brings the plots back");
        } else if (view.mode != 0) {
            press(XK_3, "3 brings the panes back");
        } else if (view.scene != scene_) {
            choose({"menu.Scenes", "menu.scene." + scene_});
            subject_.wait("the station's scene", [&](const View& now) { return now.scene == scene_; });
        } else if (view.panes != panes_) {
            choose_panes();
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
    choose({"drawer.Sweep"});
    explore();
    end_sweep(); // ends the live sweep, which the switch has started
    tidy();
    if (look().find("sweep.parameter") == nullptr) {
        choose({"drawer.Sweep"});
    }
    choose({"sweep.run"});
    explore();
    end_sweep();
    explore(); // touches widgets that only a result shows
    tidy();
    choose({"drawer.Plots"});
    explore();
}

void Tour::wait_for_lesson() {
    subject_.wait("the answer of a lesson", [](const View& view) { return view.find("lesson.next") != nullptr; });
}

/// Tours a lesson: every choice, a curve that is drawn, exploring, coming back and leaving.
void Tour::lesson() {
    tidy();
    choose({"menu.Lessons", "menu.lesson.iterations"});
    for (const char* choice : {"lesson.choice.0", "lesson.choice.1", "lesson.choice.2"}) {
        choose({choice});
        wait_for_lesson();
        choose({"lesson.again"});
    }
    choose({"lesson.choice.1"});
    wait_for_lesson();
    choose({"lesson.next"});
    choose({"lesson.measure"}); // too early: no curve is drawn yet
    choose({"lesson.chart"});
    const Widget chart = *look().find("lesson.chart");
    press_and_drag(chart, {{chart.x - chart.width / 3, chart.y}, {chart.x + chart.width / 3, chart.y - 10}});
    choose({"lesson.measure"});
    wait_for_lesson();
    choose({"lesson.on"});
    choose({"lesson.back"});
    choose({"settings.iterations"}); // explores
    choose({"lesson.return"});
    choose({"lesson.leave"});
    choose({"menu.Lessons", "menu.lesson.timestep"});
    choose({"menu.Session", "menu.lesson.leave"});
    choose({"menu.Scenes", "menu.pick_scene", "picker.lesson.compliance"});
    choose({"lesson.leave"});
    choose({"menu.Scenes", "menu.pick_scene", "picker.figure.iterations"});
    choose({"menu.Scenes", "menu.pick_scene", std::string("picker.") + kScene});
    tidy();
}

/// Sets the size of screenshots and recordings from now on.
void Tour::picture_size(const std::string& size, const std::string& supersampling) {
    tidy();
    choose({"menu.Screenshot", "menu.shot_options", size, supersampling, "shot.done"});
    tidy();
}

/// Tours long jobs: computing in advance, a recording, and a screenshot that takes long to draw.
void Tour::jobs() {
    tidy();
    choose({"ahead", "ahead.seconds"});
    subject_.wait("the box of seconds to take text", [](const View& view) { return view.typing; });
    hand_.tap(XK_a, {XK_Control_L});
    hand_.type("99999"); // long enough not to end before Cancel
    hand_.tap(XK_Return);
    close_all();
    choose({"ahead", "ahead.compute"});
    subject_.wait("the job", [](const View& view) { return view.find("job.cancel") != nullptr; });
    while (look().busy) { // repeats the click if it missed
        click_name("job.cancel");
    }
    picture_size("shot.size.0", "shot.supersampling.1");
    choose({"record", "record.png", "record.start"});
    subject_.wait("the recording", [](const View& view) { return view.recording; });
    subject_.wait("three pictures", [](const View& view) { return view.map["recorded"] >= 3; });
    choose({"record"}); // a second click stops the recording
    subject_.wait("the recording's end", [](const View& view) { return !view.recording; });
    explore();
    large_pictures();
}

/// Takes a screenshot and a recording of 4K with 4 x 4 samples. The window must stay alive while they are drawn.
void Tour::large_pictures() {
    picture_size("shot.size.2", "shot.supersampling.4");
    choose({"menu.Screenshot", "menu.shot"});
    subject_.wait("a screenshot that takes a while",
                  [](const View& view) { return view.drawing && view.find("job.cancel") != nullptr; });
    while (look().drawing) {
        click_name("job.cancel");
    }
    hand_.tap(XK_F9);
    subject_.wait("the recording", [](const View& view) { return view.recording; });
    subject_.frames(30);
    hand_.tap(XK_F9);
    subject_.wait("the recording's end", [](const View& view) { return !view.recording; });
    picture_size("shot.size.0", "shot.supersampling.1");
}

void Tour::choose_panes() {
    choose({"menu.View", "menu.panes", "menu.panes." + std::to_string(panes_)});
    subject_.wait(std::to_string(panes_) + " panes", [&](const View& view) { return view.panes == panes_; });
}

void Tour::pane_counts() {
    for (const int count : {6, 1, 2}) {
        panes_ = count;
        tidy();
        explore();
        if (count == 6) { // shows each pane alone
            choose({"menu.View"});
            explore();
        }
    }
}

/// Tours a window without room for the panel on the left.
void Tour::narrow() {
    tidy();
    hand_.resize(kNarrow, kHeight);
    subject_.frames(4);
    look();
    explore();
    choose({"tab_scene"});
    explore();
    hand_.resize(kWidth, kHeight);
    subject_.frames(4);
}

/// Tours the drawer without panels, where it has more room.
void Tour::without_panels() {
    tidy();
    hand_.tap(XK_Tab);
    while (explore_visible(false)) {
    }
}

/// The presentation, with the laser pointer and without.
void Tour::presentation() {
    const auto all_touched = [&] {
        const std::vector<std::string> left = untouched();
        return std::none_of(left.begin(), left.end(),
                            [](const std::string& key) { return key.starts_with("present"); });
    };
    // The Escape that closes the text box of a slider may leave the presentation before all of its widgets are touched.
    for (int returns = 0; returns == 0 || (returns <= kReturns && !all_touched()); ++returns) {
        tidy();
        choose({"menu.View", "menu.presentation"});
        subject_.wait("the presentation", [](const View& view) { return view.map["presentation"] == true; });
        hand_.tap(XK_d);
        while (explore_visible(false) && look().map["presentation"] == true) {
        }
    }
    tidy();
}

/// Chooses every scene and tours its widgets; then goes back to the first scene.
void Tour::scenes() {
    const std::string list = "list/";
    for (const std::string& key : std::set<std::string>(seen_)) {
        if (is_scene(key)) {
            tidy();
            while (dismiss_toast()) { // it would lie over the list
            }
            choose({"scene", key.substr(list.size())});
            subject_.frames(2);
            scene_ = look().scene;
            explore();
        }
    }
    scene_ = kScene;
    tidy();
}

/// Types a name in the work folder into a file dialog, which may show another folder, and accepts it; accepts again
/// while the dialog stays open for a question.
void Tour::use_file(const std::string& entry, const std::string& name) {
    for (int i = 0; i < 5; ++i) {
        tidy();
        choose({"menu.Session", entry, "file.name"});
        hand_.tap(XK_a, {XK_Control_L});
        hand_.write((subject_.work() / name).string());
        subject_.frames(2);
        for (int press = 0; press < 3 && click_name("file.accept"); ++press) {
            if (look().find("file.accept") == nullptr) {
                return;
            }
        }
    }
    throw Failure("the dialog of files does not take " + name);
}

/// Tours file dialogs with files in their lists.
void Tour::files() {
    for (const char* entry : {"menu.save_as", "menu.save_as", "menu.open"}) {
        use_file(entry, "monkey.json");
    }
    tidy();
    choose({"menu.Session", "menu.open"});
    explore();
}

void Tour::divergence() {
    std::ofstream(subject_.work() / "diverges.json") << kDiverges;
    use_file("menu.open", "diverges.json");
    subject_.wait("a badge that says diverged",
                  [](const View& view) { return view.map["pane_A"]["diverged"] == true; });
    choose({"badge_A.0", "badge.restore"});
    scene_ = look().scene;
    explore();
    scene_ = kScene;
    tidy();
}

/// Runs a station and prints how many widgets it touched and how many frames it took.
void Tour::visit(const char* name, void (Tour::*station)()) {
    const long long before = subject_.last().drawn;
    const std::size_t touched = touched_.size();
    for (auto& [key, failed] : failed_) { // a widget may be within reach at another station
        failed.tries = failed.vanished = 0;
    }
    (this->*station)();
    std::printf("%-12s %4zu widgets, %5lld frames, %5.0f MB, %4.0f of them recorded frames\n", name,
                touched_.size() - touched, look().drawn - before, subject_.resident_mb(),
                look().map["timeline_bytes"].get<double>() / 1e6);
    std::fflush(stdout);
}

void Tour::run() {
    visit("welcome", &Tour::welcome);
    visit("panels", &Tour::explore);
    visit("sweep", &Tour::sweep);
    visit("lesson", &Tour::lesson);
    visit("jobs", &Tour::jobs);
    visit("panes", &Tour::pane_counts);
    visit("files", &Tour::files);
    visit("no panels", &Tour::without_panels);
    visit("presentation", &Tour::presentation);
    visit("narrow", &Tour::narrow);
    visit("wide", &Tour::explore);
    visit("scenes", &Tour::scenes);
    visit("divergence", &Tour::divergence);
    tidy();
    choose({"menu.Session", "menu.new"});
    tidy();
}

void Tour::quit() {
    close_all();
    subject_.note("quit");
    choose({"menu.Session"});
    const Widget* widget = look().find("menu.quit");
    if (widget == nullptr || !bring_into_view(key_of(*widget))) {
        throw Failure("the menu has no Quit");
    }
    const Widget at = *subject_.last().find("menu.quit");
    hand_.move(at.x, at.y);
    hand_.button(1, true);
    hand_.button(1, false);
    subject_.wait_for_end();
}

} // namespace xpbd::test
