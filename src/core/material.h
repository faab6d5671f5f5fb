#pragma once

#include "core/settings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xpbd {

/// Which of a pane's stiffness / compliance / damping parameters a constraint follows.
enum class Role : std::uint8_t { stretch, shear, bend, twist, volume };
inline constexpr std::size_t kRoleCount = 5;
inline constexpr std::array<std::string_view, kRoleCount> kRoleNames = {"stretch", "shear", "bend", "twist", "volume"};

/// Material of one constraint. A value given here overrides the pane's.
struct Material {
    Role role = Role::stretch;
    std::optional<double> compliance; ///< alpha [m/N], [rad/(N m)] or, of a volume, [m^5/N]
    std::optional<double> stiffness;  ///< k of PBD, in [0, 1]
    std::optional<double> damping;    ///< beta [N s/m] or [N m s]
};

/// @name What one constraint gets under these settings: its own value, or the pane's for its role
/// @{
double compliance_of(const Material& material, const Settings& settings); ///< alpha [m/N], [rad/(N m)] or [m^5/N]
double stiffness_of(const Material& material, const Settings& settings);  ///< k [1]
double damping_of(const Material& material, const Settings& settings);    ///< beta [N s/m], [N m s] or [N s/m^5]
/// @}

} // namespace xpbd
