#include "core/material.h"

namespace xpbd {
namespace {

/// Fields of Settings that a role follows.
struct RoleFields {
    double Settings::*compliance;
    double Settings::*stiffness;
    double Settings::*damping;
};

/// One row per role, in the order of Role.
constexpr std::array<RoleFields, kRoleCount> kFields = {{
    {&Settings::stretch_compliance, &Settings::stretch_stiffness, &Settings::stretch_damping},
    {&Settings::shear_compliance, &Settings::shear_stiffness, &Settings::shear_damping},
    {&Settings::bend_compliance, &Settings::bend_stiffness, &Settings::bend_damping},
    {&Settings::twist_compliance, &Settings::twist_stiffness, &Settings::twist_damping},
    {&Settings::volume_compliance, &Settings::volume_stiffness, &Settings::volume_damping},
}};

const RoleFields& fields_of(const Material& material) {
    return kFields[static_cast<std::size_t>(material.role)];
}

} // namespace

double compliance_of(const Material& material, const Settings& settings) {
    return material.compliance.value_or(settings.*fields_of(material).compliance);
}

double stiffness_of(const Material& material, const Settings& settings) {
    return material.stiffness.value_or(settings.*fields_of(material).stiffness);
}

double damping_of(const Material& material, const Settings& settings) {
    return material.damping.value_or(settings.*fields_of(material).damping);
}

} // namespace xpbd
