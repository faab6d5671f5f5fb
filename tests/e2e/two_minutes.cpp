// Does what the README's "Two minutes with it" says, item by item, with the mouse on the widgets that a user would
// take, in the real window: two_minutes PROGRAM. Exit 77 (skipped) where Xvfb or xdotool is missing.
#include "hand.h"

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

/// Files in the folder of the program whose names end so.
int files_ending(const Hand& hand, const std::string& end) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(hand.folder() / "work")) {
        count += entry.path().filename().string().ends_with(end) ? 1 : 0;
    }
    return count;
}

/// Waits until the state of this name has this value.
void wait_state(Hand& hand, const std::string& name, const Json& value) {
    hand.wait(name + " = " + value.dump(), [&](const Json& map) { return map.contains(name) && map[name] == value; });
}

void wait_method(Hand& hand, const std::string& pane, const std::string& method) {
    hand.wait(pane + " with the method " + method, [&](const Json& map) { return map[pane]["method"] == method; });
}

void set_playing(Hand& hand, bool playing) {
    if (hand.look()["playing"] != playing) {
        hand.key("space");
    }
    wait_state(hand, "playing", playing);
}

void opens_running(Hand& hand) {
    wait_state(hand, "playing", true);
    const Json& map = hand.look();
    check(map["panes"] == 2, "two panes");
    check(map["pane_A"]["method"] == "pbd", "pane A is solved by PBD");
    check(map["pane_B"]["method"] == "xpbd", "pane B is solved by XPBD");
    check(map["pane_A"]["iterations"] == 20 && map["pane_B"]["iterations"] == 20, "20 iterations in both");
    const long long frame = map["frame"].get<long long>();
    hand.wait("the simulation to run", [&](const Json& now) { return now["frame"] > frame + 5; });
    check(hand.shows("welcome.start"), "the sheet of controls at the first start");
    hand.key("Escape");
    hand.wait("the sheet to close", [](const Json& now) { return !now["widgets"].contains("welcome.start"); });
    hand.frames();
}

void iterations_stiffen_pbd_only(Hand& hand) {
    hand.wait("both cloths to hang", [](const Json& map) {
        return near(stiffness(map, "pane_A"), 5.66, 0.1) && near(stiffness(map, "pane_B"), 50, 0.1);
    });
    // The slider ends at 200 iterations.
    hand.drag("settings.iterations", 0.1, 0.5);
    const int iterations = hand.look()["pane_A"]["iterations"].get<int>();
    check(iterations > 80 && iterations < 120, "Iterations follow the mouse to about 100");
    wait_state(hand, "settled", true); // an entry of its own for Ctrl+Z
    check(hand.look()["pane_B"]["iterations"] == iterations, "the iterations of both panes are linked");
    hand.wait("A to stiffen, and B to stay", [](const Json& map) {
        return stiffness(map, "pane_A") > 20 && near(stiffness(map, "pane_B"), 50, 0.02);
    });
    hand.drag("settings.iterations", 0.5, 0.1);
    hand.wait("A to soften, and B to stay",
              [](const Json& map) { return stiffness(map, "pane_A") < 8 && near(stiffness(map, "pane_B"), 50, 0.05); });
    wait_state(hand, "settled", true);
}

void choose_method(Hand& hand, const std::string& letter, const std::string& method) {
    hand.click("method_" + letter);
    hand.place("method_choice." + method);
    hand.frames(5); // the list stays, and the program with it
    hand.click("method_choice." + method);
    hand.wait("the list to close",
              [&](const Json& map) { return !map["widgets"].contains("method_choice." + method); });
    wait_method(hand, "pane_" + letter, method);
    hand.frames(5);
}

void method_toggles(Hand& hand) {
    const Hand::Place a = hand.place("view_A");
    hand.move(a.x, a.y);
    hand.key("m");
    wait_method(hand, "pane_A", "xpbd");
    hand.wait("A as stiff as B", [](const Json& map) { return near(stiffness(map, "pane_A"), 50, 0.05); });
    hand.key("m");
    wait_method(hand, "pane_A", "pbd");
    choose_method(hand, "A", "hpbd");
    choose_method(hand, "B", "vbd");
    choose_method(hand, "A", "pbd");
    choose_method(hand, "B", "xpbd");
    hand.click("method_B");
    hand.place("method_choice.pbd");
    hand.key("Escape");
    hand.wait("the list to close", [](const Json& map) { return !map["widgets"].contains("method_choice.pbd"); });
    wait_method(hand, "pane_B", "xpbd");
}

