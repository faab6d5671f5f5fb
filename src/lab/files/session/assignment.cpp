// Applies KEY=VALUE assignments of the command line to a session.
#include "core/base/excerpt.h"
#include "lab/files/json_check.h"
#include "lab/files/obj.h"
#include "lab/files/session/session.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace xpbd::lab {
namespace {

constexpr ParameterInfo kPaneCount = {.key = "panes",
                                      .label = "Number of panes",
                                      .unit = "",
                                      .scale = Scale::integer,
                                      .min = 1,
                                      .max = kMaxPanes,
                                      .default_value = {2}};

/// All keys of this session, for suggestions on a wrong key.
std::vector<std::string> known_keys(const Session& session) {
    std::vector<std::string> keys{std::string(kPaneCount.key)};
    for (const WorldParameter& parameter : world_parameters()) {
        keys.emplace_back(parameter.info.key);
    }
    if (const scenes::SceneInfo* scene = scenes::find_scene(session.scene.name)) {
        for (const ParameterInfo& parameter : scene->parameters) {
            keys.push_back("scene." + std::string(parameter.key));
        }
    }
    if (session.scene.name == "mesh") {
        keys.emplace_back("scene.file");
    }
    for (const SettingsParameter& parameter : settings_parameters()) {
        keys.emplace_back(parameter.info.key);
        for (std::size_t i = 0; i < session.panes.size(); ++i) {
            keys.push_back(pane_name(static_cast<int>(i)) + "." + std::string(parameter.info.key));
        }
    }
    for (const LookRow& row : looks()) {
        keys.push_back("look." + std::string(row.info.key));
    }
    return keys;
}

Error unknown_key(const Session& session, std::string_view key) {
    const std::vector<std::string> keys = known_keys(session);
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    const std::string near = did_you_mean(key, views);
    return Error{"unknown key \"" + excerpt(key) + "\"" +
                 (near.empty() ? "; `xpbd-lab list parameters` shows them all" : near)};
}

Result<Value> parse(const ParameterInfo& info, std::string_view key, std::string_view text) {
    Result<Value> value = parse_value(info, text);
    return value ? value : Error{std::string(key) + ": " + value.error().message};
}

Status assign_scene(Session& session, std::string_view key, std::string_view name, std::string_view text) {
    if (name == "file" && session.scene.name == "mesh") {
        const std::string path(text);
        Result<scenes::Mesh> mesh = load_obj(path);
        if (!mesh) {
            return mesh.error();
        }
        session.scene.file = path;
        session.scene.mesh = std::move(*mesh);
        return ok();
    }
    const scenes::SceneInfo* scene = scenes::find_scene(session.scene.name);
    const ParameterInfo* info = scene != nullptr ? scenes::find_scene_parameter(*scene, name) : nullptr;
    if (info == nullptr) {
        return unknown_key(session, key);
    }
    const Result<Value> value = parse(*info, key, text);
    if (!value) {
        return value.error();
    }
    const scenes::Changes before = session.scene.changes;
    scenes::set_value(session.scene, name, *value);
    if ((before.empty() || !(session.scene.changes == before)) && info->scale == Scale::integer) {
        for (Past& past : session.past) {
            scenes::forget_particles(past.changes); // the indices are not valid for the new mesh
        }
    }
    return ok();
}

Status assign_look(Session& session, std::string_view key, std::string_view name, std::string_view text) {
    const LookRow* row = find_look(name);
    if (row == nullptr) {
        return unknown_key(session, key);
    }
    const Result<Value> value = parse(row->info, key, text);
    if (!value) {
        return value.error();
    }
    Looks look = session.look.value_or(Looks{});
    row->set(look, *value);
    Status right = validate_look(look, session.panes.size());
    if (right) {
        session.look = std::move(look);
    }
    return right;
}

/// Adds copies of the last pane, or removes panes.
Status assign_pane_count(Session& session, std::string_view text) {
    const Result<Value> value = parse(kPaneCount, kPaneCount.key, text);
    if (!value) {
        return value.error();
    }
    const auto count = static_cast<std::size_t>((*value)[0]);
    const auto resize = [&](std::vector<Settings>& panes) { panes.resize(count, Settings(panes.back())); };
    resize(session.panes);
    for (Past& past : session.past) {
        resize(past.panes);
    }
    if (session.look) {
        session.look->active_pane = std::min(session.look->active_pane, static_cast<int>(count) - 1);
    }
    return ok();
}

/// Sets one parameter in the panes [first, last).
Status assign_panes(Session& session, std::size_t first, std::size_t last, std::string_view key, std::string_view name,
                    std::string_view text) {
    if (find_settings_parameter(name) == nullptr) {
        return unknown_key(session, key);
    }
    const auto assign = [&](std::vector<Settings>& panes) {
        for (std::size_t i = first; i < std::min(last, panes.size()); ++i) {
            const Status status = set(panes[i], name, text);
            if (!status) { // the message begins with the parameter's name; the pane is added before it
                return Status(Error{std::string(key.substr(0, key.size() - name.size())) + status.error().message});
            }
        }
        return ok();
    };
    Status status = assign(session.panes);
    for (std::size_t i = 0; i < session.past.size() && status; ++i) {
        status = assign(session.past[i].panes);
    }
    return status;
}

} // namespace

KeyParts split_key(std::string_view key) {
    const std::size_t dot = key.find('.');
    return dot == std::string_view::npos ? KeyParts{"", key} : KeyParts{key.substr(0, dot), key.substr(dot + 1)};
}

Status apply_assignment(Session& session, std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return Error{"\"" + excerpt(assignment) + "\" is not KEY=VALUE; write for example iterations=40"};
    }
    const std::string_view key = assignment.substr(0, equals);
    const std::string_view text = assignment.substr(equals + 1);
    if (const WorldParameter* parameter = find_world_parameter(key)) {
        const Result<Value> value = parse(parameter->info, key, text);
        if (!value) {
            return value.error();
        }
        parameter->set(session.world, *value);
        for (Past& past : session.past) {
            parameter->set(past.world, *value);
        }
        return ok();
    }
    if (key == kPaneCount.key) {
        return assign_pane_count(session, text);
    }
    const auto [owner, name] = split_key(key);
    if (key.find('.') == std::string_view::npos) {
        return assign_panes(session, 0, session.panes.size(), key, key, text);
    }
    if (owner == "scene") {
        return assign_scene(session, key, name, text);
    }
    if (owner == "look") {
        return assign_look(session, key, name, text);
    }
    if (owner.size() == 1 && owner[0] >= 'a' && owner[0] < 'a' + kMaxPanes) {
        const auto pane = static_cast<std::size_t>(owner[0] - 'a');
        if (pane >= session.panes.size()) {
            return Error{excerpt(key) + ": there is no pane " + std::string(owner) + "; the session's panes are a to " +
                         pane_name(static_cast<int>(session.panes.size()) - 1)};
        }
        return assign_panes(session, pane, pane + 1, key, name, text);
    }
    return unknown_key(session, key);
}

} // namespace xpbd::lab
