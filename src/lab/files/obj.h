// Wavefront OBJ files as meshes.
#pragma once

#include "core/result.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// Parses the text of a Wavefront OBJ file, for load_obj() in lab/files/session/session.h. Errors begin with `name` and
/// contain the line. lab/files/README.md lists which parts of the format are read, skipped or refused.
Result<scenes::Mesh> parse_obj(std::string_view text, const std::string& name);

} // namespace xpbd::lab
