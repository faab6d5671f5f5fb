#pragma once

#include "core/result.h"
#include "scenes/scenes.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace xpbd::lab {

/// Vertices of one face: the time to cut it into triangles grows with their square.
inline constexpr std::size_t kMostCorners = 4096;

/// What an OBJ file says of its faces: read, not yet checked.
struct ObjFaces {
    struct Corner {
        long vertex = 0;  ///< from 1; may be out of range: a face may come before its vertices
        long texture = 0; ///< from 1
        bool has_texture = false;
    };
    struct Face {
        std::size_t first = 0; ///< in `corners`
        std::size_t count = 0; ///< 3 to kMostCorners
        std::size_t line = 0;  ///< in the file, from 1
    };
    std::vector<Vec3> positions;
    std::vector<std::array<double, 2>> texture; ///< coordinates
    std::vector<Corner> corners;
    std::vector<Face> faces;
};

/// Checks the faces and cuts them into triangles (cut_polygon). Corners named twice in a row, triangles without area
/// and faces that repeat another one are left out, with a note. Fails on an index that is out of range, and on a
/// polygon that cannot be cut; the error names the line of `path`.
Result<scenes::Mesh> mesh_of(ObjFaces read, const std::string& path);

} // namespace xpbd::lab
