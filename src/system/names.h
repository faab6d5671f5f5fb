#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace xpbd::system {

/// @name Names of files
/// Our own text is UTF-8 everywhere; the standard library reads a char as the system's code page. Never
/// std::filesystem::path(text) and never path.string(): on Windows both lose what that code page does not have.
/// @{
std::filesystem::path path_of(std::string_view name);
/// As people of this system write it: with backslashes on Windows.
std::string text_of(const std::filesystem::path& path);
/// As a file holds it that may go to another system: with / between the folders.
std::string portable_text_of(const std::filesystem::path& path);
/// @}

/// Seen from the root, without . and ..
std::string absolute_name(const std::string& name);

} // namespace xpbd::system
