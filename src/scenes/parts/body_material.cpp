#include "scenes/parts/body_material.h"

#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/rope_rows.h"

namespace xpbd::scenes {
namespace {

/// The measured fabric or rope that a spec chooses. At most one is not null.
struct Measured {
    const FabricInfo* fabric = nullptr;
    const RopeInfo* rope = nullptr;
};
Measured measured_of(const SceneSpec& spec) {
    const SceneInfo* scene = find_scene(spec.name);
    if (scene == nullptr) {
        return {};
    }
    return {takes_fabric(*scene) ? measured_fabric(spec) : nullptr, takes_rope(*scene) ? chosen_rope(spec) : nullptr};
}

} // namespace

std::optional<double> measured_number(const SceneSpec& spec, std::string_view key) {
    const Measured measured = measured_of(spec);
    return measured.fabric != nullptr ? fabric_number(*measured.fabric, key)
           : measured.rope != nullptr ? rope_number(*measured.rope, key)
                                      : std::nullopt;
}

std::string_view material_source(const SceneSpec& spec) {
    const Measured measured = measured_of(spec);
    return measured.fabric != nullptr ? measured.fabric->source
           : measured.rope != nullptr ? measured.rope->source
                                      : std::string_view();
}

void choose_material(SceneSpec& spec, double choice) {
    const SceneInfo* scene = find_scene(spec.name);
    const bool is_rope = scene != nullptr && takes_rope(*scene);
    std::erase_if(spec.values, [&](const auto& value) {
        return is_rope ? is_rope_number(value.first) : fabric_number(kFabrics[0], value.first).has_value();
    });
    spec.values["material"] = {choice, 0, 0};
}

} // namespace xpbd::scenes
