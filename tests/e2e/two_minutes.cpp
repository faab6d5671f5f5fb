// Performs "Two minutes with it" of src/window/README.md, item by item, with the mouse on the widgets that a user
// would take, in the real window: two_minutes PROGRAM. Exit 77 (skipped) where Xvfb is missing.
#include "hand.h"

#include <X11/keysym.h>

#include <cmath>
#include <fstream>
#include <iostream>

namespace xpbd::test {
namespace {

using Json = nlohmann::json;

double stiffness(const Json& map, const char* pane) {
    const Json& value = map.at(pane).at("effective_stiffness");
    return value.is_number() ? value.get<double>() : 0;
}

bool near(double value, double wanted, double share) {
    return std::abs(value - wanted) <= share * std::abs(wanted);
}

void check(bool holds, const std::string& what) {
    if (!holds) {
        throw Failure(what);
    }
}

/// A simulated user: reads the map of the window as JSON, and uses mouse and keyboard.
class User : public Hand {
public:
    explicit User(Subject& subject) : Hand(subject), subject_(subject) {}

    void start(const std::vector<std::string>& arguments = {}) {
        subject_.start(arguments);
        take_window();
    }
    /// Presses Ctrl+Q. The program must end with exit code 0.
    void quit() {
        for (const KeySym each : std::initializer_list<KeySym>{XK_Control_L, XK_q}) {
            key(each, true);
        }
        subject_.wait_for_end();
        for (const KeySym each : std::initializer_list<KeySym>{XK_q, XK_Control_L}) {
            key(each, false);
        }
    }
    const Json& look() { return subject_.look().map; }
    void wait(const std::string& what, const std::function<bool(const Json&)>& seen) {
        subject_.wait(what, [&](const View& view) { return seen(view.map); });
    }
    void frames(int count = 3) { subject_.frames(count); }
    bool shows(const std::string& widget) { return subject_.look().find(widget) != nullptr; }
    const std::filesystem::path& folder() const { return subject_.folder(); }
    std::filesystem::path work() const { return subject_.work(); }

private:
    Subject& subject_;
};

/// Number of files in the program's folder whose names end with `end`.
int files_ending(const User& user, const std::string& end) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(user.work())) {
        count += entry.path().filename().string().ends_with(end) ? 1 : 0;
    }
    return count;
}

/// Waits until the state of this name has this value.
void wait_state(User& user, const std::string& name, const Json& value) {
    user.wait(name + " = " + value.dump(), [&](const Json& map) { return map.contains(name) && map[name] == value; });
}

void wait_method(User& user, const std::string& pane, const std::string& method) {
    user.wait(pane + " with the method " + method, [&](const Json& map) { return map[pane]["method"] == method; });
}

void set_playing(User& user, bool playing) {
    wait_state(user, "settled", true); // the panes have taken in all commands
    if (user.look()["playing"] != playing) {
        user.tap("space");
    }
    wait_state(user, "playing", playing);
}

void opens_running(User& user) {
    wait_state(user, "playing", true);
    const Json& map = user.look();
    check(map["panes"] == 2, "two panes");
    check(map["pane_A"]["method"] == "pbd", "pane A is solved by PBD");
    check(map["pane_B"]["method"] == "xpbd", "pane B is solved by XPBD");
    check(map["pane_A"]["iterations"] == 20 && map["pane_B"]["iterations"] == 20, "20 iterations in both");
    const long long frame = map["frame"].get<long long>();
    user.wait("the simulation to run", [&](const Json& now) { return now["frame"] > frame + 5; });
    check(user.shows("welcome.start"), "the sheet of controls at the first start");
    user.tap("Escape");
    user.wait("the sheet to close", [](const Json& now) { return !now["widgets"].contains("welcome.start"); });
    user.frames();
}

void iterations_stiffen_pbd_only(User& user) {
    user.wait("both cloths to hang", [](const Json& map) {
        return near(stiffness(map, "pane_A"), 19, 0.1) && near(stiffness(map, "pane_B"), 200, 0.1);
    });
    // Two actions from the start: drag the slider of the moment, read the answers in the panes. It ends at 200
    // iterations.
    for (const char* pane : {"A", "B"}) {
        check(user.shows("readout_" + std::string(pane) + ".effective_stiffness"), "the answer in each pane");
    }
    user.drag("hint.iterations", 0.1, 0.85);
    wait_state(user, "settled", true);
    const int iterations = user.look()["pane_A"]["iterations"].get<int>();
    check(iterations > 80 && iterations < 120, "Iterations follow the mouse to about 100");
    check(user.look()["pane_B"]["iterations"] == iterations, "the iterations of both panes are linked");
    user.wait("A to stiffen, and B to stay", [](const Json& map) {
        return stiffness(map, "pane_A") > 60 && near(stiffness(map, "pane_B"), 200, 0.02);
    });
    user.drag("hint.iterations", 0.85, 0.5); // 20 iterations
    user.wait("A to soften, and B to stay", [](const Json& map) {
        return stiffness(map, "pane_A") < 25 && near(stiffness(map, "pane_B"), 200, 0.05);
    });
    wait_state(user, "settled", true);
}

