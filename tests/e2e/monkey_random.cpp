#include "monkey_random.h"

#include <X11/keysym.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <random>

namespace xpbd::test {
namespace {

constexpr int kScreenWidth = 1280; ///< [px]; as the server is started
constexpr int kScreenHeight = 720;

constexpr KeySym kKeys[] = {XK_space, XK_p,   XK_Right,   XK_Left,   XK_period,      XK_comma,        XK_r,      XK_o,
                            XK_a,     XK_x,   XK_minus,   XK_equal,  XK_bracketleft, XK_bracketright, XK_1,      XK_2,
                            XK_3,     XK_4,   XK_l,       XK_m,      XK_f,           XK_Home,         XK_Tab,    XK_F1,
                            XK_F3,    XK_F5,  XK_F9,      XK_F12,    XK_d,           XK_Escape,       XK_Return, XK_Up,
                            XK_Down,  XK_End, XK_Page_Up, XK_Delete, XK_h,           XK_BackSpace};
/// Keys pressed with Ctrl. Without Q, which quits.
constexpr KeySym kChords[] = {XK_z, XK_s, XK_c, XK_v, XK_k, XK_o, XK_p, XK_minus, XK_equal, XK_a, XK_F12};

class Player {
public:
    Player(Subject& subject, Hand& hand, unsigned seed) : subject_(subject), hand_(hand), random_(seed) {}

