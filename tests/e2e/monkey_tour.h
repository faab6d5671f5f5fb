#pragma once

#include "hand.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::test {

/// The scene of the tour. Widgets that only other scenes have may stay untouched.
constexpr const char* kScene = "cloth";

/// The first part of the test: finds every widget that shows, and clicks, opens, drags and closes it.
class Tour {
public:
    Tour(Subject& subject, Hand& hand) : subject_(subject), hand_(hand) {}

    /// Tours all panels, menus, lists and dialogs. Throws a Failure if something goes wrong.
    void run();
    /// Widgets that were seen and never touched, with the reason; without those that only other scenes have.
    std::vector<std::string> untouched() const;
    std::size_t touched_count() const { return touched_.size(); }
    void say_touched() const;
    /// Chooses Quit in the menu and waits for the end.
    void quit();

private:
    /// The widget whose click opens the popup of another widget.
    struct Opener {
        std::string key; ///< of the widget that opens it
        int button = 1;
    };

    /// Failed tries to touch a widget.
    struct Misses {
        int tries = 0;
        int vanished = 0; ///< tries in which it had vanished again
        std::string why;
    };

    void visit(const char* name, void (Tour::*station)());
    const View& look();
    void explore();
    bool explore_visible(bool popups);
    bool explore_hidden(bool lists);
    bool open(const std::string& key, int depth);
    bool bring_into_view(const std::string& key);
    std::string place_of(const std::string& key) const;
    void touch(const Widget& widget);
    bool press(const Widget& widget, int button);
    void miss(const Widget& widget);
    bool dismiss_toast();
    void clear_way();
    void fail(const std::string& key, const std::string& why, int tries = 1);
    /// @name What touch() does with the widget, on which a button is down
    /// @{
    void act(const Widget& widget, const std::string& key);
    void act_on_slider(const Widget& widget);
    void act_on_plot(const Widget& widget);
    void act_on_picture(const Widget& widget);
    void act_on_text(const Widget& widget);
    /// @}
    /// Passes these points with a button down, and lets go at the last one.
    void drag(const std::vector<std::pair<double, double>>& way, int button = 1);
    void press_and_drag(const Widget& widget, const std::vector<std::pair<double, double>>& way, int button = 1);
    void click(const Widget& widget, int button = 1);
    bool click_name(const std::string& name);
    /// Clicks one after the other: each opens the next. Starts again if the next one does not come, for example because
    /// a toast covers it.
    void choose(const std::vector<std::string>& path);
    void note_opened(const std::string& key, int button);
    void after(const std::string& key, int button);
    void close_all();
    void tidy();
    void welcome();
    void end_sweep();
    void sweep();
    void picture_size(const std::string& size, const std::string& supersampling);
    void jobs();
    void wait_for_lesson();
    void lesson();
    void large_pictures();
    void choose_panes();
    void pane_counts();
    void narrow();
    void use_file(const std::string& entry, const std::string& name);
    void files();
    void without_panels();
    void presentation();
    void scenes();
    void divergence();

    Subject& subject_;
    Hand& hand_;
    std::set<std::string> seen_;
    std::set<std::string> touched_;
    std::set<std::string> disabled_; ///< touched, but only while disabled
    std::map<std::string, Misses> failed_;
    std::string missed_; ///< why the last widget could not be clicked
    std::map<std::string, Opener> openers_;
    std::string scene_ = kScene; ///< that the station is for
    int panes_ = 2;              ///< number of panes that the station is for
    int sliders_ = 0;            ///< number of dragged sliders
};

/// True for an entry of the list of scenes. A station of their own chooses them after the scene of the tour is done.
bool is_scene(const std::string& key);
/// The key under which the tour counts a widget: its window and name. Names that differ only in numbers share a key.
std::string key_of(const Widget& widget);

} // namespace xpbd::test