void type_compliance(Hand& hand, const std::string& text) {
    hand.double_click("settings.stretch_compliance");
    hand.place("value_entry");
    hand.type(text);
    hand.key("Return");
    hand.wait("the compliance " + text,
              [&](const Json& map) { return map["pane_B"]["stretch_compliance"] == std::stod(text); });
    wait_state(hand, "typing", false);
    wait_state(hand, "settled", true);
}

void compliance_sets_stiffness(Hand& hand) {
    hand.click("tab_B");
    wait_state(hand, "settings_tab", 1);
    const double before = hand.look()["pane_B"]["stretch_compliance"].get<double>();
    // 12 decades from end to end: a tenth of the way is more than one.
    hand.drag("settings.stretch_compliance", 0.9, 0.95);
    const double after = hand.look()["pane_B"]["stretch_compliance"].get<double>();
    check(after != before && after > 0.1 && after < 1, "the slider moves decades");
    hand.wait("B as soft as 1/alpha", [&](const Json& map) { return near(stiffness(map, "pane_B"), 1 / after, 0.05); });
    type_compliance(hand, "0.02");
    hand.wait("B back at 50 N/m", [&](const Json& map) { return near(stiffness(map, "pane_B"), 50, 0.05); });
    type_compliance(hand, "1e-6");
    hand.wait("B far stiffer", [&](const Json& map) { return stiffness(map, "pane_B") > 80; });
}

/// The body is where the cursor finds it: the row of places across the middle of the pane, from its top down.
void find_body(Hand& hand) {
    const Hand::Place view = hand.place("view_A");
    for (int y = view.y - view.height / 3; y < view.y + view.height / 3; y += 20) {
        hand.move(view.x, y);
        if (hand.look()["grab"]["hover"] == 0) {
            return;
        }
    }
    throw Failure("no place of the body lights up under the mouse");
}

void pull_is_shared(Hand& hand) {
    hand.hold_key("ctrl");
    find_body(hand);
    hand.press();
    hand.wait("the grab", [](const Json& map) { return map["grab"]["held"] >= 0; });
    const Json& mouse = hand.look()["mouse"];
    const int x = mouse[0].get<int>(), y = mouse[1].get<int>();
    const auto at = [&](const char* what, double wanted_x) {
        hand.wait(what, [&](const Json& map) {
            const Json& place = map["grab"]["at"];
            double apart = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                apart += std::abs(place[0][i].get<double>() - place[1][i].get<double>());
            }
            return apart < 1e-3 && std::abs(place[0][0].get<double>() - wanted_x) > 0.05;
        });
        return hand.look()["grab"]["at"][0][0].get<double>();
    };
    hand.move(x + 40, y);
    const double first = at("both panes at the same point", 1e9);
    hand.move(x + 80, y);
    at("both panes at the next point", first);
    hand.release();
    hand.wait("the end of the grab", [](const Json& map) { return map["grab"]["held"] == -1; });
    hand.let_go_key("ctrl");
}

void steps_and_undo(Hand& hand) {
    set_playing(hand, false);
    const long long frame = hand.look()["frame"].get<long long>();
    const Json hash = hand.look()["hash"];
    hand.key("Left");
    wait_state(hand, "frame", frame - 1);
    hand.key("Left");
    wait_state(hand, "frame", frame - 2);
    hand.wait("another state", [&](const Json& map) { return map["hash"] != hash; });
    hand.key("Right");
    hand.key("Right");
    wait_state(hand, "frame", frame);
    wait_state(hand, "hash", hash);
    hand.key("ctrl+z");
    hand.wait("Ctrl+Z to undo the typed value",
              [](const Json& map) { return map["pane_B"]["stretch_compliance"] == 0.02; });
}

/// Returns the path of the picture.
std::string picture_is_written(Hand& hand) {
    hand.key("F12");
    std::string toast;
    hand.wait("the picture", [&](const Json& map) {
        for (const Json& each : map["toasts"]) {
            toast = each.get<std::string>();
            if (toast.starts_with("Screenshot: ")) {
                return true;
            }
        }
        return false;
    });
    const std::string name = std::filesystem::path(toast.substr(12)).filename().string();
    const std::filesystem::path path = hand.folder() / "work" / name;
    check(std::filesystem::file_size(path) > 1000, path.string() + " is a picture");
    return path.string();
}

