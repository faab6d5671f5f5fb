#include "scenes/parts/fabric_rows.h"

#include "scenes/parts/values.h"

#include <algorithm>

namespace xpbd::scenes {
namespace {

/// A fabric's numbers, and the rows that they stand in.
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

std::optional<double> measured(const FabricInfo& fabric, std::string_view key) {
    if (key == "density") {
        return fabric.density;
    }
    const auto found =
        std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](const Number& number) { return number.key == key; });
    return found == std::end(kNumbers) ? std::nullopt : std::optional(fabric.fabric.*found->field);
}

const FabricInfo* measured_fabric(const SceneSpec& spec) {
    const double choice = number(spec, "material");
    const double place = choice - static_cast<double>(std::size(kMaterialKeys));
    return place >= 0 && place < static_cast<double>(std::size(kFabrics)) ? &kFabrics[static_cast<std::size_t>(place)]
                                                                          : nullptr;
}

void choose_material(SceneSpec& spec, double choice) {
    std::erase_if(spec.values, [](const auto& value) { return measured(kFabrics[0], value.first).has_value(); });
    spec.values["material"] = {choice, 0, 0};
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

} // namespace xpbd::scenes
