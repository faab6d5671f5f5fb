#pragma once

#include <string>

namespace xpbd::system {

/// A variable of the environment, in UTF-8; "" where it is not set.
std::string environment(const char* name);

/// The program's own file; "" where the system does not say.
std::string program_file();

/// @name Folders of the user
/// "" where there is none. They need not exist.
/// @{
std::string config_folder(); ///< for preferences: ~/.config, %APPDATA%, ~/Library/Application Support
std::string cache_folder();  ///< for what can be made again: ~/.cache, %LOCALAPPDATA%, ~/Library/Caches
std::string home_folder();
std::string pictures_folder(); ///< where the desktop keeps pictures
/// @}

/// @name Without waiting for it
/// @{
void show_folder(const std::string& path); ///< in the desktop's file manager
void show_file(const std::string& path);   ///< in the desktop's own program for it
bool shows_files();                        ///< false in a browser, whose downloads are not ours to show
/// @}

} // namespace xpbd::system
