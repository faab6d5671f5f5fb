#include "scenes/parts/scene.h"

#include "core/base/find_key.h"
#include "scenes/parts/body_material.h"
#include "scenes/parts/builders.h"

namespace xpbd::scenes {

std::span<const SceneInfo> scene_table() {
    static const SceneInfo table[] = {kCloth,      kCanvas,          kClothSphere, kClothDrop, kFlag,     kNet,
                                      kBalloon,    kIncline,         kRopeHanging, kRopeSpan,  kRopeTip,  kOscillator,
                                      kPendulum,   kCantilever,      kTwistedRod,  kBallCloth, kWringing, kSkippingRope,
                                      kDrum,       kWinch,           kResonance,   kKapitza,   kDrape,    kTensileStrip,
                                      kShearFrame, kClothCantilever, kMesh,        kCustom};
    return table;
}

const SceneInfo* find_scene(std::string_view key) {
    return find_key(scene_table(), key);
}

const ParameterInfo* find_scene_parameter(const SceneInfo& scene, std::string_view key) {
    return find_key(scene.parameters, key);
}

Value scene_value(const SceneSpec& spec, std::string_view key) {
    const auto given = spec.values.find(key);
    if (given != spec.values.end()) {
        return given->second;
    }
    const SceneInfo* scene = find_scene(spec.name);
    const ParameterInfo* info = scene == nullptr ? nullptr : find_scene_parameter(*scene, key);
    if (info == nullptr) {
        return Value{};
    }
    const auto measured = key == "material" ? std::nullopt : measured_number(spec, key);
    return measured ? Value{*measured, 0, 0} : info->default_value;
}

} // namespace xpbd::scenes
