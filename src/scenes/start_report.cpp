#include "scenes/start_report.h"

#include "scenes/parts/surface.h"

#include <algorithm>

namespace xpbd::scenes {
namespace {

MeshReport mesh_report(const SceneSpec& spec, const Surface& surface, const Model& model) {
    MeshReport report;
    report.vertices = surface.positions.size();
    report.triangles = surface.triangles.size();
    report.pieces = piece_count(surface.positions.size(), surface.triangles);
    Vec3 low = surface.positions.front();
    Vec3 high = low;
    for (const Vec3& p : surface.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    report.size = high - low;
    report.lowest = low.y;
    report.lifted = model.rest_position.front().y - surface.positions.front().y;
    constexpr double kSamePlace = 1e-9; // share of the mesh's size
    const std::vector<int> name = joined_by_distance(surface.positions, kSamePlace * glm::length(report.size));
    for (std::size_t i = 0; i < name.size(); ++i) {
        report.coincident += name[i] != static_cast<int>(i) ? 1 : 0;
    }
    report.joined = surface.joined;
    report.collapsed = surface.collapsed;
    report.unused = surface.unused;
    report.notes = spec.mesh->notes;
    return report;
}

} // namespace

StartReport start_report(const SceneSpec& spec, const Model& model) {
    StartReport report;
    if (spec.mesh) {
        if (const Result<Surface> surface = surface_of(spec)) {
            report.mesh = mesh_report(spec, *surface, model);
        }
    } else if (!model.colliders.empty()) {
        const SceneInfo* scene = find_scene(spec.name);
        const Result<Model> as_given = scene != nullptr ? scene->build(spec) : Result<Model>(Error{});
        for (std::size_t i = 0; as_given && i < model.particle_count(); ++i) {
            const double way = glm::length(model.rest_position[i] - as_given->rest_position[i]);
            report.pushed += way > 0 ? 1 : 0;
            report.farthest = std::max(report.farthest, way);
        }
    }
    return report;
}

} // namespace xpbd::scenes
