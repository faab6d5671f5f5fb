#include "scenes/scenes.h"

#include "core/excerpt.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/values.h"
#include "scenes/pins/pins.h"

#include <algorithm>

namespace xpbd::scenes {
namespace {

template <class Range>
std::string suggestion(std::string_view word, const Range& keys) {
    const std::string_view near = nearest(word, keys);
    return near.empty() ? "" : "; did you mean \"" + std::string(near) + "\"?";
}

} // namespace

std::span<const SceneInfo> scene_table() {
    static const SceneInfo table[] = {
        kCloth,      kCanvas,       kClothSphere, kClothDrop,       kFlag,       kNet,      kBalloon,
        kIncline,    kRopeHanging,  kRopeSpan,    kRopeTip,         kOscillator, kPendulum, kCantilever,
        kTwistedRod, kTensileStrip, kShearFrame,  kClothCantilever, kDrape,      kMesh,     kCustom};
    return table;
}

const SceneInfo* find_scene(std::string_view key) {
    const auto table = scene_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const SceneInfo& s) { return s.key == key; });
    return found == table.end() ? nullptr : &*found;
}

const ParameterInfo* find_scene_parameter(const SceneInfo& scene, std::string_view key) {
    const auto found = std::find_if(scene.parameters.begin(), scene.parameters.end(),
                                    [&](const ParameterInfo& info) { return info.key == key; });
    return found == scene.parameters.end() ? nullptr : &*found;
}

Value scene_value(const SceneSpec& spec, std::string_view key) {
    const auto given = spec.values.find(key);
    if (given != spec.values.end()) {
        return given->second;
    }
    const SceneInfo* scene = find_scene(spec.name);
    const ParameterInfo* info = scene == nullptr ? nullptr : find_scene_parameter(*scene, key);
    if (const FabricInfo* fabric = info == nullptr || key == "material" ? nullptr : measured_fabric(spec)) {
        if (const auto value = measured(*fabric, key)) {
            return {*value, 0, 0};
        }
    }
    return info == nullptr ? Value{} : info->default_value;
}

Result<Model> build(const SceneSpec& spec) {
    const SceneInfo* scene = find_scene(spec.name);
    if (scene == nullptr) {
        std::vector<std::string_view> keys;
        for (const SceneInfo& known : scene_table()) {
            keys.push_back(known.key);
        }
        return Error{"scene.name: \"" + excerpt(spec.name) + "\" is not a scene" + suggestion(spec.name, keys)};
    }
    for (const auto& [key, value] : spec.values) {
        const ParameterInfo* info = find_scene_parameter(*scene, key);
        if (info == nullptr) {
            std::vector<std::string_view> keys;
            for (const ParameterInfo& known : scene->parameters) {
                keys.push_back(known.key);
            }
            return Error{"scene." + key + ": scene \"" + spec.name + "\" has no such parameter" +
                         suggestion(key, keys)};
        }
        const Status status = validate(*info, value);
        if (!status) {
            return Error{"scene." + key + ": " + status.error().message};
        }
    }
    if (const auto material = fabric_of(spec)) {
        if (const std::string fault = fault_in(material->fabric); !fault.empty()) {
            return Error{"scene.material: " + fault};
        }
    }
    Result<Model> model = scene->build(spec);
    if (model) {
        model->has_material = find_scene_parameter(*scene, "material") != nullptr;
        model->has_triangulation = find_scene_parameter(*scene, "triangulation") != nullptr;
    }
    if (!model || !has_pin_changes(spec)) {
        return model;
    }
    const Status changed = apply_pins(*model, spec);
    return changed ? finished(std::move(*model)) : changed.error();
}

std::string_view unused_reason(const SceneSpec& spec, std::string_view key) {
    const auto material = fabric_of(spec);
    if (!material) {
        const auto row = std::find_if(kFabricRows.begin(), kFabricRows.end(),
                                      [&](const ParameterInfo& info) { return info.key == key; });
        const SceneInfo* scene = find_scene(spec.name);
        const auto has = [&](std::string_view other) {
            return scene != nullptr && find_scene_parameter(*scene, other) != nullptr;
        };
        const bool is_fabrics = (row != kFabricRows.end() && key != "material" && key != "triangulation" &&
                                 (key != "density" || has("mass"))) || // springs have the one or the other
                                key == kWarpAxis;
        return is_fabrics && has("material") ? "the cloth is made of springs" : "";
    }
    if (key == "mass") {
        return "a fabric has a density";
    }
    if (key == "poisson" && material->fabric.law == FabricLaw::woven) {
        return "woven yarns do not feel each other";
    }
    if (key == "compression" && material->fabric.law == FabricLaw::stvk) {
        return "only the woven law has it";
    }
    return "";
}

Result<Model> finished(Model model) {
    const Status status = finalise(model);
    if (!status) {
        return status.error();
    }
    return model;
}

} // namespace xpbd::scenes
