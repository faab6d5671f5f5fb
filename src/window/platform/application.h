#pragma once

#include "core/base/stop.h"
#include "system/signals.h"
#include "window/platform/frame_pacer.h"
#include "window/platform/gui.h"
#include "window/platform/page_summary.h"
#include "window/platform/pictures/recordings.h"
#include "window/platform/pictures/screenshots.h"
#include "window/platform/pictures/thumbnails.h"
#include "window/platform/pictures/window_picture.h"
#include "window/platform/saved.h"
#include "window/platform/ui_map_file.h"
#include "window/widgets/copying.h"

#include <cstddef>
#include <memory>
#include <string>

namespace xpbd::window {

/// The running window: one frame after the other.
class Application {
public:
    /// `folder`: of the preferences.
    Application(GLFWwindow* window, render::Renderer renderer, std::unique_ptr<lab::ThreadedRunner> runner,
                AppState state, const system::Signals& signals, std::string folder);
    ~Application();
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    /// Waits for input or movement, and draws a frame. False when the user quits, or a signal stops the program.
    bool turn();
    /// Writes drawn screenshots, the recording and the preferences. Makes no call to the display, which may be lost.
    /// Prints a line for each file that could not be written.
    Saved finish();
    /// Writes the preferences, where they have changed.
    void save();
    /// True while something would be lost that the user waits for: a recording, or a picture that is not written.
    bool would_lose() const { return recordings_.active() || shots_.pending(); }
    /// True while a text box has the keyboard.
    bool typing() const { return state_.typing; }
    /// The session on screen.
    lab::Session session() const { return screen_session(state_, *runner_->latest()); }
    /// The link of the shown session; "" where it cannot be made. A running simulation is linked from its beginning, so
    /// that the link stays the same until the user changes something.
    std::string link();
    /// Outcome of the last copy to the browser's clipboard, for window::note_copied().
    void note_copied(const std::string& fault) { window::note_copied(state_, fault); }
    /// Runs the action with this id, like its key. Returns false without such an action.
    bool act(const std::string& id);
    /// For the page around the window.
    std::string summary() const { return page_summary(state_, *runner_->latest()); }
    /// True if a finger at this place [units of the window] acts on the body or a widget (finger_acts()).
    bool takes(double x, double y);
    /// Ends background work. False where some of it cannot be interrupted and still runs.
    bool end_work();

private:
    void note_size();
    /// True while a sweep, a match or a lesson measures in the background.
    bool sweeping() const {
        return (state_.sweep.job && state_.sweep.job->running()) || (state_.match.job && state_.match.job->running()) ||
               state_.lessons.running();
    }
    bool moves() const;
    FramePacer::Pace pace() const;
    bool wait();
    void take_events(const lab::Snapshot& snapshot);
    void frame();
    void serve_requests(const std::shared_ptr<const lab::Snapshot>& snapshot, int width, int height);
    void work();
    void draw_remaining();
    void set_title();

    const system::Signals& signals_;
    std::string folder_;
    GLFWwindow* window_;
    Gui gui_;
    render::Renderer renderer_;
    std::unique_ptr<lab::ThreadedRunner> runner_;
    AppState state_;
    WindowPicture picture_;
    Screenshots shots_;
    Thumbnails thumbnails_;
    Recordings recordings_;
    FramePacer pacer_;
    UiMapFile ui_map_;
    std::shared_ptr<const lab::Snapshot> drawn_;
    std::string title_;
    Preferences saved_;   ///< content of the preferences' file
    lab::Session linked_; ///< session of `link_`
    std::string link_;
    StopCallback wake_; ///< ends the wait for events when a signal comes
};

} // namespace xpbd::window
