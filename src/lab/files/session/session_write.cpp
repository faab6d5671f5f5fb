// Writes session files.
#include "lab/files/obj.h"
#include "lab/files/session/custom_scene_json.h"
#include "lab/files/session/session.h"
#include "scenes/pins/pins.h"

#include "core/model/parameters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// A parameter's value in the form that JsonCheck::value reads.
OrderedJson value_json(const ParameterInfo& info, const Value& value) {
    if (info.scale == Scale::choice) {
        return format_value(info, value);
    }
    if (info.scale == Scale::toggle) {
        return value[0] != 0;
    }
    const auto component = [&](double v) -> OrderedJson {
        return info.scale == Scale::integer ? OrderedJson(static_cast<std::int64_t>(v)) : OrderedJson(v);
    };
    if (info.components == 1) {
        return component(value[0]);
    }
    OrderedJson list = OrderedJson::array();
    for (int i = 0; i < info.components; ++i) {
        list.push_back(component(value[static_cast<std::size_t>(i)]));
    }
    return list;
}

void write_pins(const scenes::PinChanges& pins, OrderedJson& json) {
    for (const scenes::Pin& pin : pins.pinned) {
        json["pinned"].push_back(
            {{"particle", pin.particle}, {"position", {pin.position.x, pin.position.y, pin.position.z}}});
    }
    if (!pins.released.empty()) {
        json["released"] = pins.released;
    }
}

OrderedJson scene_json(const scenes::SceneSpec& spec) {
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
    write_pins(scenes::pin_changes(spec), json);
    if (spec.mesh) {
        std::string text = write_obj(*spec.mesh);
        if (spec.file.empty() || text.size() <= kLargestHeldMesh) {
            json["mesh"] = std::move(text);
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

/// Compares the sign of zeros, too, because it can influence a state.
bool differ(const Value& one, const Value& other) {
    return !std::equal(one.begin(), one.end(), other.begin(),
                       [](double a, double b) { return a == b && std::signbit(a) == std::signbit(b); });
}

/// A list of one object per pane, with its differences from `other` panes; if their number differs, from the defaults.
OrderedJson panes_json(const std::vector<Settings>& panes, const std::vector<Settings>& other) {
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < panes.size(); ++i) {
        const Settings base = panes.size() == other.size() ? other[i] : Settings{};
        OrderedJson pane = OrderedJson::object();
        for (const SettingsParameter& parameter : settings_parameters()) {
            if (differ({parameter.get(panes[i])}, {parameter.get(base)})) {
                pane[std::string(parameter.info.key)] = value_json(parameter.info, {parameter.get(panes[i]), 0, 0});
            }
        }
        list.push_back(std::move(pane));
    }
    return list;
}

/// Writes the parameters of the world that differ from another world's.
void write_world(const World& world, const World& other, OrderedJson& json) {
    for (const WorldParameter& parameter : world_parameters()) {
        if (differ(parameter.get(world), parameter.get(other))) {
            json[std::string(parameter.info.key)] = value_json(parameter.info, parameter.get(world));
        }
    }
}

/// Each entry contains its differences from the next one, the last one its differences from the present.
OrderedJson past_json(const Session& session) {
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = 0; i < session.past.size(); ++i) {
        const Past& past = session.past[i];
        const bool last = i + 1 == session.past.size();
        const World& world = last ? session.world : session.past[i + 1].world;
        const std::vector<Settings>& panes = last ? session.panes : session.past[i + 1].panes;
        OrderedJson entry{{"until", past.until}};
        write_world(past.world, world, entry);
        if (past.panes != panes) {
            entry["panes"] = panes_json(past.panes, panes);
        }
        for (const Grab& grab : past.grabs) {
            const std::array<double, 3> target = {grab.target.x, grab.target.y, grab.target.z};
            entry["grabs"].push_back({{"particle", grab.particle}, {"target", target}});
        }
        write_pins(past.pins, entry);
        list.push_back(std::move(entry));
    }
    return list;
}

/// The first keys of every session.
OrderedJson head_json(const Session& session) {
    return {{"format", "xpbd-lab"}, {"version", kSessionVersion}, {"scene", scene_json(session.scene)}};
}

OrderedJson camera_json(const Camera& camera) {
    return {{"pivot", camera.pivot}, {"yaw", camera.yaw}, {"pitch", camera.pitch}, {"distance", camera.distance}};
}

} // namespace

std::string write_session(const Session& session) {
    OrderedJson json = head_json(session);
    for (const WorldParameter& parameter : world_parameters()) {
        json[std::string(parameter.info.key)] = value_json(parameter.info, parameter.get(session.world));
    }
    json["panes"] = OrderedJson::array();
    for (const Settings& settings : session.panes) {
        OrderedJson pane = OrderedJson::object();
        for (const SettingsParameter& parameter : settings_parameters()) {
            pane[std::string(parameter.info.key)] = value_json(parameter.info, {parameter.get(settings), 0, 0});
        }
        json["panes"].push_back(std::move(pane));
    }
    json["camera"] = camera_json(session.camera);
    json["frame"] = session.frame;
    if (!session.past.empty()) {
        json["past"] = past_json(session);
    }
    std::string text;
    print(json, 0, text);
    return text + "\n";
}

std::string write_differences(const Session& session) {
    OrderedJson json = head_json(session);
    write_world(session.world, World{}, json);
    json["panes"] = panes_json(session.panes, {});
    const OrderedJson camera = camera_json(session.camera);
    const OrderedJson usual = camera_json(Camera{});
    for (const auto& [key, value] : camera.items()) {
        if (value.dump() != usual[key].dump()) {
            json["camera"][key] = value;
        }
    }
    if (session.frame != 0) {
        json["frame"] = session.frame;
    }
    if (!session.past.empty()) {
        json["past"] = past_json(session);
    }
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace xpbd::lab
