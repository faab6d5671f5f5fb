// Conversions of file names between UTF-8 text and std::filesystem::path.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace xpbd::system {

/// @name Names of files
/// All text of the program is UTF-8, but the standard library interprets a char as the system's code page. Never use
/// std::filesystem::path(text) or path.string(): on Windows both lose characters outside the code page.
/// @{
std::filesystem::path path_of(std::string_view name);
/// The name as users of this system write it: with backslashes on Windows.
std::string text_of(const std::filesystem::path& path);
/// The name for files that may be opened on other systems: with / between folders.
std::string portable_text_of(const std::filesystem::path& path);
/// @}

/// The absolute name, without . and .. parts.
std::string absolute_name(const std::string& name);

} // namespace xpbd::system
