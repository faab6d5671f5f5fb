#pragma once

// Material of a constraint, and the rule by which its values override the pane's.

#include "core/model/constraints/role.h"
#include "core/model/settings.h"

#include <array>
#include <cstddef>
#include <optional>

namespace xpbd {

/// Material of one constraint. Values given here override the pane's.
struct Material {
    Role role = Role::stretch;
    std::optional<double> compliance; ///< alpha [m/N], [rad/(N m)], or [m^5/N] for a volume
    std::optional<double> stiffness;  ///< k of PBD, in [0, 1]
    std::optional<double> damping;    ///< beta [N s/m], [N m s], or [N s/m^5] for a volume
    /// beta per unit of the pane's damping: 1 for springs. For a rope or a fabric the pane's damping is a viscosity of
    /// the cross-section or per width, and this factor converts it to the element's beta, so that every mesh decays at
    /// the same rate.
    double damping_scale = 1;

    bool operator==(const Material&) const = default;
};

/// The fields of Settings that belong to a role.
struct RoleFields {
    double Settings::*compliance;
    double Settings::*stiffness;
    double Settings::*damping;
};

/// One row per role, in the order of Role.
inline constexpr std::array<RoleFields, kRoleCount> kRoleFields = {{
    {&Settings::stretch_compliance, &Settings::stretch_stiffness, &Settings::stretch_damping},
    {&Settings::shear_compliance, &Settings::shear_stiffness, &Settings::shear_damping},
    {&Settings::bend_compliance, &Settings::bend_stiffness, &Settings::bend_damping},
    {&Settings::twist_compliance, &Settings::twist_stiffness, &Settings::twist_damping},
    {&Settings::volume_compliance, &Settings::volume_stiffness, &Settings::volume_damping},
}};

/// @name Values of one constraint under given settings: its own value, or the pane's value for its role
/// @{
inline double compliance_of(const Material& material, const Settings& settings) { ///< alpha [m/N], [rad/(N m)], [m^5/N]
    return material.compliance ? *material.compliance
                               : settings.*kRoleFields[static_cast<std::size_t>(material.role)].compliance;
}
inline double stiffness_of(const Material& material, const Settings& settings) { ///< k [1]
    return material.stiffness ? *material.stiffness
                              : settings.*kRoleFields[static_cast<std::size_t>(material.role)].stiffness;
}
inline double damping_of(const Material& material, const Settings& settings) { ///< beta [N s/m], [N m s], [N s/m^5]
    return material.damping
               ? *material.damping
               : material.damping_scale * settings.*kRoleFields[static_cast<std::size_t>(material.role)].damping;
}
/// @}

} // namespace xpbd
