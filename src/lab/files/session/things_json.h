// The key "things": what the user has put into a scene, moved or taken away.
#pragma once

#include "lab/files/json_check.h"
#include "scenes/parts/scene.h"

#include <string>
#include <vector>

namespace xpbd::lab {

/// Reads a list of things. Whether colliders and particles exist is checked when the scene is built.
std::vector<scenes::Thing> read_things(const Json& json, const std::string& path, JsonCheck& check);
/// An empty list is null.
nlohmann::ordered_json things_json(const std::vector<scenes::Thing>& things);

/// @name A placement: { "shift": [x, y, z], "turn": [w, x, y, z], "size": 1 }, each of which may be missing
/// @{
Placement read_placement(const Json& json, const std::string& path, JsonCheck& check);
/// Adds the members that differ from the defaults.
void write_placement(const Placement& place, nlohmann::ordered_json& json);
/// @}

/// Reads the colliders that the hand held: a list of { "collider": 0, "from": placement, "to": placement }.
std::vector<ColliderGrab> read_collider_grabs(const Json& json, const std::string& path, JsonCheck& check);
nlohmann::ordered_json collider_grab_json(const ColliderGrab& grab);

} // namespace xpbd::lab
