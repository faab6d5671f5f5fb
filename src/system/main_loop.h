// The window's frame loop, which a browser owns and other systems do not.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace xpbd::system {

/// The functions of a program with a window that the frame loop calls.
struct MainLoop {
    /// Draws one frame; returns the exit code after the last one.
    std::function<std::optional<int>()> turn;
    /// @name Called by the page; unused outside a browser
    /// @{
    /// The page is hidden or closed, perhaps for good: saves everything needed for the next visit.
    std::function<void()> save;
    /// True while closing the page would lose something that the user would miss.
    std::function<bool()> would_lose;
    /// The current session as text, from which it can be opened again.
    std::function<std::string()> session;
    /// The current session as a link, for the page's address; "" if it has no link.
    std::function<std::string()> link;
    /// True while a text box has the keyboard focus: a phone then shows its keyboard.
    std::function<bool()> typing;
    /// Called with the outcome of the last copy to the browser's clipboard: "" or the reason of a failure.
    std::function<void(const std::string& fault)> copied;
    /// Runs the action of this id, as its key would. False if there is no such action.
    std::function<bool(const std::string& id)> act;
    /// What the window shows, for the page's own widgets and for a screen reader: JSON with title, playing, theme,
    /// told.
    std::function<std::string()> summary;
    /// True if a finger at this place acts on a widget or the body; elsewhere it may scroll the surrounding page.
    std::function<bool(double x, double y)> takes;
    /// @}
};

/// Runs frames until the last one and returns its exit code. In a browser, which owns the loop, it returns 0 at once,
/// and the frames run later.
int keep_going(const MainLoop& loop);

} // namespace xpbd::system
