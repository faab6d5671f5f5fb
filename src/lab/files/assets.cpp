#include "lab/files/assets.h"

#include "system/folders.h"
#include "system/names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

constexpr int kFoldersUp = 6; ///< number of parent folders that are searched; the program may be inside a bundle in a
                              ///< build folder of the sources

bool holds_assets(const fs::path& folder) {
    std::error_code code;
    return fs::is_directory(folder / "sessions", code) && fs::is_directory(folder / "lessons", code);
}

} // namespace

std::string assets_folder() {
    if (const std::string given = system::environment("XPBD_LAB_ASSETS"); !given.empty()) {
        return holds_assets(system::path_of(given)) ? given : "";
    }
    fs::path folder = system::path_of(system::program_file()).parent_path();
    if (folder.empty()) {
        return "";
    }
    // Installed on Linux and Windows; inside a bundle of macOS.
    for (const char* files : {"share/xpbd-lab", "Resources"}) {
        const fs::path installed = folder.parent_path() / files / "assets";
        if (holds_assets(installed)) {
            return system::text_of(installed);
        }
    }
    for (int i = 0; i < kFoldersUp; ++i, folder = folder.parent_path()) {
        if (holds_assets(folder / "assets")) {
            return system::text_of(folder / "assets");
        }
    }
    return "";
}

bool is_asset(const std::string& path) {
    const std::string folder = assets_folder();
    std::error_code code;
    const fs::path assets = fs::weakly_canonical(system::path_of(folder), code);
    const fs::path file = fs::weakly_canonical(system::path_of(path), code);
    return !folder.empty() &&
           std::mismatch(assets.begin(), assets.end(), file.begin(), file.end()).first == assets.end();
}

} // namespace xpbd::lab
