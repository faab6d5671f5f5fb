#pragma once

#include "core/model.h"
#include "core/settings.h"
#include "scenes/pins/other_mesh.h"
#include "scenes/scenes.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// A scene and what it builds.
struct PaneMesh {
    scenes::SceneSpec scene; ///< its pins name particles of this mesh
    std::shared_ptr<const Model> model;
};

/// The meshes of an experiment: the scene's own, and one for every other that panes ask for (Settings::resolution,
/// triangulation and fabric). Panes that ask for the same share one; what the scene has itself, or its body cannot
/// have, is the scene's.
class PaneMeshes {
public:
    /// Builds them. Fails where a scene does, and where they do not fit into memory with these panes.
    static Result<PaneMeshes> build(const scenes::SceneSpec& scene, std::span<const Settings> panes);
    /// The same scene for other panes; what is here already is kept.
    Result<PaneMeshes> with_panes(std::span<const Settings> panes) const;

    /// The scene's own.
    const PaneMesh& own() const { return *meshes_.front().second; }
    /// The mesh of a pane, one of those that they were built for.
    const PaneMesh& of(const Settings& pane) const;

private:
    /// Builds what is missing.
    Status add(std::span<const Settings> panes);
    scenes::MeshChoice wanted(const Settings& pane) const;

    /// The scene's own first. Shared: a scene may hold a large mesh from a file.
    std::vector<std::pair<scenes::MeshChoice, std::shared_ptr<const PaneMesh>>> meshes_;
};

} // namespace xpbd::lab
