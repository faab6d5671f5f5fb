// The scene of a session file.
#pragma once

#include "lab/files/session/json_rows.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>
#include <vector>

namespace xpbd::lab {

/// Reads a scene; errors go to `check`. The path of a mesh file is relative to `base_folder`; if that is null, no file
/// is read.
scenes::SceneSpec read_scene(const Json& json, const std::string* base_folder, JsonCheck& check);
OrderedJson write_scene(const scenes::SceneSpec& spec);

/// Reads a list of particles at places: objects { "particle": 0, KEY: [x, y, z] }.
std::vector<scenes::Pin> read_places(const Json& json, const std::string& path, std::string_view key, JsonCheck& check);
OrderedJson place_json(std::string_view key, const scenes::Pin& pin);

/// Reads what the user has changed by hand from an object at `path`: the keys "pinned", "released" and "things".
scenes::Changes read_changes(const Json& json, const std::string& path, JsonCheck& check);
void write_changes(const scenes::Changes& changes, OrderedJson& json);

} // namespace xpbd::lab
