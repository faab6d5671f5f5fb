#include "core/effects/aerodynamics.h"

#include "core/effects/tearing.h"

#include <algorithm>

namespace xpbd {

void add_wind_forces(const Model& model, const State& state, const Vec3& wind, double h, std::vector<Vec3>& force) {
    const auto add = [&](const std::array<int, 3>& triangle) {
        std::array<std::size_t, 3> i{};
        for (std::size_t k = 0; k < 3; ++k) {
            i[k] = index_of(triangle[k]);
        }
        const auto& x = state.particles.position;
        const auto& v = state.particles.velocity;
        const Vec3 twice_area = glm::cross(xyz(x[i[1]]) - xyz(x[i[0]]), xyz(x[i[2]]) - xyz(x[i[0]]));
        const double area = 0.5 * glm::length(twice_area);
        const Vec3 u = wind - (v[i[0]] + v[i[1]] + v[i[2]]) / 3.0;
        const double speed = glm::length(u);
        if (!(area > 0) || !(speed > 0)) {
            return;
        }
        const Vec3 along = u / speed;
        Vec3 normal = twice_area / (2 * area);
        double facing = glm::dot(normal, along);
        if (facing < 0) { // n with the wind, so that lift pushes away from it
            normal = -normal;
            facing = -facing;
        }
        const double pressure = 0.5 * kAirDensity * speed * speed * area * facing;
        const Vec3 total = pressure * (model.drag * along + model.lift * (normal - facing * along));
        const double lightest = std::max({x[i[0]].w, x[i[1]].w, x[i[2]].w});
        const double gained = glm::length(total) / 3 * lightest * h; // [m/s]
        const double share = gained > speed ? speed / gained : 1;
        for (const std::size_t particle : i) {
            force[particle] += share * total / 3.0;
        }
    };
    if (state.torn.empty()) {
        for (const auto& triangle : model.triangles) {
            add(triangle);
        }
    } else {
        for (const auto& triangle : whole_triangles(model, state)) {
            add(triangle);
        }
    }
}

} // namespace xpbd
