#include "scenes/scenes.h"

#include "core/base/excerpt.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/rope_rows.h"
#include "scenes/parts/start_place.h"
#include "scenes/parts/values.h"

namespace xpbd::scenes {

Result<Model> build(const SceneSpec& spec) {
    const SceneInfo* scene = find_scene(spec.name);
    if (scene == nullptr) {
        std::vector<std::string_view> keys;
        for (const SceneInfo& known : scene_table()) {
            keys.push_back(known.key);
        }
        return Error{"scene.name: \"" + excerpt(spec.name) + "\" is not a scene" + did_you_mean(spec.name, keys)};
    }
    for (const auto& [key, value] : spec.values) {
        const ParameterInfo* info = find_scene_parameter(*scene, key);
        if (info == nullptr) {
            std::vector<std::string_view> keys;
            for (const ParameterInfo& known : scene->parameters) {
                keys.push_back(known.key);
            }
            return Error{"scene." + key + ": scene \"" + spec.name + "\" has no such parameter" +
                         did_you_mean(key, keys)};
        }
        const Status status = validate(*info, value);
        if (!status) {
            return Error{"scene." + key + ": " + status.error().message};
        }
    }
    const bool has_fabric = takes_fabric(*scene);
    if (const auto material = has_fabric ? fabric_of(spec) : std::nullopt) {
        if (const std::string fault = fault_in(material->fabric); !fault.empty()) {
            return Error{"scene.material: " + fault};
        }
    }
    Result<Model> model = scene->build(spec);
    if (!model) {
        return model;
    }
    model->has_material = has_fabric;
    model->has_triangulation = find_scene_parameter(*scene, "triangulation") != nullptr;
    const bool has_things = !spec.changes.things.empty();
    if (const Status placed = has_things ? apply_colliders(*model, spec) : ok(); !placed) {
        return placed.error();
    }
    const Result<bool> moved = push_bodies_out(*model);
    if (!moved && !has_things) { // contacts push a body out of what the user has put into its way
        return moved.error();
    }
    const bool has_pins = !spec.changes.pinned.empty() || !spec.changes.released.empty();
    if (const Status pinned = has_pins ? apply_pins(*model, spec) : ok(); !pinned) {
        return pinned.error();
    }
    if (const Status tied = has_things ? apply_ties(*model, spec) : ok(); !tied) {
        return tied.error();
    }
    if (!moved || *moved || !spec.changes.empty()) {
        return finished(std::move(*model));
    }
    return model;
}

std::string_view unused_reason(const SceneSpec& spec, std::string_view key) {
    const SceneInfo* scene = find_scene(spec.name);
    return scene == nullptr || key == scene->of_springs ? ""
           : takes_fabric(*scene)                       ? unused_of_fabric(spec, key)
           : takes_rope(*scene)                         ? unused_of_rope(spec, key)
                                                        : "";
}

} // namespace xpbd::scenes
