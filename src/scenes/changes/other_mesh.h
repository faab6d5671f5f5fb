// Maps particles, pins and grabs of a scene's mesh to a mesh of another resolution, triangulation or fabric.
#pragma once

#include "core/model/control.h"
#include "core/model/model.h"
#include "core/model/settings.h"
#include "scenes/parts/scene.h"

#include <array>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace xpbd::scenes {

/// @name One body in different meshes
/// A particle of one mesh corresponds to the particle of the other that is nearest in the rest shape. Both meshes are
/// grids of the same rectangle (Model::grid), so the nearest particle is computed from row and column. An irregular
/// mesh is treated as the grid that it was made from.
/// @{
/// Particles along the longer side of a grid; 0 if the body is not a grid.
int resolution_of(const Model& model);
/// Columns and rows of a grid with the proportions of `own` and `particles` along its longer side. Both are at least 2.
std::array<int, 2> grid_with(const std::array<int, 2>& own, int particles);
/// The properties of a mesh that a pane can choose.
struct MeshChoice {
    int resolution = 0;    ///< as from resolution_of(); 0 if the body is not a grid
    int triangulation = 0; ///< index of a Triangulation
    int fabric = -1;       ///< row of kFabrics; -1 = the scene's material

    bool operator==(const MeshChoice&) const = default;
};
/// The mesh of the scene itself. `own` is the scene's model, here and below.
MeshChoice mesh_of(const SceneSpec& scene, const Model& own);
/// The mesh of a pane. A choice that its settings leave open, or that the body does not offer, is taken from the scene.
MeshChoice wanted_mesh(const SceneSpec& scene, const Model& own, const Settings& pane);
/// The scene with this mesh. The grid keeps its proportions. The user's pins are removed, because they refer to
/// particles of the scene's own mesh.
SceneSpec with_mesh(const SceneSpec& scene, const Model& own, const MeshChoice& choice);
/// True if equal particle numbers mean the same particle in both meshes.
bool have_same_places(const Model& one, const Model& other);
/// The particle of `to` nearest to `particle` of `from`; -1 if `from` has no such particle.
int same_place(const Model& from, int particle, const Model& to);
/// Position, on the surface of `to`, of the rest place of a particle of `from` [m]. Interpolates between the four grid
/// particles around it. `positions`: current positions of the particles of `to`.
glm::vec3 place_in(const Model& from, int particle, const Model& to, std::span<const glm::vec3> positions);
/// The user's pins, mapped from the scene's model `own` to `other`, a mesh of the same scene without them. If two pins
/// map to one particle, the first is kept. A pin of the scene in `other` is released if its nearest particle of `own`
/// is, or if it is the nearest to a released particle of `own`.
Changes changes_in(const Changes& pins, const Model& own, const Model& other);
/// The user's grabs, mapped from `own` to `other`. If two grabs map to one particle, the first is kept.
std::vector<Grab> grabs_in(const std::vector<Grab>& grabs, const Model& own, const Model& other);
/// The particle of `own` that a click on `particle` of `other` pulls or pins: the particle that the user has pinned
/// there, else the nearest.
int own_particle(const SceneSpec& scene, const Model& own, int particle, const Model& other);
/// @}

} // namespace xpbd::scenes
