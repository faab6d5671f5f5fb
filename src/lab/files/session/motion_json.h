// The keys "motions" and "winches" of a custom scene (scenes/CUSTOM.md).
#pragma once

#include "lab/files/json_check.h"
#include "scenes/parts/scene.h"

#include <cstddef>
#include <string>
#include <vector>

namespace xpbd::lab {

/// Numbers of what motions can name.
struct Driveable {
    std::size_t particles = 0;
    std::size_t distances = 0;
    /// Per entry of the file's "colliders": its number in CustomScene, which has them sorted by shape.
    std::vector<std::size_t> collider_places;
};

/// Reads one entry of "motions".
Drive read_motion(const Json& json, const std::string& path, const Driveable& known, JsonCheck& check);
/// Reads one entry of "winches".
Winch read_winch(const Json& json, const std::string& path, const Driveable& known, JsonCheck& check);

nlohmann::ordered_json motion_json(const Drive& drive);
nlohmann::ordered_json winch_json(const Winch& winch);

} // namespace xpbd::lab