void help_shows(Hand& hand) {
    hand.key("F1");
    wait_state(hand, "help", true);
    hand.place("help.formula_A");
    hand.place("help.formula_B");
    hand.type("undo");
    hand.wait("a list of what was searched for",
              [](const Json& map) { return !map["widgets"].contains("help.formula_A"); });
    hand.key("Escape");
    wait_state(hand, "help", false);
    hand.frames();
}

void plots_answer(Hand& hand) {
    const Hand::Place plot = hand.place("plot.0");
    hand.move(plot.x, plot.y);
    hand.place("plot.reading");
    hand.wheel(2);
    hand.wait("the zoom of the plot", [](const Json& map) { return map["zoomed"][0] == true; });
    hand.double_click("plot.0");
    hand.wait("all of the plot", [](const Json& map) { return map["zoomed"][0] == false; });
    set_playing(hand, false);
    const long long last = hand.look()["last_frame"].get<long long>();
    hand.drag("plot.0", 0.8, 0.5);
    // The axis begins where the plot's samples do, which need not be frame 0: the middle lies somewhere in between.
    hand.wait("the frame under the mouse",
              [&](const Json& map) { return map["frame"] > 0 && map["frame"] < last - 1; });
    check(hand.look()["last_frame"] == last, "scrubbing forgets nothing");
}

void enter(Hand& hand, const std::string& widget, const std::string& text) {
    hand.click(widget);
    wait_state(hand, "typing", true);
    hand.key("ctrl+a");
    hand.type(text);
    hand.key("Tab");
}

void sweep_opens_a_run(Hand& hand) {
    hand.click("drawer.Sweep");
    enter(hand, "sweep.low", "2");
    enter(hand, "sweep.high", "8");
    enter(hand, "sweep.count", "3");
    enter(hand, "sweep.frames", "10");
    hand.click("sweep.run");
    hand.place("sweep.save"); // it has ended
    hand.place("sweep.chart.A.2");
    hand.click("sweep.chart.B.2");
    hand.wait("the run of the point", [](const Json& map) { return map["pane_B"]["iterations"] == 8; });
    hand.frames();
    hand.click("drawer.Plots");
    hand.place("plot.0");
}

void record_from_popup(Hand& hand, const std::string& format, const std::string& file_end) {
    hand.click("record");
    hand.click("record." + format);
    hand.click("record.start");
    wait_state(hand, "recording", true);
    hand.wait("three recorded frames",
              [&](const Json&) { return format == "mp4" || files_ending(hand, file_end) > 0; });
    hand.click("record");
    wait_state(hand, "recording", false);
    hand.wait("the record in " + format, [&](const Json&) { return files_ending(hand, format) > 0; });
}

void ahead_loop_record(Hand& hand) {
    set_playing(hand, false);
    const long long last = hand.look()["last_frame"].get<long long>();
    hand.key("a");
    // Five seconds, of 120 frames each.
    hand.wait("frame " + std::to_string(last + 600),
              [&](const Json& map) { return map["last_frame"] == last + 600 && !map["busy"]; });
    hand.key("o");
    wait_state(hand, "looping", true);
    hand.wait("the loop to start over", [&](const Json& map) { return map["frame"] < last; });
    hand.key("o");
    wait_state(hand, "looping", false);
    set_playing(hand, false);
    hand.click("record");
    hand.click("record.png");
    hand.key("Escape");
    hand.wait("the popup to close", [](const Json& map) { return !map["widgets"].contains("record.png"); });
    hand.key("F9");
    wait_state(hand, "recording", true);
    hand.wait("numbered pictures", [&](const Json&) { return files_ending(hand, "_00003.png") > 0; });
    hand.key("F9");
    wait_state(hand, "recording", false);
    record_from_popup(hand, "obj", "_00003.obj");
    if (has_program("ffmpeg")) {
        record_from_popup(hand, "mp4", ".mp4");
    }
}

void match_breaks(Hand& hand) {
    hand.click("tab_A");
    wait_state(hand, "settings_tab", 0);
    wait_state(hand, "settled", true);
    const double before = hand.look()["pane_A"]["stretch_stiffness"].get<double>();
    hand.click("settings.match_B");
    hand.wait("another k", [&](const Json& map) { return map["pane_A"]["stretch_stiffness"] != before; });
    // One edge, matched: k = 1 - r^(1/n), r = alpha/(alpha + h^2 w). With other iterations another k would match.
    const double k = hand.look()["pane_A"]["stretch_stiffness"].get<double>();
    set_playing(hand, true);
    hand.drag("settings.iterations", 0.2, 0.5);
    hand.wait("A stiffer than B", [&](const Json& map) {
        return stiffness(map, "pane_A") > 1.2 * stiffness(map, "pane_B") && map["pane_A"]["stretch_stiffness"] == k;
    });
}

