// Wavefront OBJ: no text crashes the reader. A scene with a mesh that it accepts is built, or refused with a message of
// one line.
#include "lab/files/obj.h"

#include "fuzz.h"

#include <cmath>

using namespace xpbd;

int fuzz::take_obj(const std::uint8_t* data, std::size_t size) {
    Result<scenes::Mesh> mesh = lab::parse_obj(fuzz::text_of(data, size), "m.obj");
    if (!mesh) {
        fuzz::check_message(mesh.error().message);
        return 0;
    }
    fuzz::check(!mesh->triangles.empty(), "a mesh has triangles");
    for (const Vec3& p : mesh->positions) {
        fuzz::check(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z), "positions are finite");
    }
    const auto count = static_cast<int>(mesh->positions.size());
    for (const auto& triangle : mesh->triangles) {
        for (const int corner : triangle) {
            fuzz::check(corner >= 0 && corner < count, "a triangle's corners exist");
        }
    }
    for (const std::string& note : mesh->notes) {
        fuzz::check_message(note);
    }
    scenes::SceneSpec spec;
    spec.name = "mesh";
    spec.file = "m.obj";
    spec.mesh = std::move(*mesh);
    const Result<Model> model = scenes::build(spec);
    if (!model) {
        fuzz::check_message(model.error().message);
    }
    return 0;
}
