#pragma once

#include "core/model.h"
#include "scenes/scenes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::scenes {

/// What became of a mesh from a file.
struct MeshReport {
    std::size_t vertices = 0; ///< particles
    std::size_t triangles = 0;
    std::size_t pieces = 0;         ///< without a common vertex
    Vec3 size{0};                   ///< [m]
    double lowest = 0;              ///< height of the lowest point, before it is lifted [m]
    double lifted = 0;              ///< out of the ground and other colliders [m]
    std::size_t coincident = 0;     ///< vertices at the place of an earlier one that are not joined to it
    std::size_t joined = 0;         ///< vertices joined to an earlier one by `weld`
    std::size_t collapsed = 0;      ///< triangles that have gone because of that
    std::size_t unused = 0;         ///< vertices that no triangle names, dropped
    std::vector<std::string> notes; ///< the reader's
};

/// How a scene starts, for people.
struct StartReport {
    std::optional<MeshReport> mesh;
    std::size_t pushed = 0; ///< particles of bodies that were moved out of colliders as a whole
    double farthest = 0;    ///< way of the body that was moved farthest [m]
};

/// `model`: build(spec).
StartReport start_report(const SceneSpec& spec, const Model& model);

} // namespace xpbd::scenes
