// The scene parameter `material`, which cloths and ropes share.
#pragma once

#include "scenes/parts/scene.h"

#include <optional>
#include <string_view>

namespace xpbd::scenes {

/// @name The parameter `material`
/// If it chooses a row of kFabrics or kRopes, that row's numbers replace the defaults of the scene's parameters.
/// @{
/// The measured material's number for the parameter `key`; std::nullopt if no measured material is chosen or it has no
/// such number.
std::optional<double> measured_number(const SceneSpec& spec, std::string_view key);

/// Source of the measurement (a paper, a standard); empty if the material is not a measured one.
std::string_view material_source(const SceneSpec& spec);

/// Sets `material` and removes the spec's own values of material parameters, because they described the old material.
void choose_material(SceneSpec& spec, double choice);
/// @}

} // namespace xpbd::scenes
