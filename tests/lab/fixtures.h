#pragma once

#include "../temporary_folder.h"
#include "core/methods.h"
#include "lab/files/session/session.h"

#include <gtest/gtest.h>

#include <string>

namespace xpbd::lab::test {

using xpbd::test::slurp;
using xpbd::test::spill;
using xpbd::test::TemporaryFolder;

/// The folder of this repository.
std::string source_folder();

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
