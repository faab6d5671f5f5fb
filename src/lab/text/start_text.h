// Messages about the start of a scene.
#pragma once

#include "core/model/model.h"
#include "scenes/scenes.h"

#include <string>
#include <vector>

namespace xpbd::lab {

/// Messages about a scene's start, one line each: the mesh from its file ("426 vertices, 800 triangles, 1 piece, 0.52 x
/// 0.71 x 0.24 m, lowest point -0.3 m"), parts of the file that were skipped, and bodies that were moved because they
/// started inside a collider. Empty without such events. `model`: result of scenes::build(spec).
std::vector<std::string> start_lines(const scenes::SceneSpec& spec, const Model& model);

} // namespace xpbd::lab
