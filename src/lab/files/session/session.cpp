// Sessions: defaults of a scene, and loading from files.
#include "lab/files/session/session.h"

#include "core/base/excerpt.h"
#include "core/model/method_traits.h"
#include "lab/files/file.h"
#include "lab/files/json_check.h"
#include "lab/files/memory.h"
#include "lab/files/obj.h"
#include "lab/files/png_text.h"
#include "system/names.h"

#include <algorithm>
#include <filesystem>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMeshPlace = "scene.mesh: ";

/// Applies one of a scene's suggestions: a world parameter, a pane parameter, or `method.parameter`.
Status apply_suggestion(Session& session, std::string_view key, std::string_view text) {
    const std::size_t dot = key.find('.');
    const int method = dot == std::string_view::npos ? -1 : find_method(key.substr(0, dot));
    if (method < 0) {
        return apply_assignment(session, std::string(key) + "=" + std::string(text));
    }
    const SettingsParameter* parameter = find_settings_parameter(key.substr(dot + 1));
    if (parameter == nullptr) {
        return Error{"unknown parameter \"" + std::string(key.substr(dot + 1)) + "\""};
    }
    const Result<Value> value = parse_value(parameter->info, text);
    if (!value) {
        return value.error();
    }
    for (Settings& pane : session.panes) {
        if (pane.method == method) {
            parameter->set(pane, (*value)[0]);
        }
    }
    return ok();
}

Result<Session> mesh_session(const std::string& path) {
    Result<scenes::Mesh> mesh = load_obj(path);
    if (!mesh) {
        return mesh.error();
    }
    Result<Session> session = default_session("mesh");
    if (!session) {
        return session;
    }
    session->scene = scenes::hanging_mesh(std::move(*mesh), path);
    if (const Status fits = check_memory(session->scene); !fits) {
        return Error{path + ": " + fits.error().message};
    }
    // Errors that concern the whole mesh: triangles without area, edges with three triangles.
    if (const Result<Model> model = scenes::build(session->scene); !model) {
        std::string_view what = model.error().message; // without its JSON path: there is no session file
        what.remove_prefix(what.starts_with(kMeshPlace) ? kMeshPlace.size() : 0);
        return Error{(what.starts_with(path) ? "" : path + ": ") + std::string(what)};
    }
    session->scene.file = system::absolute_name(path);
    return session;
}

} // namespace

std::string pane_name(int pane) {
    return std::string(1, static_cast<char>('a' + pane));
}

Result<Session> default_session(std::string_view scene_name) {
    const scenes::SceneInfo* scene = scenes::find_scene(scene_name);
    if (scene == nullptr) {
        std::vector<std::string_view> keys;
        for (const scenes::SceneInfo& info : scenes::scene_table()) {
            keys.push_back(info.key);
        }
        return Error{"unknown scene \"" + excerpt(scene_name) + "\"" + suggestion(scene_name, keys)};
    }
    Session session;
    session.scene.name = scene->key;
    for (const std::string_view method : scene->methods) {
        session.panes.emplace_back();
        session.panes.back().method = find_method(method);
    }
    for (const auto& [key, text] : scene->suggested) {
        const Status status = apply_suggestion(session, key, text);
        if (!status) {
            return Error{"scene \"" + session.scene.name + "\", suggested " + std::string(key) + ": " +
                         status.error().message};
        }
    }
    return session;
}

bool has_ending(std::string_view name, std::string_view ending) {
    return name.size() > ending.size() && std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
               return a == b || (b >= 'A' && b <= 'Z' && a == static_cast<char>(b - 'A' + 'a'));
           });
}

Result<Session> load_session(const std::string& path) {
    if (is_mesh_name(path)) {
        return mesh_session(path);
    }
    const Result<std::string> content = read_handed_file(path, kLargestInput);
    if (!content) {
        return content.error();
    }
    const std::string folder = folder_of(path);
    if (!is_png(*content)) {
        if (content->size() > kLargestSession) {
            return too_large(path, kLargestSession);
        }
        return parse_session(*content, path, folder);
    }
    const Result<std::string> text = read_png_text(*content, kSessionKeyword);
    if (!text) {
        return Error{path + ": " + text.error().message, text.error().kind};
    }
    return parse_session(*text, path, folder);
}

Status save_session(const std::string& path, const Session& session) {
    if (!session.scene.file.empty() && path != "-" && same_file(path, session.scene.file)) {
        return Error{path + ": this is the session's own mesh; choose another name"};
    }
    std::error_code code;
    const fs::path folder = fs::absolute(system::path_of(path).parent_path(), code);
    if (session.scene.file.empty() || path == "-" || code) {
        return write_file(path, write_session(session));
    }
    Session portable = session;
    const fs::path mesh = fs::absolute(system::path_of(session.scene.file), code).lexically_normal();
    const fs::path near = mesh.lexically_relative(folder.lexically_normal());
    const bool beneath = !near.empty() && *near.begin() != "..";
    portable.scene.file = system::portable_text_of(beneath ? near : mesh);
    return write_file(path, write_session(portable));
}

Status validate_panes(std::span<const Settings> panes) {
    if (panes.empty() || panes.size() > std::size_t{kMaxPanes}) {
        return Error{"panes: there are " + std::to_string(panes.size()) + ", needs 1 to " + std::to_string(kMaxPanes)};
    }
    for (std::size_t i = 0; i < panes.size(); ++i) {
        for (const SettingsParameter& parameter : settings_parameters()) {
            const Status status = validate(parameter.info, {parameter.get(panes[i]), 0, 0});
            if (!status) {
                return Error{child(child("panes", i), parameter.info.key) + ": " + status.error().message};
            }
        }
    }
    return ok();
}

Status validate_world(const World& world) {
    for (const WorldParameter& parameter : world_parameters()) {
        const Status status = validate(parameter.info, parameter.get(world));
        if (!status) {
            return Error{std::string(parameter.info.key) + ": " + status.error().message};
        }
    }
    return ok();
}

std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path, const Session& session) {
    return {{"session", session_path}, {"mesh", session.scene.file}};
}

Status validate_look(const Looks& look, std::size_t panes) {
    if (static_cast<std::size_t>(look.active_pane) >= panes) {
        return Error{"look.pane: there is no pane " + pane_name(look.active_pane) + "; the session's panes are a to " +
                     pane_name(static_cast<int>(panes) - 1)};
    }
    for (const ColouringInfo& info : colourings()) {
        const std::optional<ColourRange>& range = look.own_range[static_cast<std::size_t>(info.colouring)];
        if (range && !is_range(info, *range)) {
            return Error{"look." + std::string(info.key) + "_range: " + format_number(range->low) + "," +
                         format_number(range->high) + " is no range; it begins below its end" +
                         (info.is_signed     ? " and has 0 in the middle: -0.2,0.2"
                          : info.logarithmic ? " and above 0: 10,1e5"
                                             : ": 0,0.2")};
        }
    }
    return ok();
}

} // namespace xpbd::lab
