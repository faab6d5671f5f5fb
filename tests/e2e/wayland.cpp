// The window on a Wayland desktop, at the scales 1 and 2: its size, the mouse, keys, typing, the clipboard, a dropped
// file, a presentation, the full screen, and the loss of the desktop.
//   wayland PROGRAM [DRAG]
// DRAG drags a file (wayland_drag). Exit 77 (skipped) without it: then GLFW has no Wayland here; and where Xvfb, weston
// or wl-clipboard are missing.
#include "hand.h"

#include <X11/keysym.h>

#include <algorithm>
#include <fstream>
#include <iostream>

namespace xpbd::test {
namespace {

using Json = nlohmann::json;

constexpr int kWidth = 1280, kHeight = 720; ///< of the output, in the desktop's units
constexpr int kPanel = 32;                  ///< height of weston's panel, in the same units
constexpr int kTitle = 20;                  ///< a little less than the title bar of any frame

void check(bool holds, const std::string& what) {
    if (!holds) {
        throw Failure(what);
    }
}

void wait_state(Subject& subject, const std::string& name, const Json& value) {
    subject.wait(name + " = " + value.dump(), [&](const View& view) { return view.map[name] == value; });
}

/// Returns the session with another number of iterations.
std::string with_iterations(const std::string& session, int count) {
    Json json = Json::parse(session);
    for (Json& pane : json["panes"]) {
        pane["iterations"] = count;
    }
    return json.dump();
}

void fits(Subject& subject, Hand& hand, int scale) {
    const Json window = subject.look().map["window"];
    check(window["wayland"] == true, "GLFW has not taken Wayland");
    check(window["scale"] == scale && window["ratio"] == scale, "content scale " + window.dump());
    check(window["maximised"] == true, "a window of 1600 x 900 has to be maximised on 1280 x 720");
    const double width = window["pixels"][0], height = window["pixels"][1];
    check(width == kWidth * scale && hand.left() == 0, "as wide as the screen");
    check(hand.top() >= (kPanel + kTitle) * scale, "room for the panel and for a title");
    check(hand.top() + height <= kHeight * scale, "the lower end is on screen");
    check(hand.top() + height >= (kHeight - 2) * scale, "and at the end of the screen");
}

void drags_and_types(Subject& subject, Hand& hand) {
    std::cout << "  a drag, typing, a key that repeats" << std::endl;
    hand.tap("Escape");
    subject.wait("the sheet to close", [](const View& view) { return view.find("welcome.start") == nullptr; });
    hand.drag("hint.iterations", 0.1, 0.85);
    subject.wait("iterations as dragged", [](const View& view) {
        const int count = view.map["iterations"];
        return count > 80 && count < 120;
    });
    hand.double_click("hint.iterations");
    hand.tap("ctrl+a");
    hand.type("37");
    hand.tap("Return");
    wait_state(subject, "iterations", 37);
    wait_state(subject, "settled", true);
    hand.tap("space");
    wait_state(subject, "playing", false);
    const Widget picture = hand.place("view_A");
    hand.move(picture.x, picture.y); // not over a slider, which the key would move
    const long long frame = subject.look().map["frame"];
    hand.key(XK_Right, true); // one step, then the key repeats
    subject.wait("steps by a held key", [&](const View& view) { return view.map["frame"] >= frame + 4; });
    hand.key(XK_Right, false);
    subject.frames(2);
}

void orbits_beyond_the_edge(Subject& subject, Hand& hand) {
    std::cout << "  a drag beyond the window" << std::endl;
    const Widget view = hand.place("view_A");
    hand.move(view.x, view.y);
    hand.button(2, true);
    hand.point(-hand.left() + 1, -hand.top() + 1); // over the desktop's panel
    subject.wait("the mouse above the window", [](const View& now) { return now.map["mouse"][1] < 0; });
    hand.button(2, false);
    hand.move(view.x + 10, view.y); // back in the window
    hand.move(view.x, view.y);
}

/// Returns the session that was copied.
std::string copies_and_pastes(Subject& subject, Hand& hand) {
    std::cout << "  the clipboard, both ways" << std::endl;
    hand.tap("ctrl+c");
    subject.wait("a word about it", [](const View& view) { return !view.map["toasts"].empty(); });
    subject.start_beside({"wl-paste", "--type", "text/plain;charset=utf-8"});
    std::string text = subject.said_beside("\n}");
    check(Json::parse(text, nullptr, false)["format"] == "xpbd-lab", "the session as text: " + text);
    text = with_iterations(text, 51);
    subject.start_beside({"sh", "-c", "wl-copy \"$0\" && echo copied", text});
    subject.said_beside("copied");
    subject.start_beside({"wl-paste", "--type", "text/plain;charset=utf-8"});
    subject.said_beside(text); // then the desktop has the text
    hand.tap("ctrl+v");
    wait_state(subject, "iterations", 51);
    return text;
}

void takes_a_drop(Subject& subject, Hand& hand, const std::string& drag, const std::filesystem::path& file,
                  const std::function<bool(const Json& map)>& opened) {
    std::cout << "  a dropped file" << std::endl;
    const Widget view = hand.place("view_A");
    subject.start_beside({drag, file.string()});
    // Windows that come and go under the mouse learn of it when it moves.
    const auto stir = [&, step = 0]() mutable {
        step = 1 - step;
        hand.point(view.x + step, view.y);
    };
    subject.said_beside("here", stir);
    hand.button(1, true);
    subject.said_beside("drag");
    subject.said_beside("taken", stir);
    hand.button(1, false);
    subject.wait("the session of " + file.string(), [&](const View& now) { return opened(now.map); });
    // The desktop gives the keyboard to who is clicked on.
    hand.click_at(view.x - view.width / 2 + 8, view.y + view.height / 2 - 8);
    subject.wait("the keyboard", [](const View& now) { return now.map["window"]["focused"] == true; });
}

void presents_in_full_screen(Subject& subject, Hand& hand, int scale) {
    std::cout << "  a presentation, in full screen" << std::endl;
    const auto pixels = [&](double height) {
        return [=](const View& view) { return view.map["window"]["pixels"] == Json{kWidth * scale, height}; };
    };
    const double height = subject.look().map["window"]["pixels"][1];
    hand.tap("F5");
    wait_state(subject, "presentation", true);
    hand.tap("F11");
    subject.wait("the full screen", pixels(kHeight * scale));
    hand.tap("F11");
    subject.wait("the window as it was", pixels(height));
    hand.tap("F5");
    wait_state(subject, "presentation", false);
}

void quits(Subject& subject, Hand& hand) {
    std::cout << "  quits" << std::endl;
    hand.key(XK_Control_L, true);
    hand.key(XK_q, true);
    subject.wait_for_end();
    hand.key(XK_q, false);
    hand.key(XK_Control_L, false);
    check(subject.said().empty(), "nothing to say: " + subject.said());
}

void loses_the_desktop(Subject& subject) {
    std::cout << "  the desktop is lost" << std::endl;
    subject.lose_desktop();
    subject.wait_for_end(4);
    check(subject.said() == "xpbd-lab: the display is lost; preferences and recordings are saved\n", subject.said());
    std::ifstream file(subject.folder() / "config/xpbd-lab/preferences.json");
    check(Json::parse(file, nullptr, false)["first_start"] == false, "preferences are saved");
}

void run(Subject& subject, const std::string& drag, int scale) {
    std::cout << "scale " << scale << std::endl;
    std::ofstream(subject.folder() / "config/xpbd-lab/preferences.json")
        << R"({ "screenshot_size": "custom", "screenshot_width": 320, "screenshot_height": 200, "supersampling": 1 })";
    Hand hand(subject);
    hand.wait_for_desktop();
    subject.start();
    hand.take_window();
    fits(subject, hand, scale);
    drags_and_types(subject, hand);
    if (scale == 1) {
        orbits_beyond_the_edge(subject, hand);
        const std::string text = copies_and_pastes(subject, hand);
        hand.tap("F12");
        std::filesystem::path picture;
        subject.wait("a picture", [&](const View& view) {
            for (const auto& entry : std::filesystem::directory_iterator(subject.work())) {
                picture = entry.path().extension() == ".png" ? entry.path() : picture;
            }
            return !picture.empty() && view.map["drawing"] == false;
        });
        std::ofstream(subject.folder() / "session.json") << with_iterations(text, 73);
        takes_a_drop(subject, hand, drag, subject.folder() / "session.json",
                     [](const Json& map) { return map["iterations"] == 73; });
        takes_a_drop(subject, hand, drag, picture, [&](const Json& map) {
            const Json& said = map["toasts"];
            return map["iterations"] != 73 &&
                   std::find(said.begin(), said.end(), "Opened " + picture.filename().string()) != said.end();
        });
    }
    presents_in_full_screen(subject, hand, scale);
    if (scale == 1) {
        quits(subject, hand);
    } else {
        loses_the_desktop(subject);
    }
}

} // namespace
} // namespace xpbd::test

int main(int argc, char** argv) {
    using namespace xpbd::test;
    if (argc < 2) {
        std::cerr << "usage: wayland PROGRAM [DRAG]\n";
        return 2;
    }
    try {
        if (argc < 3) {
            throw Missing("GLFW has no Wayland here");
        }
        if (!has_program("wl-copy")) {
            throw Missing("wl-clipboard is not installed (apt-get install wl-clipboard)");
        }
        for (const int scale : {1, 2}) {
            Subject subject({std::filesystem::absolute(argv[1]).string(),
                             std::to_string(kWidth * scale) + "x" + std::to_string(kHeight * scale), 1200, scale});
            try {
                run(subject, std::filesystem::absolute(argv[2]).string(), scale);
            } catch (const std::exception& failure) {
                std::cerr << "FAILED: " << failure.what() << "\n--- the program said:\n"
                          << subject.said() << "--- the last map:\n"
                          << subject.last_state() << "\n";
                return 1;
            }
        }
    } catch (const Missing& missing) {
        std::cout << "skipped: " << missing.what() << "\n";
        return 77;
    }
    std::cout << "all is as it should be\n";
    return 0;
}
