// Folders by the XDG specifications.
#include "system/folders.h"

#include "system/child.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

namespace xpbd::system {
namespace {

namespace fs = std::filesystem;

/// A base directory of the XDG specification. By that specification a relative path is invalid and ignored.
std::string xdg_folder(const char* variable, const char* otherwise) {
    const std::string given = environment(variable);
    if (given.starts_with('/')) {
        return given;
    }
    const std::string home = environment("HOME");
    return home.empty() ? "" : (fs::path(home) / otherwise).string();
}

} // namespace

std::string program_file() {
    std::error_code code;
    const fs::path file = fs::read_symlink("/proc/self/exe", code);
    return code ? "" : file.string();
}

std::string config_folder() {
    return xdg_folder("XDG_CONFIG_HOME", ".config");
}

std::string cache_folder() {
    return xdg_folder("XDG_CACHE_HOME", ".cache");
}

std::string home_folder() {
    return environment("HOME");
}

std::string pictures_folder() {
    // The desktop stores this folder as a line of shell script: XDG_PICTURES_DIR="$HOME/Pictures".
    constexpr std::string_view kKey = "XDG_PICTURES_DIR=\"";
    constexpr std::string_view kHome = "$HOME";
    const std::string home = environment("HOME");
    std::ifstream file(fs::path(config_folder()) / "user-dirs.dirs");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(kKey) && line.ends_with('"') && line.size() > kKey.size() + 1) {
            const std::string folder = line.substr(kKey.size(), line.size() - kKey.size() - 1);
            return folder.starts_with(kHome) ? home + folder.substr(kHome.size()) : folder;
        }
    }
    return home.empty() ? "" : (fs::path(home) / "Pictures").string();
}

void show_folder(const std::string& path) {
    show_file(path);
}

void show_file(const std::string& path) {
    Result<Child> child = Child::start({"xdg-open", path});
    if (child) {
        std::thread([running = std::move(*child)]() mutable { (void)running.wait(); }).detach();
    }
}

bool shows_files() {
    return true;
}

} // namespace xpbd::system
