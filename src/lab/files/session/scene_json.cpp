// Reads and writes the scene of a session file.
#include "lab/files/session/scene_json.h"

#include "core/base/excerpt.h"
#include "lab/files/memory.h"
#include "lab/files/obj.h"
#include "lab/files/session/custom_scene_json.h"
#include "lab/files/session/session.h"
#include "lab/files/session/things_json.h"
#include "scenes/changes/pins.h"
#include "system/names.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

/// The path of a mesh file for SceneSpec::file: absolute, or if `base_folder` is ".", as in the session file.
std::string mesh_path(const std::string& written, const std::string& base_folder) {
    auto file = system::path_of(written).make_preferred(); // session files have / between folders on every system
    if (base_folder == "." || file.is_absolute()) {
        return system::text_of(file);
    }
    std::error_code code;
    const auto base = system::path_of(base_folder);
    const auto folder = std::filesystem::absolute(base, code);
    return system::text_of(((code ? base : folder) / file).lexically_normal());
}

/// Reads the mesh that the session file contains, else its mesh file. If `base_folder` is null, no file is read.
void read_mesh(const Json& json, const std::string* base_folder, scenes::SceneSpec& spec, JsonCheck& check) {
    const bool held = json.contains("mesh");
    if (!held && base_folder == nullptr) {
        check.fail("scene.mesh", "is missing; a link reads no files, so that it holds its mesh itself");
        return;
    }
    if (!held && !json.contains("file")) {
        check.fail("scene.file", "is missing, needs the path of an OBJ file, or \"mesh\" with the text of one");
        return;
    }
    if (json.contains("file")) {
        const std::string written = check.text(json["file"], "scene.file", "the path of an OBJ file");
        spec.file = base_folder != nullptr ? mesh_path(written, *base_folder) : "";
    }
    const std::string text = held ? check.text(json["mesh"], "scene.mesh", "the text of an OBJ file") : "";
    if (check.failed()) {
        return;
    }
    Result<scenes::Mesh> mesh = held ? parse_obj(text, "scene.mesh") : load_obj(spec.file);
    if (!mesh) {
        check.fail(held ? "" : "scene.file", mesh.error().message);
        return;
    }
    if (held) {
        mesh->lines.clear(); // these are lines of the text in the session, which is no file of the user
    }
    spec.mesh = std::move(*mesh);
}

/// Reads the mesh and the pins of a scene "mesh".
void read_mesh_scene(const Json& json, const std::string* base_folder, scenes::SceneSpec& spec, JsonCheck& check) {
    read_mesh(json, base_folder, spec, check);
    if (check.failed() || !json.contains("pins") || !check.list(json["pins"], "scene.pins")) {
        return;
    }
    const auto count = static_cast<std::int64_t>(spec.mesh->positions.size());
    for (std::size_t i = 0; i < json["pins"].size() && !check.failed(); ++i) {
        spec.pins.push_back(static_cast<int>(check.whole(json["pins"][i], child("scene.pins", i), 0, count - 1,
                                                         "a vertex of the mesh: 0 to " + std::to_string(count - 1))));
    }
}

/// A particle index. The number of particles is not known before the scene is built.
int read_particle_index(const Json& json, const std::string& path, JsonCheck& check) {
    return static_cast<int>(
        check.whole(json, path, 0, std::numeric_limits<int>::max(), "the index of a particle: 0 or more"));
}

} // namespace

std::vector<scenes::Pin> read_places(const Json& json, const std::string& path, std::string_view key,
                                     JsonCheck& check) {
    std::vector<scenes::Pin> places;
    const std::string_view keys[] = {"particle", key};
    for (std::size_t i = 0; check.list(json, path) && i < json.size() && !check.failed(); ++i) {
        const std::string place = child(path, i);
        const bool known = check.object(json[i], place, keys);
        for (const std::string_view needed : keys) {
            if (known && !json[i].contains(std::string(needed))) {
                check.fail(child(place, needed),
                           "is missing, needs { \"particle\": 0, \"" + std::string(key) + "\": [x, y, z] }");
            }
        }
        if (check.failed()) {
            return places;
        }
        const int particle = read_particle_index(json[i]["particle"], child(place, "particle"), check);
        const auto at = check.numbers<3>(json[i][std::string(key)], child(place, key), "a list of 3 numbers [m]");
        places.push_back({particle, {at[0], at[1], at[2]}});
    }
    return places;
}

OrderedJson place_json(std::string_view key, const scenes::Pin& pin) {
    return {{"particle", pin.particle}, {key, {pin.position.x, pin.position.y, pin.position.z}}};
}

