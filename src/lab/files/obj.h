#pragma once

#include "core/result.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// The mesh in the text of a Wavefront OBJ file: see load_obj (lab/session.h). Errors begin with `name`.
Result<scenes::Mesh> parse_obj(std::string_view text, const std::string& name);

} // namespace xpbd::lab
