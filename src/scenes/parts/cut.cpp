#include "scenes/parts/cut.h"

#include "core/base/math/elementary.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace xpbd::scenes {
namespace {

/// The part of a model with the particles whose `number` is not negative, renumbered by it. Keeps the constraints and
/// triangles whose particles are all kept.
Model part_of(const Model& whole, const std::vector<int>& number) {
    Model part;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] >= 0) {
            part.rest_position.push_back(whole.rest_position[i]);
            part.mass.push_back(whole.mass[i]);
            part.flat.push_back(whole.flat[i]);
        }
    }
    const auto renumber = [&](auto& particles) {
        for (int& p : particles) {
            p = number[index_of(p)];
        }
        return std::all_of(particles.begin(), particles.end(), [](int p) { return p >= 0; });
    };
    for (std::array<int, 3> triangle : whole.triangles) {
        if (renumber(triangle)) {
            part.triangles.push_back(triangle);
        }
    }
    for_each_type(whole, [&](const auto& array, std::size_t) {
        using Type = typename std::decay_t<decltype(array)>::Type;
        for (std::size_t c = 0; c < array.size(); ++c) {
            if (auto particles = array.particles[c]; renumber(particles)) {
                part.of_type<Type>().add(particles, array.rest[c], array.material[c]);
            }
        }
    });
    return part;
}

/// Number of steps of a grid's side that reaches `distance` to both sides of its middle; even.
int steps_over(double distance, double step) {
    return 2 * static_cast<int>(std::ceil(distance / step));
}

} // namespace

Model make_turned_cloth(const GridCloth& cloth) {
    const double across = cloth.width / (cloth.columns - 1);
    const double down = cloth.height / (cloth.rows - 1);
    const double reach = math::hypot(cloth.width, cloth.height) / 2;
    GridCloth large = cloth;
    large.columns = steps_over(reach, across) + 1;
    large.rows = steps_over(reach, down) + 1;
    large.width = (large.columns - 1) * across;
    large.height = (large.rows - 1) * down;
    large.mass = cloth.mass * (large.width * large.height) / (cloth.width * cloth.height);
    Model whole = make_grid_cloth(large);

    const double angle = glm::radians(cloth.warp_angle);
    const double c = math::cos(angle);
    const double s = math::sin(angle);
    const double edge = 1e-9 * reach;
    std::vector<int> number(whole.particle_count(), -1);
    int count = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
        const double u = whole.flat[i][0] - large.width / 2;
        const double v = whole.flat[i][1] - large.height / 2;
        const double x = c * u + s * v + cloth.width / 2;
        const double y = c * v - s * u + cloth.height / 2;
        whole.flat[i] = {x, y};
        whole.rest_position[i] = {x - cloth.width / 2, -y, 0};
        if (x > -edge && x < cloth.width + edge && y > -edge && y < cloth.height + edge) {
            number[i] = count++;
        }
    }
    return part_of(whole, number);
}

} // namespace xpbd::scenes
