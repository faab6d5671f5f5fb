// Reads and writes session files: the table of their keys, and the past, whose entries are written as differences.
#include "core/model/method_traits.h"
#include "lab/files/json_check.h"
#include "lab/files/memory.h"
#include "lab/files/session/json_rows.h"
#include "lab/files/session/scene_json.h"
#include "lab/files/session/session.h"
#include "lab/files/session/things_json.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr std::string_view kSessionFormat = "xpbd-lab";
/// Largest frame: every JSON reader represents it exactly.
constexpr std::int64_t kLargestWhole = std::int64_t{1} << 53;

/// The arguments that every key's reader gets.
struct Reading {
    JsonCheck& check;
    const std::string* base_folder; ///< null: no file is read
    Settings usual;                 ///< the default pane of the file's version
};

/// A key of a session.
struct Key {
    std::string_view key;
    void (*read)(Session&, const Json&, Reading&);
    OrderedJson (*write)(const Session&); ///< null: the key is left out
};

/// The camera's keys besides its pivot.
constexpr struct {
    std::string_view key;
    double Camera::*field;
    const char* needed;
} kCamera[] = {{"yaw", &Camera::yaw, "an angle [deg]"},
               {"pitch", &Camera::pitch, "an angle [deg]"},
               {"distance", &Camera::distance, "a distance >= 0 [m] (0 = frame the scene)"}};

void read_camera(Session& session, const Json& json, Reading& reading) {
    JsonCheck& check = reading.check;
    Camera& camera = session.camera;
    if (!check.object(json, "camera", row_keys(kCamera, {"pivot"}))) {
        return;
    }
    if (json.contains("pivot")) {
        camera.pivot = check.numbers<3>(json["pivot"], "camera.pivot", "a list of 3 numbers [m]");
    }
    for (const auto& [key, field, needed] : kCamera) {
        if (const auto found = json.find(std::string(key)); found != json.end()) {
            const std::string path = child("camera", key);
            camera.*field =
                key == "distance" ? check.not_negative(*found, path, needed) : check.number(*found, path, needed);
        }
    }
}

OrderedJson write_camera(const Session& session) {
    OrderedJson json;
    if (differ(session.camera.pivot, Camera{}.pivot)) {
        json["pivot"] = session.camera.pivot;
    }
    for (const auto& [key, field, needed] : kCamera) {
        if (differ({session.camera.*field}, {Camera{}.*field})) {
            json[std::string(key)] = session.camera.*field;
        }
    }
    return json;
}

std::string panes_needed() {
    return "a list of 1 to " + std::to_string(kMaxPanes) + " panes";
}

/// Reads a list of panes. Missing values are those of `other`, if it has as many panes, else the defaults in `reading`.
std::vector<Settings> read_panes(const Json& list, const std::string& path, const std::vector<Settings>& other,
                                 Reading& reading) {
    JsonCheck& check = reading.check;
    std::vector<Settings> panes;
    if (!check.list(list, path, 1, kMaxPanes, panes_needed())) {
        return panes;
    }
    const std::vector<std::string_view> known = row_keys(settings_parameters());
    for (std::size_t i = 0; i < list.size() && check.object(list[i], child(path, i), known); ++i) {
        panes.push_back(list.size() == other.size() ? other[i] : reading.usual);
        read_rows(list[i], child(path, i), settings_parameters(), panes.back(), check);
    }
    return panes;
}

/// One object per pane, with its differences from the pane in `other`; from the defaults if `other` has another number
/// of panes. If `other` is empty, the method is always written, so that people can read the file.
OrderedJson write_panes(const std::vector<Settings>& panes, const std::vector<Settings>& other) {
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < panes.size(); ++i) {
        OrderedJson pane = OrderedJson::object();
        if (other.empty()) {
            pane["method"] = method_of(panes[i]).key;
        }
        write_rows(settings_parameters(), panes[i], panes.size() == other.size() ? other[i] : Settings{}, pane);
        list.push_back(std::move(pane));
    }
    return list;
}

