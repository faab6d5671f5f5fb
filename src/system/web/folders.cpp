// Folders of a page. Its files are in memory, except the preferences, which the browser stores.
#include "system/folders.h"

#include "system/web/browser.h"

namespace xpbd::system {

std::string program_file() {
    return "/xpbd-lab"; // /assets is beside it
}

std::string config_folder() {
    return kKeptFolder;
}

std::string cache_folder() {
    return "";
}

std::string home_folder() {
    return "";
}

std::string pictures_folder() {
    return kDownloadFolder;
}

void show_folder(const std::string&) {}
void show_file(const std::string&) {}

bool shows_files() {
    return false;
}

} // namespace xpbd::system
