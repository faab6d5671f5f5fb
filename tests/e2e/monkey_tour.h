#pragma once

#include "monkey_subject.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace monkey {

/// The first part of the test: finds every widget that shows, and clicks, opens, drags and closes it.
class Tour {
public:
    /// `thorough`: touches every widget; else only what leads from one panel to the next.
    Tour(Subject& subject, bool thorough) : subject_(subject), hand_(subject.hand()), thorough_(thorough) {}

    /// Through all panels, menus, lists and dialogs. Throws a Failure where something goes wrong.
    void run();
    /// Widgets that were seen and never touched, but for those that come with one scene only.
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

    const View& look();
    void explore();
    bool explore_visible(bool popups);
    bool explore_hidden();
    bool open(const std::string& key, int depth);
    bool bring_into_view(const std::string& key);
    void touch(const Widget& widget);
    void act(const Widget& widget, const std::string& key);
    void act_on_slider(const Widget& widget);
    void act_on_plot(const Widget& widget);
    void act_on_picture(const Widget& widget);
    void act_on_text(const Widget& widget);
    void drag(const Widget& widget, double to_x, double to_y, int button = 1);
    void click(const Widget& widget, int button = 1);
    void press_name(const std::string& name);
    void after(const std::string& key, int button);
    void close_all();
    void tidy();
    void welcome();
    void sweep();
    void jobs();
    void pane_counts();
    void narrow();
    void files();
    void divergence();

    Subject& subject_;
    Hand& hand_;
    bool thorough_;
    std::map<std::string, Widget> seen_; ///< as it was seen last
    std::set<std::string> touched_;
    std::map<std::string, int> failed_; ///< tries that did not reach the widget
    std::map<std::string, Opener> openers_;
};

/// What a widget is called for counting: its place and its name, with what only numbers tell apart folded together.
std::string key_of(const Widget& widget);

} // namespace monkey
