#include "lab/text/start_text.h"

#include "core/base/excerpt.h"
#include "lab/text/number_text.h"
#include "scenes/start_report.h"

namespace xpbd::lab {
namespace {

std::string metres(double length) {
    return short_number(length) + " m";
}

std::string vertices(std::size_t count, const std::string& kind = "") {
    return std::to_string(count) + " " + kind + (count == 1 ? "vertex" : "vertices");
}

void add_mesh(const scenes::MeshReport& mesh, std::vector<std::string>& lines) {
    lines.push_back(vertices(mesh.vertices) + ", " + counted(mesh.triangles, "triangle") + ", " +
                    counted(mesh.pieces, "piece") + ", " + short_number(mesh.size.x) + " x " +
                    short_number(mesh.size.y) + " x " + metres(mesh.size.z) + ", lowest point " + metres(mesh.lowest));
    if (mesh.lifted > 0) {
        lines.push_back("lifted by " + metres(mesh.lifted) +
                        ", because it started inside the ground or another collider, or nearer than contacts keep");
    }
    lines.insert(lines.end(), mesh.notes.begin(), mesh.notes.end());
    if (mesh.unused > 0) {
        lines.push_back(vertices(mesh.unused) + " dropped that no triangle names");
    }
    if (mesh.joined > 0) {
        lines.push_back(
            vertices(mesh.joined) + " joined to another one by weld" +
            (mesh.collapsed > 0 ? ", which left " + counted(mesh.collapsed, "triangle") + " without a place" : ""));
    }
    if (mesh.coincident > 0) {
        lines.push_back(vertices(mesh.coincident, "coincident ") + ", " + counted(mesh.pieces, "piece") +
                        ": they are not joined; scene.weld joins what is that near");
    }
}

} // namespace

std::vector<std::string> start_lines(const scenes::SceneSpec& spec, const Model& model) {
    const scenes::StartReport report = scenes::start_report(spec, model);
    std::vector<std::string> lines;
    if (report.mesh) {
        add_mesh(*report.mesh, lines);
    }
    if (report.pushed > 0) {
        lines.push_back("bodies of " + counted(report.pushed, "particle") +
                        " started inside a collider and were moved out of it as a whole, by at most " +
                        metres(report.farthest));
    }
    return lines;
}

} // namespace xpbd::lab