void choose_method(User& user, const std::string& letter, const std::string& method) {
    user.click("method_" + letter);
    user.place("method_choice." + method);
    user.frames(5); // the list must stay open, and the program alive
    user.click("method_choice." + method);
    user.wait("the list to close",
              [&](const Json& map) { return !map["widgets"].contains("method_choice." + method); });
    wait_method(user, "pane_" + letter, method);
    user.frames(5);
}

void method_toggles(User& user) {
    const Widget a = user.place("view_A");
    user.move(a.x, a.y);
    user.tap("m");
    wait_method(user, "pane_A", "xpbd");
    user.wait("A as stiff as B", [](const Json& map) { return near(stiffness(map, "pane_A"), 200, 0.05); });
    user.tap("m");
    wait_method(user, "pane_A", "pbd");
    choose_method(user, "A", "hpbd");
    choose_method(user, "B", "vbd");
    choose_method(user, "A", "pbd");
    choose_method(user, "B", "xpbd");
    user.click("method_B");
    user.place("method_choice.pbd");
    user.tap("Escape");
    user.wait("the list to close", [](const Json& map) { return !map["widgets"].contains("method_choice.pbd"); });
    wait_method(user, "pane_B", "xpbd");
}

void type_compliance(User& user, const std::string& text) {
    const auto value = [](const Json& map) { return map["pane_B"]["stretch_compliance"].get<double>(); };
    const double before = value(user.look());
    while (!user.try_double_click("settings.stretch_compliance")) { // a slow double click sets the value twice
        user.wait("the value under the mouse", [&](const Json& map) { return value(map) != before; });
        wait_state(user, "settled", true);
        user.tap("ctrl+z");
        user.wait("the value before", [&](const Json& map) { return value(map) == before; });
    }
    user.place("value_entry");
    user.type(text);
    user.tap("Return");
    user.wait("the compliance " + text,
              [&](const Json& map) { return map["pane_B"]["stretch_compliance"] == std::stod(text); });
    wait_state(user, "typing", false);
    wait_state(user, "settled", true);
}

void compliance_sets_stiffness(User& user) {
    user.click("tab_B");
    wait_state(user, "settings_tab", 1);
    const double before = user.look()["pane_B"]["stretch_compliance"].get<double>();
    // The slider goes from 1e-5 to 0.04 m/N, the range that fits the weight of this cloth.
    user.drag("hint.stretch_compliance", 0.9, 0.95);
    wait_state(user, "settled", true);
    const double after = user.look()["pane_B"]["stretch_compliance"].get<double>();
    check(after != before && after > 0.02 && after < 0.04, "the slider moves decades");
    user.wait("B as soft as 1/alpha", [&](const Json& map) { return near(stiffness(map, "pane_B"), 1 / after, 0.05); });
    type_compliance(user, "0.005");
    user.wait("B back at 200 N/m", [&](const Json& map) { return near(stiffness(map, "pane_B"), 200, 0.05); });
    type_compliance(user, "1e-6");
    user.wait("B far stiffer", [&](const Json& map) { return stiffness(map, "pane_B") > 300; });
}

/// Moves the mouse down the middle of pane A until the window reports that it is on the body.
void find_body(User& user) {
    const Widget view = user.place("view_A");
    const int half = static_cast<int>(view.height / 3);
    for (int below = -half; below < half; below += 20) {
        user.move(view.x, view.y + below);
        if (user.look()["grab"]["hover"] == 0) {
            return;
        }
    }
    throw Failure("no place of the body lights up under the mouse");
}

void pull_is_shared(User& user) {
    find_body(user);
    const Json& mouse = user.look()["mouse"];
    const int x = mouse[0].get<int>(), y = mouse[1].get<int>();
    user.press();
    user.move(x + 10, y);
    user.wait("the grab", [](const Json& map) { return map["grab"]["held"] >= 0; });
    const auto at = [&](const char* what, double wanted_x) {
        user.wait(what, [&](const Json& map) {
            const Json& place = map["grab"]["at"];
            double apart = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                apart += std::abs(place[0][i].get<double>() - place[1][i].get<double>());
            }
            return apart < 1e-3 && std::abs(place[0][0].get<double>() - wanted_x) > 0.05;
        });
        return user.look()["grab"]["at"][0][0].get<double>();
    };
    user.move(x + 40, y);
    const double first = at("both panes at the same point", 1e9);
    user.move(x + 80, y);
    at("both panes at the next point", first);
    user.release();
    user.wait("the end of the grab", [](const Json& map) { return map["grab"]["held"] == -1; });
    user.frames();
}

