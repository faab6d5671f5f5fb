// Value and gradients of an enclosed volume.
#include "core/model/volume.h"

#include <algorithm>

namespace xpbd {
namespace {

/// Relative rounding error of a sum of products of coordinates, with a margin.
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
    gradient.resize(volume.particles.size());
    double extent2 = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        Vec3 six_fold(0);
        for (std::size_t k = volume.first[i]; k < volume.first[i + 1]; ++k) {
            six_fold += glm::cross(at(position, volume.around[k][0]), at(position, volume.around[k][1]));
        }
        gradient[i] = six_fold / 6.0;
        const Vec3 x = at(position, volume.particles[i]);
        extent2 = std::max(extent2, glm::dot(x, x));
    }
    // The exact gradient of a surface crushed to a line is zero. The computed one is rounding error, and dividing by it
    // would move the particles by arbitrary amounts.
    const double least = kRounding * extent2;
    for (Vec3& g : gradient) {
        g = glm::dot(g, g) > least * least ? g : Vec3(0);
    }
    return enclosed_volume(volume.triangles, position) - volume.pressure * volume.rest;
}

void volume_hessian_bounds(const Volume& volume, std::span<const Vec4> position, std::vector<double>& bounds) {
    bounds.resize(volume.particles.size());
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        double around = 0;
        for (std::size_t k = volume.first[i]; k < volume.first[i + 1]; ++k) {
            around += glm::length(at(position, volume.around[k][0]) - at(position, volume.around[k][1]));
        }
        bounds[i] = around / 6;
    }
}

} // namespace xpbd