void view_menu_acts(Hand& hand) {
    set_playing(hand, false); // four panes at once would leave a slow machine little time to draw
    for (const char* colouring : {"stretch", "tension", "stiffness", "difference", "material"}) {
        hand.click("menu.View");
        hand.click("menu.colour");
        hand.click("menu.colour." + std::string(colouring));
        wait_state(hand, "colouring", colouring);
        hand.frames();
        check(hand.shows("colour_bar") == (colouring != std::string("material")), "a bar tells what the colours mean");
    }
    hand.click("menu.View");
    hand.click("menu.contact_forces");
    wait_state(hand, "contact_forces", true);
    for (const int count : {1, 2, 3, 4}) {
        hand.click("menu.View");
        hand.click("menu.panes");
        hand.click("menu.panes." + std::to_string(count));
        wait_state(hand, "panes", count);
        hand.frames();
        check(hand.shows("view_" + std::string(1, static_cast<char>('A' + count - 1))), "as many panes as asked for");
    }
}

/// Item by item; the last one opens the picture of item 6 again.
void two_minutes(Hand& hand, int first) {
    // Small pictures: what they show is tested elsewhere.
    std::ofstream(hand.folder() / "config/xpbd-lab/preferences.json")
        << R"({ "screenshot_size": "custom", "screenshot_width": 320, "screenshot_height": 200, "supersampling": 1 })";
    std::string picture;
    Json shown;
    const std::vector<std::pair<const char*, std::function<void()>>> items = {
        {"1. the window opens running", [&] { opens_running(hand); }},
        {"2. Iterations stiffen A, not B", [&] { iterations_stiffen_pbd_only(hand); }},
        {"3. M and the method box", [&] { method_toggles(hand); }},
        {"4. stretch compliance", [&] { compliance_sets_stiffness(hand); }},
        {"5. a pull, steps, undo",
         [&] {
             pull_is_shared(hand);
             steps_and_undo(hand);
         }},
        {"6. a picture, and help",
         [&] {
             // From the start, with nothing changed on the way: then the picture's session leads to the same state.
             hand.key("r");
             hand.wait("the start", [](const Json& map) { return map["last_frame"] < 60; });
             set_playing(hand, true);
             hand.wait("some frames", [](const Json& map) { return map["frame"] > 60; });
             set_playing(hand, false);
             picture = picture_is_written(hand);
             shown = hand.look();
             help_shows(hand);
         }},
        {"7. plots and sweep",
         [&] {
             plots_answer(hand);
             sweep_opens_a_run(hand);
         }},
        {"8. in advance, in a loop, recorded, matched",
         [&] {
             ahead_loop_record(hand);
             match_breaks(hand);
         }},
        {"9. the View menu", [&] { view_menu_acts(hand); }},
    };
    hand.start();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i == 0 || static_cast<int>(i) + 1 >= first) {
            std::cout << items[i].first << std::endl;
            items[i].second();
        }
    }
    hand.quit();
    if (!picture.empty()) {
        std::cout << "6, once more. the picture opens where it was made" << std::endl;
        hand.start({picture});
        wait_state(hand, "frame", shown["frame"]);
        wait_state(hand, "hash", shown["hash"]);
        wait_state(hand, "playing", false);
        hand.quit();
    }
}

} // namespace
} // namespace xpbd::test

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: two_minutes PROGRAM [FIRST_ITEM]\n";
        return 2;
    }
    if (!xpbd::test::has_program("Xvfb") || !xpbd::test::has_program("xdotool")) {
        std::cout << "skipped: needs Xvfb and xdotool (apt-get install xvfb xdotool)\n";
        return 77;
    }
    xpbd::test::Hand hand(std::filesystem::absolute(argv[1]).string());
    try {
        xpbd::test::two_minutes(hand, argc > 2 ? std::stoi(argv[2]) : 1);
    } catch (const std::exception& failure) {
        std::cerr << "FAILED: " << failure.what() << "\n--- the program said:\n"
                  << hand.said() << "--- the last map:\n"
                  << hand.last_map() << "\n";
        hand.keep_picture();
        return 1;
    }
    std::cout << "all is as it should be\n";
    return 0;
}
