#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xpbd {

/// Role of a constraint: selects the stiffness, compliance and damping in Settings that apply to it.
enum class Role : std::uint8_t { stretch, shear, bend, twist, volume };
inline constexpr std::size_t kRoleCount = 5;
inline constexpr std::array<std::string_view, kRoleCount> kRoleNames = {"stretch", "shear", "bend", "twist", "volume"};

} // namespace xpbd
