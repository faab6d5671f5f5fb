#pragma once

#include "scenes/scenes.h"

#include <optional>
#include <string_view>

namespace xpbd::scenes {

/// @name The row `material`, of cloths and ropes alike
/// A measured fabric or rope gives the rows of its numbers other defaults.
/// @{
/// The number that a spec's measured material has in this row; none where it has none.
std::optional<double> measured_number(const SceneSpec& spec, std::string_view key);

/// Who measured a spec's material; empty where nobody did.
std::string_view material_source(const SceneSpec& spec);

/// Sets the row `material`: numbers that the spec gave go, because they were another material's.
void choose_material(SceneSpec& spec, double choice);
/// @}

} // namespace xpbd::scenes
