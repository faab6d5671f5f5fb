#include "lab/experiment/pane_meshes.h"

#include "lab/files/memory.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

Result<PaneMesh> build_mesh(scenes::SceneSpec scene) {
    const Status fits = check_memory(scene);
    if (!fits) {
        return fits.error();
    }
    Result<Model> model = scenes::build(scene);
    if (!model) {
        return model.error();
    }
    return PaneMesh{std::move(scene), std::make_shared<const Model>(std::move(*model))};
}

/// The parameter with which a pane chooses a mesh of its own.
std::string_view own_choice(const Settings& pane) {
    return pane.mesh.resolution > 0 ? "resolution" : pane.mesh.triangulation > 0 ? "triangulation" : "fabric";
}

/// Builds the scene with another mesh. The pins are mapped to that mesh.
Result<PaneMesh> build_other(const PaneMesh& own, const scenes::MeshChoice& choice) {
    Result<PaneMesh> other = build_mesh(scenes::with_mesh(own.scene, *own.model, choice));
    if (!other || own.scene.changes.empty()) {
        return other;
    }
    scenes::SceneSpec pinned = other->scene;
    pinned.changes = scenes::changes_in(own.scene.changes, *own.model, *other->model);
    return build_mesh(std::move(pinned));
}

} // namespace

Result<PaneMeshes> PaneMeshes::build(const scenes::SceneSpec& scene, std::span<const Settings> panes) {
    Result<PaneMesh> own = build_mesh(scene);
    if (!own) {
        return own.error();
    }
    PaneMeshes meshes;
    const scenes::MeshChoice choice = scenes::mesh_of(own->scene, *own->model);
    meshes.meshes_.emplace_back(choice, std::make_shared<const PaneMesh>(std::move(*own)));
    const Status built = meshes.add(panes);
    return built ? Result<PaneMeshes>(std::move(meshes)) : built.error();
}

Result<PaneMeshes> PaneMeshes::with_panes(std::span<const Settings> panes) const {
    PaneMeshes meshes;
    for (const auto& mesh : meshes_) {
        const bool used =
            std::any_of(panes.begin(), panes.end(), [&](const Settings& pane) { return wanted(pane) == mesh.first; });
        if (used || mesh.first == meshes_.front().first) {
            meshes.meshes_.push_back(mesh);
        }
    }
    const Status built = meshes.add(panes);
    return built ? Result<PaneMeshes>(std::move(meshes)) : built.error();
}

Status PaneMeshes::add(std::span<const Settings> panes) {
    for (std::size_t i = 0; i < panes.size(); ++i) {
        const scenes::MeshChoice choice = wanted(panes[i]);
        if (std::any_of(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.first == choice; })) {
            continue;
        }
        Result<PaneMesh> mesh = build_other(own(), choice);
        if (!mesh) {
            return Error{"panes[" + std::to_string(i) + "]." + std::string(own_choice(panes[i])) + ": " +
                         mesh.error().message};
        }
        meshes_.emplace_back(choice, std::make_shared<const PaneMesh>(std::move(*mesh)));
    }
    std::vector<const Model*> models;
    for (const Settings& pane : panes) {
        models.push_back(of(pane).model.get());
    }
    return check_memory(*own().model, models, panes);
}

const PaneMesh& PaneMeshes::of(const Settings& pane) const {
    const scenes::MeshChoice choice = wanted(pane);
    const auto found =
        std::find_if(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.first == choice; });
    return found == meshes_.end() ? own() : *found->second;
}

scenes::MeshChoice PaneMeshes::wanted(const Settings& pane) const {
    return scenes::wanted_mesh(own().scene, *own().model, pane);
}

} // namespace xpbd::lab
