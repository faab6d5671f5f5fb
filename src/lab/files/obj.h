// Wavefront OBJ files as meshes.
#pragma once

#include "core/base/result.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// The mesh in the text of a Wavefront OBJ file: see load_obj (lab/files/session/session.h). Errors begin with `name`,
/// and name the line. lab/files/OBJ.md lists the parts that are read, left out and refused.
Result<scenes::Mesh> parse_obj(std::string_view text, const std::string& name);

/// A mesh as OBJ text that parse_obj() reads back to the bit, without `lines` and `notes`. Its indices must be valid.
/// Each face follows the last of its vertices and counts back from there: on a regular mesh the faces become equal
/// lines, which halves the length of a link.
std::string write_obj(const scenes::Mesh& mesh);

} // namespace xpbd::lab
