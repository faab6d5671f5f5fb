// Wavefront OBJ files as meshes.
#pragma once

#include "core/base/result.h"
#include "scenes/scenes.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// Reads a Wavefront OBJ file: positions and triangulated faces. Errors name the file and, if known, the line.
/// lab/files/OBJ.md lists the parts that are read, left out and refused.
Result<scenes::Mesh> load_obj(const std::string& path);

/// The mesh in the text of an OBJ file. Errors begin with `name` and contain the line.
Result<scenes::Mesh> parse_obj(std::string_view text, const std::string& name);

/// A mesh as OBJ text that parse_obj() reads back to the bit, without `lines` and `notes`. Its indices must be valid.
/// Each face stands after the last of its vertices and has negative indices: on a regular mesh most faces are then
/// equal lines, which halves the length of a compressed link.
std::string write_obj(const scenes::Mesh& mesh);

} // namespace xpbd::lab
