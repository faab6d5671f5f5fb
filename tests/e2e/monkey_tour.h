#pragma once

#include "hand.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::test {

/// The first part of the test: finds every widget that shows, and clicks, opens, drags and closes it.
class Tour {
public:
    Tour(Subject& subject, Hand& hand) : subject_(subject), hand_(hand) {}

    /// Through all panels, menus, lists and dialogs. Throws a Failure where something goes wrong.
    void run();
    /// Widgets that were seen and never touched, and why; but for those that come with other scenes only.
    std::vector<std::string> untouched() const;
    std::size_t touched_count() const { return touched_.size(); }
    void say_touched() const;
    /// Chooses Quit in the menu and waits for the end.
    void quit();

private:
    /// How a widget in a popup is reached.
    struct Opener {
        std::string key; ///< of the widget that opens it
        int button = 1;
    };

    /// Of a widget that could not be touched.
    struct Misses {
        int tries = 0;
        int vanished = 0; ///< tries in which it had gone again
        std::string why;
    };

    void visit(const char* name, void (Tour::*station)());
    const View& look();
    void explore();
    bool explore_visible(bool popups);
    bool explore_hidden();
    bool open(const std::string& key, int depth);
    bool bring_into_view(const std::string& key);
    void touch(const Widget& widget);
    void fail(const std::string& key, const std::string& why);
    void act(const Widget& widget, const std::string& key);
    void act_on_slider(const Widget& widget);
    void act_on_plot(const Widget& widget);
    void act_on_picture(const Widget& widget);
    void act_on_text(const Widget& widget);
    /// Presses on the widget, passes these points, and lets go at the last one.
    void drag(const Widget& widget, const std::vector<std::pair<double, double>>& way, int button = 1);
    void click(const Widget& widget, int button = 1);
    void press_name(const std::string& name);
    void after(const std::string& key, int button);
    void close_all();
    void tidy();
    void welcome();
    void end_sweep();
    void sweep();
    void picture_size(const std::string& size, const std::string& supersampling);
    void jobs();
    void large_pictures();
    void pane_counts();
    void narrow();
    void accept_file(const std::string& name);
    void files();
    void divergence();

    Subject& subject_;
    Hand& hand_;
    std::set<std::string> seen_;
    std::set<std::string> touched_;
    std::map<std::string, Misses> failed_;
    std::map<std::string, Opener> openers_;
    int sliders_ = 0; ///< dragged so far
};

/// What a widget is called for counting: its place and its name, with what only numbers tell apart folded together.
std::string key_of(const Widget& widget);

} // namespace xpbd::test
