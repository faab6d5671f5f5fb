#pragma once

#include <functional>
#include <optional>
#include <string>

namespace xpbd::system {

/// A program with a window, frame by frame.
struct MainLoop {
    /// One frame; the exit code after the last one.
    std::function<std::optional<int>()> turn;
    /// @name What a page in a browser is asked; elsewhere nobody asks
    /// @{
    /// The page is hidden or left, perhaps for good: saves what is to be there at the next visit.
    std::function<void()> save;
    /// True while something would be lost with the page that the user would miss.
    std::function<bool()> would_lose;
    /// What is on screen as text, with which it can be opened again.
    std::function<std::string()> session;
    /// The same as a link, for the address of the page; "" where there is none.
    std::function<std::string()> link;
    /// True while a text box has the keyboard: a phone shows its own then.
    std::function<bool()> typing;
    /// @}
};

/// Runs until the last frame, and gives its exit code. In a browser, which owns the loop, it returns 0 at once, and the
/// frames come after it.
int keep_going(const MainLoop& loop);

/// The address of the page that the program runs in, without what stands after a "?" or "#"; "" where it runs in none.
std::string page_address();

} // namespace xpbd::system
