// Makes a Model from the description of a scene.
#pragma once

#include "scenes/parts/scene.h"

#include <string>
#include <string_view>

namespace xpbd::scenes {

/// A few words on why a scene parameter has no effect in combination with the others; empty if it has an effect.
std::string_view unused_reason(const SceneSpec& spec, std::string_view key);

/// Builds and finalises the scene. Fails on an unknown scene or parameter, a value out of range, or a faulty mesh (no
/// triangles, index out of range, triangle without area, edge with more than two triangles). The message names the
/// element.
Result<Model> build(const SceneSpec& spec);

/// The scene "mesh" for a mesh that is opened by its file alone. The mesh hangs from its top: pins are the vertices of
/// triangles that are at most 2 % of the mesh's height below the highest vertex, and at least the two highest. A mesh
/// whose height is under 2 % of its largest size is flat: its pins are chosen by lowest z instead, and it swings down
/// from there. `height` leaves a quarter of the mesh's size free below it. `scale` converts to metres: a mesh larger
/// than 20 is taken as centimetres, one larger than 2000 as millimetres.
SceneSpec hanging_mesh(Mesh mesh, std::string file);

} // namespace xpbd::scenes
