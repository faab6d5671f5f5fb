#pragma once

#include <string>

namespace xpbd::system {

/// @name Folders of the page's memory that mean something to the browser
/// @{
inline constexpr const char* kKeptFolder = "/kept";          ///< is there again when the page comes back
inline constexpr const char* kDownloadFolder = "/downloads"; ///< what is written there, the browser saves
/// @}

/// Tells the browser that a file has been written whole, wherever it lies.
void tell_browser_of_file(const std::string& path);

} // namespace xpbd::system
