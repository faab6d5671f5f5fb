#include "core/constraints/volume.h"

#include <algorithm>

namespace xpbd {
namespace {

/// Rounding of a sum of products of coordinates, with room to spare.
constexpr double kRounding = 1e-12;

Vec3 at(std::span<const Vec4> position, int p) {
    return xyz(position[index_of(p)]);
}

} // namespace

double enclosed_volume(std::span<const std::array<int, 3>> triangles, std::span<const Vec4> position) {
    double six_fold = 0;
    for (const auto& [a, b, c] : triangles) {
        six_fold += glm::dot(at(position, a), glm::cross(at(position, b), at(position, c)));
    }
    return six_fold / 6;
}

int add_volume(Model& model, std::vector<std::array<int, 3>> triangles, double pressure, Material material) {
    std::vector<Vec4> shape;
    for (const Vec3& p : model.rest_position) {
        shape.emplace_back(p, 0);
    }
    Volume volume;
    volume.rest = enclosed_volume(triangles, shape);
    volume.triangles = std::move(triangles);
    volume.pressure = pressure;
    volume.material = material;
    model.volumes.push_back(std::move(volume));
    return static_cast<int>(model.volumes.size()) - 1;
}

double evaluate_volume(const Volume& volume, std::span<const Vec4> position, std::vector<Vec3>& gradient) {
    gradient.assign(volume.particles.size(), Vec3(0));
    const auto gradient_of = [&](int p) -> Vec3& {
        const auto found = std::lower_bound(volume.particles.begin(), volume.particles.end(), p);
        return gradient[static_cast<std::size_t>(found - volume.particles.begin())];
    };
    double six_fold = 0;
    for (const auto& [a, b, c] : volume.triangles) {
        const Vec3 bc = glm::cross(at(position, b), at(position, c));
        six_fold += glm::dot(at(position, a), bc);
        gradient_of(a) += bc / 6.0;
        gradient_of(b) += glm::cross(at(position, c), at(position, a)) / 6.0;
        gradient_of(c) += glm::cross(at(position, a), at(position, b)) / 6.0;
    }
    // In exact arithmetic the volume gradient of a surface crushed to a line is zero; what is computed is rounding
    // error: dividing by it would move the particles by arbitrary amounts.
    double extent = 0;
    for (const int p : volume.particles) {
        extent = std::max(extent, glm::length(at(position, p)));
    }
    for (Vec3& g : gradient) {
        g = glm::length(g) > kRounding * extent * extent ? g : Vec3(0);
    }
    return six_fold / 6 - volume.pressure * volume.rest;
}

} // namespace xpbd