/// Waits until ten frames in a row repaint nothing. Returns the number of frames painted until then.
long long wait_for_stillness(User& user) {
    long long painted = -1, since = 0;
    user.wait("ten frames that look alike", [&](const Json& map) {
        if (map["painted"] != painted) {
            painted = map["painted"].get<long long>();
            since = map["drawn"].get<long long>();
        }
        return map["drawn"] >= since + 10;
    });
    return painted;
}

void a_right_click_pins(User& user) {
    // After the pull the cloth swings, and the camera follows it: it could leave the mouse before the click.
    set_playing(user, false);
    wait_for_stillness(user);
    const int before = user.look()["pinned"].get<int>();
    const Json hash = user.look()["hash"];
    find_body(user);
    user.click(3);
    user.click("menu.particle.pin");
    wait_state(user, "pinned", before + 1);
    wait_state(user, "settled", true);
    user.wait("the state with the pin", [&](const Json& map) { return map["hash"] != hash; });
    user.tap("ctrl+z");
    wait_state(user, "pinned", before);
    wait_state(user, "hash", hash); // the state is the one from before
}

void steps_and_undo(User& user) {
    set_playing(user, false);
    const long long frame = user.look()["frame"].get<long long>();
    const Json hash = user.look()["hash"];
    user.tap("Left");
    wait_state(user, "frame", frame - 1);
    user.tap("Left");
    wait_state(user, "frame", frame - 2);
    user.wait("another state", [&](const Json& map) { return map["hash"] != hash; });
    user.tap("Right");
    user.tap("Right");
    wait_state(user, "frame", frame);
    wait_state(user, "hash", hash);
    user.tap("ctrl+z");
    user.wait("Ctrl+Z to undo the typed value",
              [](const Json& map) { return map["pane_B"]["stretch_compliance"] == 0.005; });
}

/// An idle window is not redrawn; the mouse on a tab makes it draw.
void draws_what_changes(User& user) {
    const long long painted = wait_for_stillness(user);
    const Widget tab = user.place("drawer.Sweep");
    user.move(tab.x, tab.y);
    user.wait("the tab to light up", [&](const Json& map) { return map["painted"] > painted; });
}

/// Restarts, plays more than 60 frames and pauses.
void start_over(User& user) {
    user.tap("r");
    user.wait("the start", [](const Json& map) { return map["last_frame"] < 60; });
    set_playing(user, true);
    user.wait("some frames", [](const Json& map) { return map["frame"] > 60; });
    set_playing(user, false);
}

/// Returns the path of the picture.
std::string picture_is_written(User& user) {
    user.tap("F12");
    std::string toast;
    user.wait("the picture", [&](const Json& map) {
        for (const Json& each : map["toasts"]) {
            toast = each.get<std::string>();
            if (toast.starts_with("Screenshot: ")) {
                return true;
            }
        }
        return false;
    });
    const std::string name = std::filesystem::path(toast.substr(12)).filename().string();
    const std::filesystem::path path = user.work() / name;
    check(std::filesystem::file_size(path) > 1000, path.string() + " is a picture");
    return path.string();
}

void help_shows(User& user) {
    user.tap("F1");
    wait_state(user, "help", true);
    user.place("help.formula_A");
    user.place("help.formula_B");
    user.type("undo");
    user.wait("a list of what was searched for",
              [](const Json& map) { return !map["widgets"].contains("help.formula_A"); });
    user.tap("Escape");
    wait_state(user, "help", false);
    user.frames();
}

void plots_answer(User& user) {
    const Widget plot = user.place("plot.0");
    user.move(plot.x, plot.y);
    user.place("plot.reading");
    user.wheel(2);
    user.wait("the zoom of the plot", [](const Json& map) { return map["zoomed"][0] == true; });
    user.double_click("plot.0");
    user.wait("all of the plot", [](const Json& map) { return map["zoomed"][0] == false; });
    set_playing(user, false);
    const long long last = user.look()["last_frame"].get<long long>();
    user.drag("plot.0", 0.8, 0.5);
    // The axis begins where the plot's samples do, which need not be frame 0: the middle lies somewhere in between.
    user.wait("the frame under the mouse",
              [&](const Json& map) { return map["frame"] > 0 && map["frame"] < last - 1; });
    check(user.look()["last_frame"] == last, "scrubbing forgets nothing");
}

