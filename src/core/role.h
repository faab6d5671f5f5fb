#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xpbd {

/// Which of a pane's stiffness / compliance / damping parameters a constraint follows.
enum class Role : std::uint8_t { stretch, shear, bend, twist, volume };
inline constexpr std::size_t kRoleCount = 5;
inline constexpr std::array<std::string_view, kRoleCount> kRoleNames = {"stretch", "shear", "bend", "twist", "volume"};

} // namespace xpbd
