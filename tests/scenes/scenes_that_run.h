#pragma once

#include "scenes/scenes.h"

#include <string_view>
#include <vector>

namespace xpbd {

/// Keys of the scenes that start without a file.
inline std::vector<std::string_view> scenes_that_run() {
    std::vector<std::string_view> keys;
    for (const scenes::SceneInfo& scene : scenes::scene_table()) {
        if (scene.key != "mesh" && scene.key != "custom") {
            keys.push_back(scene.key);
        }
    }
    return keys;
}

} // namespace xpbd
