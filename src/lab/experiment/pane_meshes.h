// The models of an experiment, one per mesh that its panes use.
#pragma once

#include "core/model/model.h"
#include "core/model/settings.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/scenes.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// A scene and its model.
struct PaneMesh {
    scenes::SceneSpec scene; ///< its pins refer to particles of this mesh
    std::shared_ptr<const Model> model;
};

/// The meshes of an experiment: the scene's own, and one for every other mesh that panes choose (Settings::resolution,
/// triangulation and fabric). Panes with the same choice share a mesh. A choice that equals the scene's, or that the
/// body does not support, gives the scene's mesh.
class PaneMeshes {
public:
    /// Builds the meshes. Fails if a scene cannot be built, or if meshes and panes do not fit into memory.
    static Result<PaneMeshes> build(const scenes::SceneSpec& scene, std::span<const Settings> panes);
    /// The meshes of the same scene for other panes. Existing meshes are reused.
    Result<PaneMeshes> with_panes(std::span<const Settings> panes) const;

    /// The scene's own mesh.
    const PaneMesh& own() const { return *meshes_.front().second; }
    /// The mesh of a pane for which the meshes were built.
    const PaneMesh& of(const Settings& pane) const;

private:
    /// Builds the missing meshes.
    Status add(std::span<const Settings> panes);
    scenes::MeshChoice wanted(const Settings& pane) const;

    /// The first entry is the scene's own mesh. Shared pointers: a scene may contain a large mesh from a file.
    std::vector<std::pair<scenes::MeshChoice, std::shared_ptr<const PaneMesh>>> meshes_;
};

} // namespace xpbd::lab
