#include "core/model.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace xpbd {
namespace {

bool finite3(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Greedy colouring in listed order: each constraint takes the first colour that none of its particles has.
template <class Kernel>
void colour(Batch<Kernel>& batch, std::size_t particle_count) {
    std::vector<std::vector<bool>> taken; // taken[colour][particle]
    std::vector<int> colour_of(batch.size());
    for (std::size_t c = 0; c < batch.size(); ++c) {
        const auto& particles = batch.particles[c];
        const auto is_free = [&](const std::vector<bool>& used) {
            return std::none_of(particles.begin(), particles.end(),
                                [&](int p) { return used[static_cast<std::size_t>(p)]; });
        };
        auto found = std::find_if(taken.begin(), taken.end(), is_free);
        if (found == taken.end()) {
            found = taken.insert(taken.end(), std::vector<bool>(particle_count, false));
        }
        for (const int p : particles) {
            (*found)[static_cast<std::size_t>(p)] = true;
        }
        colour_of[c] = static_cast<int>(found - taken.begin());
    }

    batch.colour_offset.assign(taken.size() + 1, 0);
    for (const int c : colour_of) {
        ++batch.colour_offset[static_cast<std::size_t>(c) + 1];
    }
    for (std::size_t i = 1; i < batch.colour_offset.size(); ++i) {
        batch.colour_offset[i] += batch.colour_offset[i - 1];
    }
    std::vector<int> next(batch.colour_offset.begin(), batch.colour_offset.end());
    batch.coloured.resize(batch.size());
    for (std::size_t c = 0; c < batch.size(); ++c) {
        int& slot = next[static_cast<std::size_t>(colour_of[c])];
        batch.coloured[static_cast<std::size_t>(slot++)] = static_cast<int>(c);
    }
}

template <class Kernel>
std::optional<std::string> fault_in(const Batch<Kernel>& batch, std::size_t particle_count) {
    for (std::size_t c = 0; c < batch.size(); ++c) {
        const std::string where = std::string(Kernel::key) + "[" + std::to_string(c) + "]";
        auto sorted = batch.particles[c];
        std::sort(sorted.begin(), sorted.end());
        if (sorted.front() < 0 || static_cast<std::size_t>(sorted.back()) >= particle_count) {
            return where + ": particle index out of range, there are " + std::to_string(particle_count) + " particles";
        }
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
            return where + ": a particle is named twice, it needs " + std::to_string(Kernel::arity) +
                   " distinct particles";
        }
        const Material& material = batch.material[c];
        const auto negative = [](const std::optional<double>& v) { return v && !(*v >= 0 && std::isfinite(*v)); };
        if (negative(material.compliance) || negative(material.damping) || negative(material.stiffness)) {
            return where + ": compliance, damping and stiffness must be finite and not negative";
        }
        if (material.stiffness && *material.stiffness > 1) {
            return where + ": stiffness must lie in [0, 1]";
        }
    }
    return std::nullopt;
}

} // namespace

std::size_t Model::constraint_count() const {
    return std::apply([](const auto&... batch) { return (batch.size() + ...); }, constraints);
}

int add_distance(Model& model, int p0, int p1, Material material) {
    auto& batch = model.batch<Distance>();
    const auto at = [&](int p) { return model.rest_position[static_cast<std::size_t>(p)]; };
    batch.add({p0, p1}, Distance::rest<double>({at(p0), at(p1)}), material);
    return static_cast<int>(batch.size()) - 1;
}

int add_dihedral(Model& model, int p0, int p1, int p2, int p3, Material material) {
    auto& batch = model.batch<Dihedral>();
    const auto at = [&](int p) { return model.rest_position[static_cast<std::size_t>(p)]; };
    batch.add({p0, p1, p2, p3}, Dihedral::rest<double>({at(p0), at(p1), at(p2), at(p3)}), material);
    return static_cast<int>(batch.size()) - 1;
}

Status finalise(Model& model) {
    const std::size_t count = model.particle_count();
    if (count == 0) {
        return Error{"the model has no particles"};
    }
    model.rest_velocity.resize(count, Vec3(0));
    if (model.mass.size() != count) {
        return Error{"the model needs one mass per particle"};
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string where = "particles[" + std::to_string(i) + "]";
        if (!finite3(model.rest_position[i]) || !finite3(model.rest_velocity[i])) {
            return Error{where + ": position and velocity must be finite numbers"};
        }
        if (!(model.mass[i] >= 0) || !std::isfinite(model.mass[i])) {
            return Error{where + ": mass must be a finite number >= 0 [kg] (0 = fixed)"};
        }
    }
    const auto in_range = [&](int p) { return p >= 0 && static_cast<std::size_t>(p) < count; };
    for (const auto& triangle : model.triangles) {
        if (!std::all_of(triangle.begin(), triangle.end(), in_range)) {
            return Error{"a triangle names a particle that does not exist"};
        }
    }
    for (const auto& segment : model.segments) {
        if (!std::all_of(segment.begin(), segment.end(), in_range)) {
            return Error{"a segment names a particle that does not exist"};
        }
    }
    std::optional<std::string> fault;
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        if (!fault) {
            fault = fault_in(batch, count);
        }
    });
    if (fault) {
        return Error{*fault};
    }
    for_each_batch(model, [&](auto& batch, std::size_t) { colour(batch, count); });
    return ok();
}

State initial_state(const Model& model) {
    State state;
    const std::size_t count = model.particle_count();
    state.particles.position.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double inverse_mass = model.mass[i] > 0 ? 1.0 / model.mass[i] : 0.0;
        state.particles.position[i] = Vec4(model.rest_position[i], inverse_mass);
    }
    state.particles.velocity = model.rest_velocity;
    state.previous_position = model.rest_position;
    state.previous_velocity = model.rest_velocity;
    state.predicted = model.rest_position;
    state.lambda.assign(model.constraint_count(), 0.0);
    state.contact_multiplier.assign(count, Vec3(0));
    return state;
}

} // namespace xpbd
