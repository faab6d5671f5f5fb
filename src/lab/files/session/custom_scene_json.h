// Custom scenes in session files.
#pragma once

#include "lab/files/json_check.h"
#include "scenes/scenes.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// The keys of a scene "custom", except its name.
std::span<const std::string_view> custom_scene_keys();
/// Reads a scene that lists its particles and constraints (scenes/CUSTOM.md) from below `path`. Errors go to `check`.
scenes::CustomScene read_custom_scene(const Json& scene, const std::string& path, JsonCheck& check);
/// Adds the scene's keys to its JSON object.
void write_custom_scene(const scenes::CustomScene& custom, nlohmann::ordered_json& scene);

} // namespace xpbd::lab
