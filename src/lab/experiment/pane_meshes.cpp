#include "lab/experiment/pane_meshes.h"

#include "lab/files/memory.h"
#include "scenes/pins/other_mesh.h"
#include "scenes/pins/pins.h"

#include <algorithm>

namespace xpbd::lab {
namespace {

/// The resolution of the mesh that a pane has, where the scene's own has `own`, or none.
int wanted_resolution(const Settings& pane, int own) {
    return own == 0 || pane.resolution == 0 ? own : std::max(2, pane.resolution);
}

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

/// The scene in another resolution, with the pins of its own mesh.
Result<PaneMesh> build_other(const PaneMesh& own, int resolution) {
    Result<PaneMesh> other = build_mesh(scenes::with_resolution(own.scene, *own.model, resolution));
    if (!other || !scenes::has_pin_changes(own.scene)) {
        return other;
    }
    scenes::SceneSpec pinned = other->scene;
    scenes::set_pin_changes(pinned, scenes::pins_in(scenes::pin_changes(own.scene), *own.model, *other->model));
    return build_mesh(std::move(pinned));
}

} // namespace

Result<PaneMeshes> PaneMeshes::build(const scenes::SceneSpec& scene, std::span<const Settings> panes) {
    Result<PaneMesh> own = build_mesh(scene);
    if (!own) {
        return own.error();
    }
    PaneMeshes meshes;
    const int resolution = scenes::resolution_of(*own->model);
    meshes.meshes_.emplace_back(resolution, std::make_shared<const PaneMesh>(std::move(*own)));
    const Status built = meshes.add(panes);
    return built ? Result<PaneMeshes>(std::move(meshes)) : built.error();
}

Result<PaneMeshes> PaneMeshes::with_panes(std::span<const Settings> panes) const {
    PaneMeshes meshes;
    const int own = meshes_.front().first;
    for (const auto& mesh : meshes_) {
        const bool used = std::any_of(panes.begin(), panes.end(),
                                      [&](const Settings& pane) { return wanted_resolution(pane, own) == mesh.first; });
        if (used || mesh.first == own) {
            meshes.meshes_.push_back(mesh);
        }
    }
    const Status built = meshes.add(panes);
    return built ? Result<PaneMeshes>(std::move(meshes)) : built.error();
}

Status PaneMeshes::add(std::span<const Settings> panes) {
    for (std::size_t i = 0; i < panes.size(); ++i) {
        const int wanted = wanted_resolution(panes[i], meshes_.front().first);
        if (std::any_of(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.first == wanted; })) {
            continue;
        }
        Result<PaneMesh> mesh = build_other(own(), wanted);
        if (!mesh) {
            return Error{"panes[" + std::to_string(i) + "].resolution: " + mesh.error().message};
        }
        meshes_.emplace_back(wanted, std::make_shared<const PaneMesh>(std::move(*mesh)));
    }
    std::vector<const Model*> models;
    for (const Settings& pane : panes) {
        models.push_back(of(pane).model.get());
    }
    return check_memory(*own().model, models, panes);
}

const PaneMesh& PaneMeshes::of(const Settings& pane) const {
    const int wanted = wanted_resolution(pane, meshes_.front().first);
    const auto found =
        std::find_if(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.first == wanted; });
    return found == meshes_.end() ? own() : *found->second;
}

} // namespace xpbd::lab
