// Files that the browser keeps or downloads, and state of the window that the page's events need.
#pragma once

#include <string>

namespace xpbd::system {

/// @name Folders of the page's memory with a special meaning
/// @{
inline constexpr const char* kKeptFolder = "/kept";          ///< the browser stores its files for the next visit
inline constexpr const char* kOpenedFolder = "/opened";      ///< dropped and chosen files
inline constexpr const char* kDownloadFolder = "/downloads"; ///< the browser downloads its files
/// @}

/// Must be called when a file is completely written, in any folder. Stores the file if it is in kKeptFolder, downloads
/// it if it is in kDownloadFolder.
void tell_browser_of_file(const std::string& path);

/// MainLoop::takes() and MainLoop::typing() of the running window; false before it is open.
bool takes_finger(double x, double y);
bool is_typing();

} // namespace xpbd::system