    void step() {
        if (++steps_ % 40 == 0) {
            recover();
        }
        const int kind = number(100);
        subject_.look();
        kind < 34   ? click_widget()
        : kind < 44 ? drag_widget()
        : kind < 50 ? click_anywhere()
        : kind < 56 ? drag_anywhere()
        : kind < 70 ? press_key()
        : kind < 76 ? press_chord()
        : kind < 82 ? type_text()
        : kind < 88 ? turn_wheel()
        : kind < 94 ? resize()
        : kind < 96 ? minimise()
                    : choose();
        subject_.frames(1 + number(2));
        subject_.look();
    }

private:
    int number(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
    double share() { return std::uniform_real_distribution<double>(0, 1)(random_); }

    /// True for a widget whose click could quit the program or leave the folder of the test.
    static bool taboo(const Widget& widget) {
        return widget.name == "menu.quit" || widget.name == "file.above" || widget.name == "shot.folder";
    }

    bool on_taboo(double x, double y) {
        const std::vector<Widget>& all = subject_.last().widgets;
        return std::any_of(all.begin(), all.end(), [&](const Widget& widget) {
            return taboo(widget) && std::abs(x - widget.x) <= widget.width / 2 + 2 &&
                   std::abs(y - widget.y) <= widget.height / 2 + 2;
        });
    }

    /// A random widget on screen, mostly one in a popup if there is one.
    const Widget* any_widget() {
        const View& view = subject_.last();
        std::vector<const Widget*> choice;
        for (const Widget& widget : view.widgets) {
            if (widget.shows() && !taboo(widget) && (view.popups == 0 || widget.in_popup() || number(8) == 0)) {
                choice.push_back(&widget);
            }
        }
        return choice.empty() ? nullptr : choice[static_cast<std::size_t>(number(static_cast<int>(choice.size())))];
    }

    int any_button() { return number(6) == 0 ? 3 : 1; }

    void press_and_release(int button, double x, double y) {
        if (on_taboo(x, y)) {
            return;
        }
        hand_.point(x, y);
        hand_.button(button, true);
        subject_.frames(1);
        hand_.button(button, false);
    }

    void click_widget() {
        if (const Widget* widget = any_widget()) {
            const int button = any_button();
            subject_.note("click " + widget->window + "/" + widget->name + " with " + std::to_string(button));
            const double x = widget->x, y = widget->y;
            press_and_release(button, x, y);
            if (number(5) == 0) {
                subject_.frames(1);
                subject_.look();
                press_and_release(button, x, y);
            }
        }
    }

    void drag_to(double x, double y, double to_x, double to_y) {
        const int button = any_button();
        if (on_taboo(x, y) || on_taboo(to_x, to_y)) {
            return;
        }
        const KeySym held = number(5) == 0 ? XK_Control_L : number(8) == 0 ? XK_Shift_L : 0;
        if (held != 0) {
            hand_.key(held, true);
        }
        hand_.point(x, y);
        hand_.button(button, true);
        for (int i = 1; i <= 3; ++i) {
            subject_.frames(1);
            hand_.point(x + (to_x - x) * i / 3, y + (to_y - y) * i / 3);
        }
        subject_.frames(1);
        hand_.button(button, false);
        if (held != 0) {
            hand_.key(held, false);
        }
    }

    void drag_widget() {
        if (const Widget* widget = any_widget()) {
            subject_.note("drag " + widget->window + "/" + widget->name);
            drag_to(widget->x, widget->y, widget->x + (share() - 0.5) * 2 * std::max(20.0, widget->width),
                    widget->y + (share() - 0.5) * 60);
        }
    }

    void click_anywhere() {
        const double x = share() * width_, y = share() * height_;
        subject_.note("click at " + std::to_string(x) + ", " + std::to_string(y));
        press_and_release(any_button(), x, y);
    }

    void drag_anywhere() {
        const double x = share() * width_, y = share() * height_;
        subject_.note("drag from " + std::to_string(x) + ", " + std::to_string(y));
        drag_to(x, y, share() * width_, share() * height_);
    }

    void press_key() {
        const KeySym key = kKeys[static_cast<std::size_t>(number(std::size(kKeys)))];
        if (key == XK_Return && subject_.last().find("file.accept") != nullptr) {
            return; // the typed name may be any path
        }
        subject_.note(std::string("key ") + XKeysymToString(key));
        hand_.tap(key);
    }

    void press_chord() {
        const KeySym key = kChords[static_cast<std::size_t>(number(std::size(kChords)))];
        std::vector<KeySym> held = {XK_Control_L};
        if (number(4) == 0) {
            held.push_back(XK_Shift_L);
        }
        subject_.note(std::string("Ctrl+") + XKeysymToString(key));
        hand_.tap(key, held);
    }

    void type_text() {
        static const char* const kTexts[] = {"-1",   "0",      "1e9", "nan",   "1e999",   "cloth", "0.5", "99999999999",
                                             "1/60", "monkey", "",    "rigid", "512x512", "%s%n",  "inf"};
        const std::string text = kTexts[number(std::size(kTexts))];
        if (!subject_.last().typing || subject_.last().find("file.name") != nullptr) {
            return press_key();
        }
        subject_.note("type " + text);
        hand_.tap(XK_a, {XK_Control_L});
        hand_.write(text);
        subject_.frames(1);
        hand_.tap(number(3) == 0 ? XK_Escape : XK_Return);
    }

    void turn_wheel() {
        hand_.point(share() * width_, share() * height_);
        const int wheel = 4 + number(2);
        subject_.note("wheel");
        for (int i = number(6); i >= 0; --i) {
            hand_.button(wheel, true);
            hand_.button(wheel, false);
        }
    }

    void resize() {
        // Mostly small sizes: they are difficult for the layout, and large ones are slow to draw.
        width_ = 200 + static_cast<int>(share() * share() * (kScreenWidth - 200));
        height_ = 120 + static_cast<int>(share() * share() * (kScreenHeight - 120));
        if (number(4) == 0) {
            width_ = 200;
            height_ = 120;
        }
        subject_.note("resize to " + std::to_string(width_) + " x " + std::to_string(height_));
        hand_.resize(width_, height_);
    }

    void minimise() {
        subject_.note("minimise and restore");
        hand_.minimise();
        subject_.sleep_minimised(50 + number(200));
        hand_.restore();
    }

    /// Chooses something that random clicks seldom find: scale, theme, number of panes, recording, a sweep, a scene.
    void choose() {
        static const char* const kWays[][3] = {
            {"menu.View", "menu.panes", "menu.panes.4"},
            {"menu.View", "menu.panes", "menu.panes.1"},
            {"menu.View", "menu.panes", "menu.panes.3"},
            {"menu.View", "menu.look", "look.theme.light"},
            {"menu.View", "menu.interface", "menu.scale_up"},
            {"menu.View", "menu.interface", "menu.scale_down"},
            {"menu.View", "menu.look", "look.contact_forces"},
            {"corner.colour_A", "menu.colour.tension", ""},
            {"drawer.Sweep", "sweep.run", ""},
            {"record", "record.png", "record.start"},
            {"ahead", "ahead.1 s", ""},
            {"menu.Session", "menu.new", ""},
            {"menu.Screenshot", "menu.shot_options", "shot.supersampling.4"},
            {"menu.Screenshot", "menu.shot_options", "shot.size.1"},
            {"menu.Screenshot", "menu.shot", ""},
        };
        for (const char* name : kWays[number(std::size(kWays))]) {
            const Widget* widget = *name == '\0' ? nullptr : subject_.look().find(name);
            if (widget == nullptr || !widget->shows()) {
                return;
            }
            subject_.note(std::string("click ") + name);
            press_and_release(1, widget->x, widget->y);
            subject_.frames(2);
        }
    }

    /// Leaves states that random actions seldom leave: tiny windows, heavy scenes, cards.
    void recover() {
        subject_.note("recover: Escape, 900 x 600");
        width_ = 900;
        height_ = 600;
        hand_.resize(width_, height_);
        for (int i = 0; i < 3; ++i) {
            hand_.tap(XK_Escape);
            subject_.frames(1);
        }
        const View& view = subject_.look();
        if (view.particles > 5000 && view.find("menu.Session") != nullptr) {
            hand_.tap(XK_bracketright);
            subject_.frames(2);
        }
    }

    Subject& subject_;
    Hand& hand_;
    std::mt19937 random_;
    int width_ = 640, height_ = 400;
    int steps_ = 0;
};

} // namespace

int play(Subject& subject, Hand& hand, unsigned seed, double seconds, int least) {
    Player player(subject, hand, seed);
    const auto begin = std::chrono::steady_clock::now();
    int count = 0;
    while (count < least || std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
        player.step();
        ++count;
    }
    hand.let_go();
    hand.resize(900, 600);
    subject.frames(3);
    return count;
}

} // namespace xpbd::test
