#include "lab/text/body_unit.h"

#include <string_view>

namespace xpbd::lab {
namespace {

/// True for the bending parameters of an isometric cloth of springs: none of the parameter's units applies.
bool has_no_unit(const Model& model, std::string_view key) {
    return key.starts_with("bend_") && model.fabric.empty() && !model.of_type<Isometric>().particles.empty();
}

/// Index of this body's unit in the parameter's list of units, in which units of springs precede units of materials.
std::size_t unit_of(const Model& model, std::string_view key) {
    if (key == "stretch_damping" || key == "twist_damping") {
        return model.rope ? 1 : 0;
    }
    if (key == "tear_force") {
        return model.fabric.empty() ? 0 : 1;
    }
    if (key == "bend_damping" && (model.rope || !model.fabric.empty())) {
        return model.rope ? 2 : 1;
    }
    return !model.of_type<Dihedral>().particles.empty() || !model.of_type<DihedralArccos>().particles.empty() ||
                   !model.of_type<Angle>().particles.empty() || !model.of_type<BendTwist>().particles.empty()
               ? 1
               : 0;
}

} // namespace

ParameterInfo with_unit_of(const Model& model, ParameterInfo info) {
    constexpr std::string_view kBetween = ", ";
    if (info.unit.find(kBetween) == std::string_view::npos) {
        return info;
    }
    if (has_no_unit(model, info.key)) {
        info.unit = {};
        return info;
    }
    for (std::size_t i = unit_of(model, info.key); i > 0; --i) {
        info.unit.remove_prefix(info.unit.find(kBetween) + kBetween.size());
    }
    info.unit = info.unit.substr(0, info.unit.find(kBetween));
    return info;
}

} // namespace xpbd::lab
