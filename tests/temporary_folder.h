// Folders and files of tests.
#pragma once

#include "system/names.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <system_error>

namespace xpbd::test {

/// The number of files and folders in a folder.
inline std::size_t count_entries(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

/// An empty folder with a random name that did not exist before; the destructor removes it.
class OwnedFolder {
public:
    OwnedFolder() {
        std::random_device random;
        const std::filesystem::path parent = std::filesystem::temp_directory_path();
        do {
            path_ = parent / ("xpbd-lab-test-" + std::to_string(std::uint64_t{random()}));
        } while (!std::filesystem::create_directory(path_));
    }
    OwnedFolder(const OwnedFolder&) = delete;
    OwnedFolder& operator=(const OwnedFolder&) = delete;
    ~OwnedFolder() {
        std::error_code code;
        std::filesystem::remove_all(path_, code);
    }

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// An OwnedFolder whose paths are text in UTF-8.
class TemporaryFolder {
public:
    std::string operator/(const std::string& name) const {
        return system::text_of((folder_.path() / system::path_of(name)).make_preferred());
    }
    std::string path() const { return system::text_of(folder_.path()); }
    std::size_t entries() const { return count_entries(folder_.path()); }

private:
    OwnedFolder folder_;
};

/// slurp() reads and spill() writes a file, without the code under test.
inline std::string slurp(const std::string& path) {
    std::ifstream file(system::path_of(path), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}
inline void spill(const std::string& path, const std::string& content) {
    std::ofstream(system::path_of(path), std::ios::binary) << content;
}

} // namespace xpbd::test
