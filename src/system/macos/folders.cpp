// Folders of macOS.
#include "system/folders.h"

#include "system/child.h"

#include <cstdint>
#include <filesystem>
#include <thread>
#include <utility>

#include <mach-o/dyld.h>

namespace xpbd::system {
namespace {

namespace fs = std::filesystem;

/// A folder in the user's home folder.
std::string below_home(const char* name) {
    const std::string home = environment("HOME");
    return home.empty() ? "" : (fs::path(home) / name).string();
}

} // namespace

std::string program_file() {
    std::uint32_t size = 0;
    (void)::_NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    if (::_NSGetExecutablePath(path.data(), &size) != 0) {
        return "";
    }
    std::error_code code;
    const fs::path whole = fs::canonical(path.c_str(), code); // c_str() cuts at the first zero; size() includes it
    return code ? path.c_str() : whole.string();
}

std::string config_folder() {
    return below_home("Library/Application Support");
}

std::string cache_folder() {
    return below_home("Library/Caches");
}

std::string home_folder() {
    return environment("HOME");
}

std::string pictures_folder() {
    return below_home("Pictures");
}

void show_folder(const std::string& path) {
    show_file(path);
}

void show_file(const std::string& path) {
    Result<Child> child = Child::start({"open", path});
    if (child) {
        std::thread([running = std::move(*child)]() mutable { (void)running.wait(); }).detach();
    }
}

bool shows_files() {
    return true;
}

} // namespace xpbd::system
