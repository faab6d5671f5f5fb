// Wavefront OBJ files as meshes.
#pragma once

#include "core/result.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// The mesh in the text of a Wavefront OBJ file: see load_obj (lab/files/session/session.h). Errors begin with `name`,
/// and name the line. lab/files/OBJ.md lists what is read, left out and refused.
Result<scenes::Mesh> parse_obj(std::string_view text, const std::string& name);

} // namespace xpbd::lab
