// Cuts with scissors: which constraints they tear.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"
#include "scenes/parts/scene.h"

namespace xpbd::scenes {

/// Largest number of places in the line of a cut.
inline constexpr std::size_t kMostCutPlaces = 500;

/// The place of a particle in the pattern that the scissors cut [m]: in the flat cloth, whose plane is z = 0; a body
/// without flat places is cut in its rest shape. All meshes of a body have the same pattern.
Vec3 pattern_place(const Model& model, int particle);
/// True if the segment between two places of the pattern crosses the ribbon of a cut.
bool crosses(const Cut& cut, const Vec3& from, const Vec3& to);
/// Tears what the cuts of a scene cross, and mends what only earlier cuts had torn. A constraint tears if the cut
/// passes between any two of its particles, a volume if it crosses its surface.
void take_cuts(const Model& model, const Changes& before, const Changes& now, State& state);
/// The error of a cut, for a message that names its entry: too few places, a number that is not finite.
Status check(const Cut& cut, const std::string& where);

} // namespace xpbd::scenes