void enter(User& user, const std::string& widget, const std::string& text) {
    user.click(widget);
    wait_state(user, "typing", true);
    user.tap("ctrl+a");
    user.type(text);
    user.tap("Tab");
}

void sweep_opens_a_run(User& user) {
    user.click("drawer.Sweep");
    enter(user, "sweep.low", "2");
    enter(user, "sweep.high", "8");
    enter(user, "sweep.count", "3");
    enter(user, "sweep.frames", "10");
    user.click("sweep.run");
    user.place("sweep.save"); // the sweep has ended
    user.place("sweep.chart.A.2");
    user.click("sweep.chart.B.2");
    user.wait("the run of the point", [](const Json& map) { return map["pane_B"]["iterations"] == 8; });
    user.frames();
    user.click("drawer.Plots");
    user.place("plot.0");
}

void record_from_popup(User& user, const std::string& format, const std::string& file_end) {
    user.click("record");
    user.click("record." + format);
    user.click("record.start");
    wait_state(user, "recording", true);
    user.wait("three recorded frames",
              [&](const Json&) { return format == "mp4" || files_ending(user, file_end) > 0; });
    user.click("record");
    wait_state(user, "recording", false);
    user.wait("the record in " + format, [&](const Json&) { return files_ending(user, format) > 0; });
}

void ahead_loop_record(User& user) {
    set_playing(user, false);
    const long long last = user.look()["last_frame"].get<long long>();
    user.tap("a");
    // Five seconds, of 120 frames each.
    user.wait("frame " + std::to_string(last + 600),
              [&](const Json& map) { return map["last_frame"] == last + 600 && !map["busy"]; });
    user.tap("o");
    wait_state(user, "looping", true);
    user.wait("the loop to start over", [&](const Json& map) { return map["frame"] < last; });
    user.tap("o");
    wait_state(user, "looping", false);
    set_playing(user, false);
    user.click("record");
    user.click("record.png");
    user.tap("Escape");
    user.wait("the popup to close", [](const Json& map) { return !map["widgets"].contains("record.png"); });
    user.tap("F9");
    wait_state(user, "recording", true);
    user.wait("numbered pictures", [&](const Json&) { return files_ending(user, "_00003.png") > 0; });
    user.tap("F9");
    wait_state(user, "recording", false);
    record_from_popup(user, "obj", "_00003.obj");
    if (has_program("ffmpeg")) {
        record_from_popup(user, "mp4", ".mp4");
    }
}

void match_breaks(User& user) {
    user.click("tab_A");
    wait_state(user, "settings_tab", 0);
    wait_state(user, "settled", true);
    const double before = user.look()["pane_A"]["stretch_stiffness"].get<double>();
    user.click("settings.match_B");
    user.wait("another k", [&](const Json& map) { return map["pane_A"]["stretch_stiffness"] != before; });
    // One edge, matched: k = 1 - r^(1/n), r = alpha/(alpha + h^2 w). Another number of iterations n gives another k.
    const double k = user.look()["pane_A"]["stretch_stiffness"].get<double>();
    set_playing(user, true);
    user.drag("settings.iterations", 0.2, 0.5);
    user.wait("A stiffer than B", [&](const Json& map) {
        return stiffness(map, "pane_A") > 1.2 * stiffness(map, "pane_B") && map["pane_A"]["stretch_stiffness"] == k;
    });
}

/// From the start screen, a click on the menu and one on a lesson show its question; a third click answers it.
void lessons_are_near(User& user) {
    user.click("menu.Lessons");
    user.place("menu.lesson.iterations");
    std::vector<std::string> lessons;
    for (const auto& [name, place] : user.look()["widgets"].items()) {
        if (name.starts_with("menu.lesson.") && name != "menu.lesson.leave") {
            lessons.push_back(name);
        }
    }
    check(lessons.size() >= 10, "at least ten lessons in the menu");
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        if (i > 0) {
            user.click("menu.Lessons");
        }
        user.click(lessons[i]);
        user.wait(lessons[i] + " to ask", [&](const Json& map) {
            const std::string open = map["lesson"];
            return lessons[i] == "menu.lesson." + open &&
                   (map["widgets"].contains("lesson.choice.0") || map["widgets"].contains("lesson.chart"));
        });
    }
    user.click("menu.Lessons");
    user.click("menu.lesson.iterations");
    user.click("lesson.choice.0");
    user.place("lesson.next"); // the answer
    user.click("lesson.leave");
}

