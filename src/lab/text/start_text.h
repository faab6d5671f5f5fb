#pragma once

#include "core/model.h"
#include "scenes/scenes.h"

#include <string>
#include <vector>

namespace xpbd::lab {

/// How a scene starts, one line each: the mesh from its file ("426 vertices, 800 triangles, 1 piece, 0.52 x 0.71 x
/// 0.24 m, lowest point -0.3 m"), what of the file was left out, and what was moved because it started inside a
/// collider. Empty where there is nothing to say. `model`: scenes::build(spec).
std::vector<std::string> start_lines(const scenes::SceneSpec& spec, const Model& model);

} // namespace xpbd::lab
