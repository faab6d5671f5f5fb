#pragma once

#include "core/control.h"
#include "core/model.h"
#include "scenes/scenes.h"

#include <array>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace xpbd::scenes {

/// @name One body in meshes of different resolutions
/// Particles of two meshes are told to be the same where they are nearest to each other in the rest shape. Both meshes
/// are grids of one rectangle (Model::grid), so that this is found from their numbers.
/// @{
/// Particles along the longer side of a grid; 0 where the body is none.
int resolution_of(const Model& model);
/// A grid in the proportion of another one, with so many particles along its longer side; every side has at least 2.
std::array<int, 2> grid_with(const std::array<int, 2>& own, int particles);
/// The scene whose grid has so many particles along its longer side, and the other side in the proportion of the
/// model's. It has none of the user's pins: they name particles of the scene's own mesh.
SceneSpec with_resolution(const SceneSpec& scene, const Model& own, int particles);
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
