// What happened to a scene's bodies before the first step: repairs of a mesh, and moves out of colliders.
#pragma once

#include "core/model/model.h"
#include "scenes/scenes.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace xpbd::scenes {

/// Counts of what reading and building a mesh from a file changed.
struct MeshReport {
    std::size_t vertices = 0; ///< particles
    std::size_t triangles = 0;
    std::size_t pieces = 0;         ///< parts that share no vertex
    Vec3 size{0};                   ///< [m]
    double lowest = 0;              ///< height of the lowest point, before it is lifted [m]
    double lifted = 0;              ///< height by which the mesh was lifted out of the ground and other colliders [m]
    std::size_t coincident = 0;     ///< vertices at the place of an earlier one that were not joined to it
    std::size_t joined = 0;         ///< vertices joined to an earlier one by `weld`
    std::size_t collapsed = 0;      ///< triangles dropped because their vertices were joined
    std::size_t unused = 0;         ///< vertices that no triangle uses; dropped
    std::vector<std::string> notes; ///< messages of the file's reader
};

/// The changes at the start of a scene, for the messages to the user.
struct StartReport {
    std::optional<MeshReport> mesh;
    std::size_t pushed = 0; ///< particles of bodies that were moved out of colliders as a whole
    double farthest = 0;    ///< distance that the farthest moved body was moved [m]
};

/// `model` is the result of build(spec).
StartReport start_report(const SceneSpec& spec, const Model& model);

} // namespace xpbd::scenes