void view_menu_acts(User& user) {
    set_playing(user, false); // six panes at once would leave a slow machine little time to draw
    for (const char* colouring : {"stretch", "strain", "tension", "stiffness", "difference", "material"}) {
        user.click("corner.colour_A");
        user.click("menu.colour." + std::string(colouring));
        wait_state(user, "colouring", colouring);
        user.frames();
        check(user.shows("colour_bar") == (colouring != std::string("material")), "a bar tells what the colours mean");
    }
    user.click("menu.View");
    user.click("menu.look");
    user.click("look.contact_forces");
    wait_state(user, "contact_forces", true);
    start_over(user); // a new pane computes all frames from the start
    for (const int count : {1, 2, 3, 4, 6}) {
        user.click("menu.View");
        user.click("menu.panes");
        user.click("menu.panes." + std::to_string(count));
        wait_state(user, "panes", count);
        user.frames();
        check(user.shows("view_" + std::string(1, static_cast<char>('A' + count - 1))), "as many panes as asked for");
    }
}

/// Item by item; the last one opens the picture of item 6 again.
void two_minutes(User& user, int first) {
    // Small pictures: other tests check their content.
    std::ofstream(user.folder() / "config/xpbd-lab/preferences.json")
        << R"({ "screenshot_size": "custom", "screenshot_width": 320, "screenshot_height": 200, "supersampling": 1,
             "scene_pinned": true, "methods_pinned": true, "plots_pinned": true })";
    std::string picture;
    Json shown;
    const std::vector<std::pair<const char*, std::function<void()>>> items = {
        {"1. the window opens running", [&] { opens_running(user); }},
        {"2. Iterations stiffen A, not B", [&] { iterations_stiffen_pbd_only(user); }},
        {"3. M and the method box", [&] { method_toggles(user); }},
        {"4. stretch compliance", [&] { compliance_sets_stiffness(user); }},
        {"5. a pull, steps, undo",
         [&] {
             pull_is_shared(user);
             a_right_click_pins(user);
             steps_and_undo(user);
             draws_what_changes(user);
         }},
        {"6. a picture, and help",
         [&] {
             start_over(user); // no setting changes in between: the picture's session gives the same state
             picture = picture_is_written(user);
             shown = user.look();
             help_shows(user);
         }},
        {"7. plots and sweep",
         [&] {
             plots_answer(user);
             sweep_opens_a_run(user);
         }},
        {"8. in advance, in a loop, recorded, matched",
         [&] {
             ahead_loop_record(user);
             match_breaks(user);
         }},
        {"9. the View menu", [&] { view_menu_acts(user); }},
        {"10. every lesson, in few actions", [&] { lessons_are_near(user); }},
    };
    user.start();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i == 0 || static_cast<int>(i) + 1 >= first) {
            std::cout << items[i].first << std::endl;
            items[i].second();
        }
    }
    user.quit();
    if (!picture.empty()) {
        std::cout << "6, once more. the picture opens where it was made" << std::endl;
        user.start({picture});
        wait_state(user, "frame", shown["frame"]);
        wait_state(user, "hash", shown["hash"]);
        wait_state(user, "playing", false);
        user.quit();
    }
}

/// Saves a picture of the window in the folder XPBD_LAB_TEST_PICTURES, to look at after a failure.
void keep_picture(User& user) {
    const char* place = std::getenv("XPBD_LAB_TEST_PICTURES");
    if (place == nullptr) {
        return;
    }
    user.tap("shift+F12");
    user.frames(10);
    for (const auto& entry : std::filesystem::directory_iterator(user.work())) {
        if (entry.path().extension() == ".png") {
            std::filesystem::copy(entry.path(), place, std::filesystem::copy_options::overwrite_existing);
        }
    }
}

} // namespace
} // namespace xpbd::test

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: two_minutes PROGRAM [FIRST_ITEM]\n";
        return 2;
    }
    using namespace xpbd::test;
    try {
        Subject subject({std::filesystem::absolute(argv[1]).string()});
        User user(subject);
        try {
            two_minutes(user, argc > 2 ? std::stoi(argv[2]) : 1);
        } catch (const std::exception& failure) {
            std::cerr << "FAILED: " << failure.what() << "\n--- the program said:\n"
                      << subject.said() << "--- the last map:\n"
                      << subject.last_state() << "\n";
            keep_picture(user);
            return 1;
        }
    } catch (const Missing& missing) {
        std::cout << "skipped: " << missing.what() << "\n";
        return 77;
    }
    std::cout << "all is as it should be\n";
    return 0;
}
