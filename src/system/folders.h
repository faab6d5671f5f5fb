// Environment, the program's own path, and folders of the user.
#pragma once

#include <string>

namespace xpbd::system {

/// An environment variable in UTF-8; "" if it is not set.
std::string environment(const char* name);

/// Path of the program's executable; "" if the system does not report it.
std::string program_file();

/// @name Folders of the user
/// "" if there is no such folder. The folders need not exist.
/// @{
std::string config_folder(); ///< for preferences: ~/.config, %APPDATA%, ~/Library/Application Support
std::string cache_folder();  ///< for data that can be recreated: ~/.cache, %LOCALAPPDATA%, ~/Library/Caches
std::string home_folder();
std::string pictures_folder(); ///< the desktop's folder for pictures
/// @}

/// @name Showing files to the user; these functions do not wait for the program that shows the file
/// @{
void show_folder(const std::string& path); ///< opens the desktop's file manager
void show_file(const std::string& path);   ///< opens the file with the desktop's default program
bool shows_files();                        ///< false in a browser, which shows its downloads itself
/// @}

} // namespace xpbd::system
