// Parses session files.
#include "core/base/excerpt.h"
#include "lab/files/json_check.h"
#include "lab/files/memory.h"
#include "lab/files/obj.h"
#include "lab/files/session/custom_scene_json.h"
#include "lab/files/session/session.h"
#include "scenes/pins/pins.h"
#include "system/names.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace xpbd::lab {
namespace {

constexpr std::string_view kFormat = "xpbd-lab";
constexpr std::string_view kPinKeys[] = {"particle", "position"};
constexpr std::string_view kCameraKeys[] = {"pivot", "yaw", "pitch", "distance"};
/// Largest frame and index: every JSON reader represents it exactly.
constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

constexpr std::string_view kGrabKeys[] = {"particle", "target"};
constexpr std::int64_t kLargestParticle = std::numeric_limits<int>::max();

std::string panes_needed() {
    return "a list of 1 to " + std::to_string(kMaxPanes) + " panes";
}

/// The keys `own`, followed by the keys of a table's rows.
template <class Table>
std::vector<std::string_view> keys_of(const Table& table, std::initializer_list<std::string_view> own = {}) {
    std::vector<std::string_view> keys(own);
    for (const auto& row : table) {
        if constexpr (requires { row.info; }) {
            keys.push_back(row.info.key);
        } else {
            keys.push_back(row.key);
        }
    }
    return keys;
}

/// The path of a mesh file as the session names it, from `base_folder`.
std::string mesh_path(const std::string& written, const std::string& base_folder) {
    auto file = system::path_of(written).make_preferred(); // a session from elsewhere has / between folders
    if (base_folder == "." || file.is_absolute()) {
        return system::text_of(file);
    }
    std::error_code code;
    const auto base = system::path_of(base_folder);
    const auto folder = std::filesystem::absolute(base, code);
    return system::text_of(((code ? base : folder) / file).lexically_normal());
}

/// The mesh that the session holds itself, else the mesh of its file. Without a folder there are no files.
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
        mesh->lines.clear(); // of the text, which no one has as a file
    }
    spec.mesh = std::move(*mesh);
}

/// Scene "mesh": its shape and pins.
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

/// Reads the user's pins and released pins from an object at `path`.
scenes::PinChanges read_pins(const Json& json, const std::string& path, JsonCheck& check) {
    scenes::PinChanges pins;
    const std::string pinned = child(path, "pinned"), released = child(path, "released");
    for (std::size_t i = 0;
         json.contains("pinned") && check.list(json["pinned"], pinned) && i < json["pinned"].size() && !check.failed();
         ++i) {
        const Json& entry = json["pinned"][i];
        const std::string place = child(pinned, i);
        if (!check.object(entry, place, kPinKeys)) {
            return pins;
        }
        for (const std::string_view key : kPinKeys) {
            if (!entry.contains(std::string(key))) {
                check.fail(child(place, key), "is missing, needs { \"particle\": 0, \"position\": [x, y, z] }");
                return pins;
            }
        }
        const int particle = read_particle_index(entry["particle"], child(place, "particle"), check);
        const auto at = check.numbers<3>(entry["position"], child(place, "position"), "a list of 3 numbers [m]");
        pins.pinned.push_back({particle, {at[0], at[1], at[2]}});
    }
    for (std::size_t i = 0; json.contains("released") && check.list(json["released"], released) &&
                            i < json["released"].size() && !check.failed();
         ++i) {
        pins.released.push_back(read_particle_index(json["released"][i], child(released, i), check));
    }
    std::sort(pins.pinned.begin(), pins.pinned.end(),
              [](const scenes::Pin& one, const scenes::Pin& other) { return one.particle < other.particle; });
    std::sort(pins.released.begin(), pins.released.end());
    return pins;
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
                                     suggestion(spec.name, keys_of(scenes::scene_table())));
        return spec;
    }
    const bool custom = spec.name == "custom";
    const bool mesh = spec.name == "mesh";
    if (custom) {
        spec.custom = read_custom_scene(json, "scene", check);
    }
    std::vector<std::string_view> known = keys_of(info->parameters, {"name", "pinned", "released"});
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
    scenes::set_pin_changes(spec, read_pins(json, "scene", check));
    if ((custom || mesh || scenes::has_pin_changes(spec)) && !check.failed()) {
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

/// Values that are not given are taken from `world`.
World read_world(const Json& json, const std::string& path, World world, JsonCheck& check) {
    for (const WorldParameter& parameter : world_parameters()) {
        const std::string key(parameter.info.key);
        if (json.contains(key)) {
            parameter.set(world, check.value(json[key], path.empty() ? key : child(path, key), parameter.info));
        }
    }
    return world;
}

/// Values that are not given are taken from `other` panes if there are as many, else from `usual`.
std::vector<Settings> read_panes(const Json& list, const std::string& path, const std::vector<Settings>& other,
                                 const Settings& usual, JsonCheck& check) {
    std::vector<Settings> panes;
    if (!list.is_array() || list.empty() || list.size() > std::size_t{kMaxPanes}) {
        check.fail(path, (list.is_array() ? "is a list of " + std::to_string(list.size()) : "is " + describe(list)) +
                             ", needs " + panes_needed());
        return panes;
    }
    const std::vector<std::string_view> known = keys_of(settings_parameters());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = child(path, i);
        Settings settings = list.size() == other.size() ? other[i] : usual;
        if (!check.object(list[i], place, known)) {
            break;
        }
        for (const SettingsParameter& parameter : settings_parameters()) {
            const std::string key(parameter.info.key);
            if (list[i].contains(key)) {
                parameter.set(settings, check.value(list[i][key], child(place, key), parameter.info)[0]);
            }
        }
        panes.push_back(settings);
    }
    return panes;
}