scenes::Changes read_changes(const Json& json, const std::string& path, JsonCheck& check) {
    scenes::Changes changes;
    const std::string released = child(path, "released");
    if (json.contains("pinned")) {
        changes.pinned = read_places(json["pinned"], child(path, "pinned"), "position", check);
    }
    for (std::size_t i = 0; json.contains("released") && check.list(json["released"], released) &&
                            i < json["released"].size() && !check.failed();
         ++i) {
        changes.released.push_back(read_particle_index(json["released"][i], child(released, i), check));
    }
    std::sort(changes.pinned.begin(), changes.pinned.end(),
              [](const scenes::Pin& one, const scenes::Pin& other) { return one.particle < other.particle; });
    std::sort(changes.released.begin(), changes.released.end());
    if (json.contains("things")) {
        changes.things = read_things(json["things"], child(path, "things"), check);
    }
    return changes;
}

scenes::SceneSpec read_scene(const Json& json, const std::string* base_folder, JsonCheck& check) {
    scenes::SceneSpec spec;
    if (!json.is_object() || !json.contains("name")) {
        check.fail("scene", (json.is_object() ? std::string("has no \"name\"") : "is " + describe(json)) +
                                ", needs an object like { \"name\": \"cloth\" }");
        return spec;
    }
    spec.name = check.text(json["name"], "scene.name", "a scene's name");
    const scenes::SceneInfo* info = scenes::find_scene(spec.name);
    if (info == nullptr) {
        check.fail("scene.name", "unknown scene \"" + excerpt(spec.name) + "\"" +
                                     suggestion(spec.name, row_keys(scenes::scene_table())));
        return spec;
    }
    const bool custom = spec.name == "custom";
    const bool mesh = spec.name == "mesh";
    if (custom) {
        spec.custom = read_custom_scene(json, "scene", check);
    }
    std::vector<std::string_view> known = row_keys(info->parameters, {"name", "pinned", "released", "things"});
    if (custom) {
        known.insert(known.end(), custom_scene_keys().begin(), custom_scene_keys().end());
    }
    if (mesh) {
        known.insert(known.end(), {"file", "mesh", "pins"});
    }
    if (!check.object(json, "scene", known)) {
        return spec;
    }
    for (const ParameterInfo& parameter : info->parameters) {
        const std::string key(parameter.key);
        if (json.contains(key)) {
            spec.values[key] = check.value(json[key], child("scene", key), parameter);
        }
    }
    if (mesh) {
        read_mesh_scene(json, base_folder, spec, check);
    }
    spec.changes = read_changes(json, "scene", check);
    if ((custom || mesh || !spec.changes.empty()) && !check.failed()) {
        const Status fits = check_memory(spec);
        if (!fits) {
            check.fail("", fits.error().message);
            return spec;
        }
        // Errors that concern the whole mesh: triangles without area, edges with three triangles, pins of particles
        // that do not exist.
        const Result<Model> model = scenes::build(spec);
        if (!model) {
            check.fail("", model.error().message); // the message contains its own path
        }
    }
    return spec;
}

void write_changes(const scenes::Changes& changes, OrderedJson& json) {
    for (const scenes::Pin& pin : changes.pinned) {
        json["pinned"].push_back(place_json("position", pin));
    }
    if (!changes.released.empty()) {
        json["released"] = changes.released;
    }
    if (OrderedJson things = things_json(changes.things); !things.is_null()) {
        json["things"] = std::move(things);
    }
}

OrderedJson write_scene(const scenes::SceneSpec& spec) {
    OrderedJson json{{"name", spec.name}};
    if (!spec.file.empty()) {
        json["file"] = spec.file;
    }
    if (!spec.pins.empty()) {
        json["pins"] = spec.pins;
    }
    const scenes::SceneInfo* info = scenes::find_scene(spec.name);
    for (const auto& [key, value] : spec.values) {
        const ParameterInfo* parameter = info != nullptr ? scenes::find_scene_parameter(*info, key) : nullptr;
        if (parameter != nullptr) {
            json[key] = value_json(*parameter, value);
        }
    }
    if (spec.custom) {
        write_custom_scene(*spec.custom, json);
    }
    write_changes(spec.changes, json);
    if (spec.mesh) {
        std::string text = write_obj(*spec.mesh);
        if (spec.file.empty() || text.size() <= kLargestHeldMesh) {
            json["mesh"] = std::move(text);
        }
    }
    return json;
}

} // namespace xpbd::lab
