#pragma once

#include "core/control.h"
#include "core/model.h"
#include "core/settings.h"
#include "scenes/scenes.h"

#include <array>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace xpbd::scenes {

/// @name One body in different meshes
/// Particles of two meshes are told to be the same where they are nearest to each other in the rest shape. Both meshes
/// are grids of one rectangle (Model::grid), so that this is found from their numbers; an irregular mesh counts as the
/// grid that it was made from.
/// @{
/// Particles along the longer side of a grid; 0 where the body is none.
int resolution_of(const Model& model);
/// A grid in the proportion of another one, with so many particles along its longer side; every side has at least 2.
std::array<int, 2> grid_with(const std::array<int, 2>& own, int particles);
/// What a pane may have of its own: another mesh, or another fabric.
struct MeshChoice {
    int resolution = 0;    ///< resolution_of(); 0 where the body is no grid
    int triangulation = 0; ///< of Triangulation
    int fabric = -1;       ///< row of kFabrics; -1: what the scene says

    bool operator==(const MeshChoice&) const = default;
};
/// The scene's own; `own` is its model.
MeshChoice mesh_of(const SceneSpec& scene, const Model& own);
/// A pane's, as its settings ask for it: what they leave open, and what the body cannot have, is the scene's.
MeshChoice wanted_mesh(const SceneSpec& scene, const Model& own, const Settings& pane);
/// The scene with this mesh; sides of the grid keep the proportion of the model's. It has none of the user's pins: they
/// name particles of the scene's own mesh.
SceneSpec with_mesh(const SceneSpec& scene, const Model& own, const MeshChoice& choice);
/// True where a number means the same particle in both meshes of a body.
bool have_same_places(const Model& one, const Model& other);
/// The particle of `to` that is nearest to one of `from`; -1 where there is no such particle in `from`.
int same_place(const Model& from, int particle, const Model& to);
/// Where the surface of `to`, with its particles at `positions`, has the rest place of a particle of `from` [m]:
/// between the four particles around it.
glm::vec3 place_in(const Model& from, int particle, const Model& to, std::span<const glm::vec3> positions);
/// The user's pins of a scene for another mesh of it. `other` is that mesh without them. Of two pins on one particle
/// the first stays; a pin of the scene's is released in `other` where it is the same as one that is released here.
PinChanges pins_in(const PinChanges& pins, const Model& own, const Model& other);
/// The user's hand in another mesh: of two grabs on one particle the first stays.
std::vector<Grab> grabs_in(const std::vector<Grab>& grabs, const Model& own, const Model& other);
/// The particle of the scene's own mesh to pull or pin where one of `other` is meant: the one that the user has pinned
/// there, else the nearest.
int own_particle(const SceneSpec& scene, const Model& own, int particle, const Model& other);
/// @}

} // namespace xpbd::scenes
