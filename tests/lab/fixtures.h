#pragma once

#include "../temporary_folder.h"
#include "core/methods.h"
#include "lab/files/session/session.h"
#include "system/names.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace xpbd::lab::test {

/// A temporary folder for one test, which the destructor removes.
class TemporaryFolder {
public:
    TemporaryFolder() = default;
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }

    std::string operator/(const std::string& name) const {
        return system::text_of((path_ / system::path_of(name)).make_preferred());
    }
    std::string path() const { return system::text_of(path_); }
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
    }

private:
    std::filesystem::path path_ = xpbd::test::make_temporary_folder();
};

/// The folder of this repository.
std::string source_folder();

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

/// A cloth small enough for tests that step it hundreds of times.
inline Session small_cloth(double size = 8) {
    Result<Session> session = default_session("cloth");
    if (!session) {
        ADD_FAILURE() << session.error().message;
        return {};
    }
    session->scene.values["resolution"] = {size, size, 0};
    return *session;
}

/// A free particle at 6e6 m/s without gravity: 1e5 m per frame, so that it leaves the world (1e6 m) in frame 10. Under
/// `velocity_damping` 10 1/s it comes to rest before.
inline Session runaway() {
    const Result<Session> session = parse_session(R"({ "format": "xpbd-lab", "version": 1,
        "gravity": [0, 0, 0], "dt": 0.016666666666666666,
        "scene": { "name": "custom", "particles": [ { "position": [0, 0, 0], "velocity": [6e6, 0, 0] } ] },
        "panes": [ { "method": "xpbd" }, { "method": "xpbd", "velocity_damping": 10 } ] })",
                                                  "runaway");
    if (!session) {
        ADD_FAILURE() << session.error().message;
        return {};
    }
    return *session;
}
inline constexpr std::int64_t kRunawayFrame = 10;

/// A mass of 1 kg under an edge.
inline std::string hanging_mass_json() {
    return R"({ "format": "xpbd-lab", "version": 1,
  "scene": { "name": "custom",
    "particles": [ { "position": [0, 0, 0], "mass": 0 }, { "position": [0, -1, 0], "mass": 1 } ],
    "distance": [ { "particles": [0, 1] } ] },
  "panes": [ { "method": "xpbd", "stretch_compliance": 0.001 } ] })";
}

} // namespace xpbd::lab::test