void read_look(Session& session, const Json& json, Reading& reading) {
    JsonCheck& check = reading.check;
    Looks& look = session.look.emplace();
    if (!check.object(json, "look", row_keys(looks()))) {
        return;
    }
    read_rows(json, "look", looks(), look, check);
    if (const Status right = validate_look(look, session.panes.size()); !right) {
        check.fail("", right.error().message); // the message contains its own path
    }
}

OrderedJson write_look(const Session& session) {
    OrderedJson json;
    if (session.look) {
        json = OrderedJson::object(); // an empty look is not the same as none
        write_rows(looks(), *session.look, Looks{}, json);
    }
    return json;
}

/// Reads the entries from last to first: each contains its differences from the next one, the last one its differences
/// from the present.
void read_past(Session& present, const Json& json, Reading& reading) {
    JsonCheck& check = reading.check;
    std::vector<Past>& past = present.past;
    if (check.failed() || !check.list(json, "past")) {
        return;
    }
    past.resize(json.size());
    const std::vector<std::string_view> known =
        row_keys(world_parameters(), {"until", "panes", "grabs", "held", "pinned", "released", "things"});
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
        past[i].world = last ? present.world : past[i + 1].world;
        read_rows(json[i], path, world_parameters(), past[i].world, check);
        past[i].panes = last ? present.panes : past[i + 1].panes;
        if (json[i].contains("panes")) {
            past[i].panes = read_panes(json[i]["panes"], child(path, "panes"), past[i].panes, reading);
        }
        if (json[i].contains("grabs")) {
            for (const auto& [particle, target] :
                 read_places(json[i]["grabs"], child(path, "grabs"), "target", check)) {
                past[i].hand.grabs.push_back({particle, target});
            }
        }
        if (json[i].contains("held")) {
            past[i].hand.colliders = read_collider_grabs(json[i]["held"], child(path, "held"), check);
        }
        past[i].changes = read_changes(json[i], path, check);
    }
}

OrderedJson write_past(const Session& session) {
    OrderedJson list;
    for (std::size_t i = 0; i < session.past.size(); ++i) {
        const Past& past = session.past[i];
        const bool last = i + 1 == session.past.size();
        const std::vector<Settings>& panes = last ? session.panes : session.past[i + 1].panes;
        OrderedJson entry{{"until", past.until}};
        write_rows(world_parameters(), past.world, last ? session.world : session.past[i + 1].world, entry);
        if (past.panes != panes) {
            entry["panes"] = write_panes(past.panes, panes);
        }
        for (const Grab& grab : past.hand.grabs) {
            entry["grabs"].push_back(place_json("target", {grab.particle, grab.target}));
        }
        for (const ColliderGrab& grab : past.hand.colliders) {
            entry["held"].push_back(collider_grab_json(grab));
        }
        write_changes(past.changes, entry);
        list.push_back(std::move(entry));
    }
    return list;
}

constexpr Key kSceneKey = {
    "scene", [](Session& s, const Json& json, Reading& r) { s.scene = read_scene(json, r.base_folder, r.check); },
    [](const Session& s) { return write_scene(s.scene); }};

/// The keys of a session file in their order. The keys of the world follow the scene.
constexpr Key kSession[] = {
    kSceneKey,
    {"panes", [](Session& s, const Json& json, Reading& r) { s.panes = read_panes(json, "panes", {}, r); },
     [](const Session& s) { return write_panes(s.panes, {}); }},
    {"camera", read_camera, write_camera},
    {"look", read_look, write_look},
    {"frame",
     [](Session& s, const Json& json, Reading& r) {
         s.frame = r.check.whole(json, "frame", 0, kLargestWhole, "a whole number >= 0");
     },
     [](const Session& s) { return s.frame != 0 ? OrderedJson(s.frame) : OrderedJson(); }},
    {"past", read_past, write_past},
};

/// Checks that the changes of past entries refer to existing particles and colliders of the session's scene.
void check_past_changes(const Session& session, JsonCheck& check) {
    if (std::all_of(session.past.begin(), session.past.end(), [](const Past& past) { return past.changes.empty(); })) {
        return;
    }
    scenes::SceneSpec spec = session.scene;
    spec.changes = {};
    const Status fits = check_memory(spec);
    const Result<Model> model = fits ? scenes::build(spec) : fits.error();
    for (std::size_t i = 0; model && i < session.past.size(); ++i) {
        Model copy = *model;
        spec.changes = session.past[i].changes;
        for (const auto apply : {scenes::apply_colliders, scenes::apply_pins, scenes::apply_ties}) {
            if (const Status right = apply(copy, spec); !right) {
                return check.fail(child("past", i), right.error().message);
            }
        }
    }
    if (!model) {
        check.fail("", model.error().message);
    }
}

