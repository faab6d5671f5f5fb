// The page in which the program runs, if it runs in a browser.
#pragma once

#include <functional>
#include <string>

namespace xpbd::system {

/// Address of the page, without query and fragment ("?", "#"); "" outside a browser.
std::string page_address();
/// True in a page: the browser owns window, files and clipboard.
inline bool in_page() {
    return !page_address().empty();
}

/// Reloads the page if the text is an address of this page, with another scene or other parameters. Else returns false.
bool visit(const std::string& address);

/// Requests the clipboard's text from the browser, which may need the user's consent and calls `got` later. False
/// outside a browser, and if the user has just pasted: the window's clipboard then has the text.
bool ask_clipboard(const std::function<void(const std::string& text)>& got);

/// Asks the page for a thumbnail that comes with the program. True while it is on its way to the folder of the assets;
/// false outside a browser, where it is there from the start.
bool fetches_thumbnail(const std::string& name);

/// Smallest step of the clock [s], which browsers round; 0 outside a browser.
double clock_step();

/// The text without the folders of the page's memory, which no user can open: "/downloads/a.csv" becomes "a.csv".
/// Unchanged outside a browser.
std::string without_page_folders(std::string text);

} // namespace xpbd::system
