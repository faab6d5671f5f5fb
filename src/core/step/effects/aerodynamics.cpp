// Air loads of triangles, and the implicit drag (formulas in aerodynamics.h).
#include "core/step/effects/aerodynamics.h"

#include "core/step/effects/tearing.h"

#include <algorithm>

namespace xpbd {
namespace {

/// A third of the air's force on one triangle: the share of one corner.
AirLoad load_on_corner(const Model& model, const State& state, const Vec3& wind, const std::array<int, 3>& triangle) {
    const auto at = [&](std::size_t k) { return xyz(state.particles.position[index_of(triangle[k])]); };
    const auto velocity = [&](std::size_t k) { return state.particles.velocity[index_of(triangle[k])]; };
    const Vec3 twice_area = glm::cross(at(1) - at(0), at(2) - at(0));
    const double area = 0.5 * glm::length(twice_area);
    const Vec3 u = wind - (velocity(0) + velocity(1) + velocity(2)) / 3.0;
    const double speed = glm::length(u);
    if (!(area > 0) || !(speed > 0)) {
        return {};
    }
    const Vec3 along = u / speed;
    Vec3 normal = twice_area / (2 * area);
    double facing = glm::dot(normal, along);
    if (facing < 0) { // turns n downwind, so that lift pushes away from the wind
        normal = -normal;
        facing = -facing;
    }
    const Vec3 across = normal - facing * along;
    const double share = 0.5 * kAirDensity * speed * area / 3; // [kg/s]
    return {share * facing * model.drag, share * speed * facing * model.lift * across,
            share * model.lift * glm::dot(across, across), speed};
}

} // namespace

void find_air_loads(const Model& model, const State& state, const Vec3& wind, std::vector<AirLoad>& loads) {
    loads.assign(model.particle_count(), {});
    const auto add = [&](const std::array<int, 3>& triangle) {
        const AirLoad load = load_on_corner(model, state, wind, triangle);
        for (const int particle : triangle) {
            AirLoad& sum = loads[index_of(particle)];
            sum.drag += load.drag;
            sum.lift += load.lift;
            sum.slope += load.slope;
            sum.speed = std::max(sum.speed, load.speed);
        }
    };
    if (state.torn.empty()) {
        std::for_each(model.triangles.begin(), model.triangles.end(), add);
    } else {
        const auto whole = whole_triangles(model, state);
        std::for_each(whole.begin(), whole.end(), add);
    }
}

void Wind::limit_history(State& state, const Vec3& wind, double h, std::size_t i) const {
    constexpr double kResolved = 0.5; // largest share of the relative velocity that may change in a substep
    const Vec3& velocity = state.particles.velocity[i];
    const AirLoad& load = loads_[i];
    const Vec3 before = wind - state.previous_velocity[i];
    const bool stiff = h * (load.drag + load.slope) * state.particles.position[i].w > kResolved;
    if (load.speed > 0 &&
        (stiff || glm::length(velocity - state.previous_velocity[i]) > kResolved * glm::length(before))) {
        state.previous_velocity[i] = velocity;
    }
}

void Wind::begin(const Model& model, const State& state, const Vec3& wind) {
    find_air_loads(model, state, wind, loads_);
    masses_ = model.mass;
    inverse_masses_.assign(loads_.size(), 0.0);
}

void Wind::apply(State& state, const Vec3& wind, const WindStep& step, std::size_t i) {
    Vec4& particle = state.particles.position[i];
    const AirLoad& load = loads_[i];
    if (particle.w == 0 || !(load.speed > 0)) {
        return;
    }
    const double mass = 1 / particle.w;
    const double h =
        step.h_squared * step.velocity_per_motion; // a force f changes the velocity by h f w; BDF2: 2/3 of a substep
    const double steady = std::max(0.0, load.slope - mass / h); // S in Wind's formula
    const double inertia = mass + h * (load.drag + steady);
    // velocities relative to the air: without air forces, and at the start of the substep
    const Vec3 free = wind - step.velocity_per_motion * (state.predicted[i] - step.reference[i]);
    const Vec3 old = wind - state.particles.velocity[i];
    // remaining relative momentum before drag; limited so that the relative speed does not grow
    Vec3 left = mass * free + h * (steady * old - load.lift);
    const double most = inertia * std::max(load.speed, glm::length(free));
    const double size = glm::length(left);
    if (size > most) {
        left *= most / size;
    }
    state.predicted[i] = step.reference[i] + (wind - left / inertia) / step.velocity_per_motion;
    masses_[i] = inertia;
    inverse_masses_[i] = particle.w;
    particle = Vec4(state.predicted[i], 1 / inertia);
}

void Wind::restore(State& state) {
    for (std::size_t i = 0; i < masses_.size(); ++i) {
        if (inverse_masses_[i] > 0) {
            Vec4& particle = state.particles.position[i];
            particle.w = inverse_masses_[i];
            state.predicted[i] = xyz(particle) - masses_[i] * particle.w * (xyz(particle) - state.predicted[i]);
        }
    }
}

} // namespace xpbd