Result<Session> read_session(std::string_view text, const std::string& name, const std::string* base_folder) {
    std::vector<std::string_view> known = row_keys(kSession, {"format", "version"});
    const std::vector<std::string_view> of_world = row_keys(world_parameters());
    known.insert(known.end(), of_world.begin(), of_world.end());
    const Result<Json> read = read_document(text, name, {kSessionFormat, kSessionVersion, "a session file", 1}, known);
    if (!read) {
        return read.error();
    }
    const Json& json = *read;
    JsonCheck check(name);
    Reading reading{check, base_folder, {}};
    Session session;
    if (!json.contains("scene")) {
        check.fail("scene", "is missing, needs an object like { \"name\": \"cloth\" }");
    }
    if (json["version"] == 1) {
        reading.usual.engine = Engine::textbook; // the default of version 1
    }
    read_rows(json, "", world_parameters(), session.world, check);
    if (!json.contains("panes")) {
        check.fail("panes", "is missing, needs " + panes_needed());
    }
    for (const Key& key : kSession) {
        if (key.key != kSceneKey.key && json.contains(std::string(key.key))) {
            key.read(session, json[std::string(key.key)], reading);
        }
    }
    if (!check.failed()) {
        kSceneKey.read(session, json["scene"], reading); // last, because it may read a file
    }
    if (!check.failed()) {
        check_past_changes(session, check);
    }
    if (check.failed()) {
        return check.status().error();
    }
    return session;
}

OrderedJson json_of(const Session& session) {
    OrderedJson json{{"format", kSessionFormat}, {"version", kSessionVersion}};
    for (const Key& key : kSession) {
        if (OrderedJson value = key.write(session); !value.is_null()) {
            json[std::string(key.key)] = std::move(value);
        }
        if (key.key == kSceneKey.key) {
            write_rows(world_parameters(), session.world, World{}, json);
        }
    }
    return json;
}

bool is_flat(const OrderedJson& json) {
    return std::none_of(json.begin(), json.end(), [](const OrderedJson& item) { return item.is_structured(); });
}

/// Appends indented text. Objects and lists of plain values are on one line, so that vectors are easy to read.
void print(const OrderedJson& json, int depth, std::string& text) {
    using Handler = OrderedJson::error_handler_t;
    if (!json.is_structured()) {
        text += json.dump(-1, ' ', false, Handler::replace);
        return;
    }
    // A pane contains only plain values, but is too long for one line.
    const bool one_line = is_flat(json) && (json.is_array() || json.size() <= 4);
    const auto new_line = [&](int level) {
        text += one_line ? ' ' : '\n';
        text.append(one_line ? 0 : static_cast<std::size_t>(level) * 2, ' ');
    };
    text += json.is_object() ? "{" : "[";
    bool first = true;
    for (const auto& [key, value] : json.items()) {
        text += first ? "" : ",";
        if (!(first && one_line)) {
            new_line(depth + 1);
        }
        if (json.is_object()) {
            text += OrderedJson(key).dump(-1, ' ', false, Handler::replace) + ": ";
        }
        print(value, depth + 1, text);
        first = false;
    }
    if (!one_line && !first) {
        new_line(depth);
    }
    text += json.is_object() ? "}" : "]";
}

} // namespace

Result<Session> parse_session(std::string_view text, const std::string& name, const std::string& base_folder) {
    return read_session(text, name, &base_folder);
}

Result<Session> parse_session_without_files(std::string_view text, const std::string& name) {
    return read_session(text, name, nullptr);
}

std::string write_session(const Session& session) {
    std::string text;
    print(json_of(session), 0, text);
    return text + "\n";
}

std::string write_differences(const Session& session) {
    return json_of(session).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace xpbd::lab
