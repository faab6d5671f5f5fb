#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>

namespace xpbd::test {

/// Creates an empty folder with a random name that did not exist before.
inline std::filesystem::path make_temporary_folder() {
    std::random_device random;
    for (;;) {
        const auto folder =
            std::filesystem::temp_directory_path() / ("xpbd-lab-test-" + std::to_string(std::uint64_t{random()}));
        if (std::filesystem::create_directory(folder)) {
            return folder;
        }
    }
}

} // namespace xpbd::test
