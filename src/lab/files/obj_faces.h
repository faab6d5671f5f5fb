// The faces of an OBJ file.
#pragma once

#include "core/base/result.h"
#include "scenes/scenes.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace xpbd::lab {

/// Most vertices of a face: the time for cutting it grows with the square of this number.
inline constexpr std::size_t kMostCorners = 4096;

/// Faces as read from an OBJ file, not checked.
struct ObjFaces {
    struct Corner {
        long vertex = 0;  ///< from 1; may be out of range, because a face may precede its vertices
        long texture = 0; ///< from 1
        bool has_texture = false;
    };
    struct Face {
        std::size_t first = 0; ///< index of the first corner in `corners`
        std::size_t count = 0; ///< 3 to kMostCorners
        std::size_t line = 0;  ///< line of the file, from 1
    };
    std::vector<Vec3> positions;
    std::vector<std::array<double, 2>> texture; ///< texture coordinates
    std::vector<Corner> corners;
    std::vector<Face> faces;
};

/// Checks the faces and cuts them into triangles (cut_polygon). Skips repeated corners, triangles without area and
/// repeated faces, with a note. Fails for an index out of range and for a polygon that cannot be cut; the error names
/// the line of `path`.
Result<scenes::Mesh> mesh_of(ObjFaces read, const std::string& path);

} // namespace xpbd::lab
