#include "lab/text/body_unit.h"

#include <string_view>

namespace xpbd::lab {
namespace {

/// Isometric bending is in neither of the two units.
bool has_no_unit(const Model& model, std::string_view key) {
    return key != "tear_force" && !model.of_type<Isometric>().particles.empty();
}

bool has_second_unit(const Model& model, std::string_view key) {
    if (key == "tear_force") {
        return !model.fabric.empty();
    }
    return !model.of_type<Dihedral>().particles.empty() || !model.of_type<DihedralArccos>().particles.empty() ||
           !model.of_type<Angle>().particles.empty() || !model.of_type<BendTwist>().particles.empty();
}

} // namespace

ParameterInfo with_unit_of(const Model& model, ParameterInfo info) {
    if (const std::size_t comma = info.unit.find(", "); comma != std::string_view::npos) {
        info.unit = has_no_unit(model, info.key)       ? std::string_view()
                    : has_second_unit(model, info.key) ? info.unit.substr(comma + 2)
                                                       : info.unit.substr(0, comma);
    }
    return info;
}

} // namespace xpbd::lab