/// Checks that the pins of past entries refer to existing particles of the session's scene.
void check_past_pins(const Session& session, JsonCheck& check) {
    if (std::all_of(session.past.begin(), session.past.end(),
                    [](const Past& past) { return past.pins == scenes::PinChanges{}; })) {
        return;
    }
    scenes::SceneSpec spec = session.scene;
    scenes::forget_pins(spec);
    const Status fits = check_memory(spec);
    const Result<Model> model = fits ? scenes::build(spec) : fits.error();
    for (std::size_t i = 0; model && i < session.past.size(); ++i) {
        Model copy = *model;
        scenes::set_pin_changes(spec, session.past[i].pins);
        if (const Status right = scenes::apply_pins(copy, spec); !right) {
            return check.fail(child("past", i), right.error().message);
        }
    }
    if (!model) {
        check.fail("", model.error().message);
    }
}

std::vector<Grab> read_grabs(const Json& json, const std::string& path, JsonCheck& check) {
    std::vector<Grab> grabs;
    for (std::size_t i = 0; check.list(json, path) && i < json.size() && !check.failed(); ++i) {
        const std::string place = child(path, i);
        if (!check.object(json[i], place, kGrabKeys)) {
            break;
        }
        for (const std::string_view key : kGrabKeys) {
            if (!json[i].contains(key)) {
                check.fail(child(place, key), "is missing");
                return grabs;
            }
        }
        Grab grab;
        grab.particle = static_cast<int>(check.whole(json[i]["particle"], child(place, "particle"), 0, kLargestParticle,
                                                     "a particle's number, from 0"));
        const auto target = check.numbers<3>(json[i]["target"], child(place, "target"), "a list of 3 numbers [m]");
        grab.target = {target[0], target[1], target[2]};
        grabs.push_back(grab);
    }
    return grabs;
}

