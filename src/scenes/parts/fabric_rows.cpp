#include "scenes/parts/fabric_rows.h"

#include "core/base/find_key.h"

namespace xpbd::scenes {
namespace {

/// Parameter key of a number in Fabric.
struct Number {
    std::string_view key;
    double Fabric::*field;
};
constexpr Number kNumbers[] = {
    {"modulus_warp", &Fabric::modulus_warp},
    {"modulus_weft", &Fabric::modulus_weft},
    {"poisson", &Fabric::poisson},
    {"shear_modulus", &Fabric::shear_modulus},
    {"compression", &Fabric::compression},
    {"rigidity_warp", &Fabric::rigidity_warp},
    {"rigidity_weft", &Fabric::rigidity_weft},
    {"rigidity_bias", &Fabric::rigidity_bias},
};

} // namespace

std::optional<double> fabric_number(const FabricInfo& fabric, std::string_view key) {
    if (key == "density") {
        return fabric.density;
    }
    const Number* found = find_key(kNumbers, key);
    return found == nullptr ? std::nullopt : std::optional(fabric.fabric.*found->field);
}

bool takes_fabric(const SceneInfo& scene) {
    return find_scene_parameter(scene, "law") != nullptr;
}

const FabricInfo* measured_fabric(const SceneSpec& spec) {
    return chosen_row(spec, std::size(kMaterialKeys), kFabrics);
}

std::optional<FabricOfSpec> fabric_of(const SceneSpec& spec) {
    if (static_cast<MaterialChoice>(whole(spec, "material")) == MaterialChoice::springs) {
        return std::nullopt;
    }
    FabricOfSpec result;
    result.fabric.law = static_cast<FabricLaw>(whole(spec, "law"));
    for (const auto& [key, field] : kNumbers) {
        result.fabric.*field = number(spec, key);
    }
    result.density = number(spec, "density");
    return result;
}

std::string_view unused_of_fabric(const SceneSpec& spec, std::string_view key) {
    const auto material = fabric_of(spec);
    if (!material) {
        const ParameterInfo* row = find_key(kFabricRows, key);
        const SceneInfo* scene = find_scene(spec.name);
        const bool has_mass = scene != nullptr && find_scene_parameter(*scene, "mass") != nullptr;
        const bool is_fabrics = (row != nullptr && key != "material" && key != "triangulation" &&
                                 (key != "density" || has_mass)) || // without a row `mass`, springs use the density
                                key == kWarpAxis;
        return is_fabrics ? "the cloth is made of springs" : "";
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

} // namespace xpbd::scenes
