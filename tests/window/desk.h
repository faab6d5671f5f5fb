#pragma once

#include "lab/run/runner.h"
#include "window/commands/actions.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace xpbd::window {

/// The interface without a screen: ImGui's null back end, a runner in this thread, simulated mouse and keyboard.
class Desk {
public:
    /// pinned: every panel is pinned and the advanced parameters are shown. first: the window at its first start.
    enum class Start { pinned, first };
    explicit Desk(const lab::Session& session, ImVec2 display = {1600, 3200}, Start start = Start::pinned);
    ~Desk();
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    AppState state;
    Layout layout;
    /// If set, may change a copy of every snapshot before the window shows it: for states that a small body never has.
    std::function<void(lab::Snapshot&)> retouch;

    /// Runs `count` frames of the window: takes in the snapshot, draws, moves the mouse, posts commands.
    void frame(int count = 1);
    /// Runs frames until the last change of parameters has become an entry of the undo history.
    void settle();
    const lab::Snapshot& snapshot() const { return *snapshot_; }
    lab::InlineRunner& runner() { return *runner_; }
    const Fonts& fonts() const { return fonts_; }

    /// @name Simulated mouse and keyboard
    /// @{
    void move(glm::vec2 position);
    void button(int which, bool down);
    void click(const std::string& widget, int which = 0);
    void click_at(glm::vec2 position, int which = 0);
    void double_click(const std::string& widget);
    /// Presses at `from` (a share of the widget's width), moves to `to` in steps, releases.
    void drag(const std::string& widget, float from, float to);
    void type(const std::string& text);
    void enter();
    void hold_ctrl(bool down);
    void hold_shift(bool down);
    /// Presses and releases a key that ImGui has a name for.
    void press_key(ImGuiKey key);
    bool press(const Chord& chord);
    /// @}

    /// The rectangle of a widget; fails the test if the widget is not drawn.
    ScreenRect rect(const std::string& widget);
    Settings& settings(int pane) { return state.document.panes[static_cast<std::size_t>(pane)]; }

private:
    std::unique_ptr<lab::InlineRunner> runner_;
    std::shared_ptr<const lab::Snapshot> snapshot_;
    Fonts fonts_;
};

/// True where two rectangles have a part in common.
bool overlap(const ScreenRect& a, const ScreenRect& b);

/// A small, quick session: PBD beside XPBD.
lab::Session small_session();

} // namespace xpbd::window