/// Reads the entries from last to first: each contains its differences from the next one, the last one its differences
/// from the present.
std::vector<Past> read_past(const Json& json, const Session& present, const Settings& usual, JsonCheck& check) {
    std::vector<Past> past;
    if (!check.list(json, "past")) {
        return past;
    }
    past.resize(json.size());
    const std::vector<std::string_view> known =
        keys_of(world_parameters(), {"until", "panes", "grabs", "pinned", "released"});
    std::int64_t latest = kLargestWhole;
    for (std::size_t i = json.size(); i-- > 0 && !check.failed();) {
        const std::string path = child("past", i);
        if (!check.object(json[i], path, known)) {
            break;
        }
        if (!json[i].contains("until")) {
            check.fail(child(path, "until"), "is missing, needs the frame up to which it held");
            break;
        }
        const bool last = i + 1 == past.size();
        past[i].until =
            check.whole(json[i]["until"], child(path, "until"), 1, latest,
                        last ? "a frame, 1 or later" : "a frame, 1 or later and not after the next entry's");
        latest = past[i].until;
        past[i].world = read_world(json[i], path, last ? present.world : past[i + 1].world, check);
        past[i].panes = last ? present.panes : past[i + 1].panes;
        if (json[i].contains("panes")) {
            past[i].panes = read_panes(json[i]["panes"], child(path, "panes"), past[i].panes, usual, check);
        }
        if (json[i].contains("grabs")) {
            past[i].grabs = read_grabs(json[i]["grabs"], child(path, "grabs"), check);
        }
        past[i].pins = read_pins(json[i], path, check);
    }
    return past;
}

Camera read_camera(const Json& json, JsonCheck& check) {
    Camera camera;
    if (!check.object(json, "camera", kCameraKeys)) {
        return camera;
    }
    if (json.contains("pivot")) {
        camera.pivot = check.numbers<3>(json["pivot"], "camera.pivot", "a list of 3 numbers [m]");
    }
    if (json.contains("yaw")) {
        camera.yaw = check.number(json["yaw"], "camera.yaw", "an angle [deg]");
    }
    if (json.contains("pitch")) {
        camera.pitch = check.number(json["pitch"], "camera.pitch", "an angle [deg]");
    }
    if (json.contains("distance")) {
        camera.distance =
            check.not_negative(json["distance"], "camera.distance", "a distance >= 0 [m] (0 = frame the scene)");
    }
    return camera;
}

Result<Session> read_session(std::string_view text, const std::string& name, const std::string* base_folder) {
    const Result<Json> read =
        read_document(text, name, {kFormat, kSessionVersion, "a session file", 1},
                      keys_of(world_parameters(), {"format", "version", "scene", "panes", "camera", "frame", "past"}));
    if (!read) {
        return read.error();
    }
    const Json& json = *read;
    JsonCheck check(name);
    Session session;
    if (!json.contains("scene")) {
        check.fail("scene", "is missing, needs an object like { \"name\": \"cloth\" }");
        return check.status().error();
    }
    Settings usual;
    if (json["version"] == 1) {
        usual.engine = Engine::textbook; // the default of version 1
    }
    session.world = read_world(json, "", {}, check);
    if (json.contains("panes")) {
        session.panes = read_panes(json["panes"], "panes", {}, usual, check);
    } else {
        check.fail("panes", "is missing, needs " + panes_needed());
    }
    if (json.contains("camera")) {
        session.camera = read_camera(json["camera"], check);
    }
    if (json.contains("frame")) {
        session.frame = check.whole(json["frame"], "frame", 0, kLargestWhole, "a whole number >= 0");
    }
    if (json.contains("past") && !check.failed()) {
        session.past = read_past(json["past"], session, usual, check);
    }
    if (!check.failed()) {
        session.scene = read_scene(json["scene"], base_folder, check); // last, because it may read a file
    }
    if (!check.failed()) {
        check_past_pins(session, check);
    }
    if (check.failed()) {
        return check.status().error();
    }
    return session;
}

} // namespace

Result<Session> parse_session(std::string_view text, const std::string& name, const std::string& base_folder) {
    return read_session(text, name, &base_folder);
}

Result<Session> parse_session_without_files(std::string_view text, const std::string& name) {
    return read_session(text, name, nullptr);
}

} // namespace xpbd::lab
