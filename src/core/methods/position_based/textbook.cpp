#include "core/methods/position_based/textbook.h"

#include "core/measure.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// Beyond this a position is taken for diverged: float32, which draws it, resolves no more than 6 cm there.
constexpr double kWorldLimit = 1e6; // [m]

std::size_t index(int i) {
    return static_cast<std::size_t>(i);
}

/// Projects one constraint (X16 eq. 17, 18, 26, with the coefficients of the method).
template <class Kernel>
void project(const Batch<Kernel>& batch, std::size_t c, const Coefficients& k, double& lambda, std::vector<Vec4>& x,
             const std::vector<Vec3>& reference) {
    constexpr std::size_t n = Kernel::arity;
    const auto& particles = batch.particles[c];
    Points<double, n> points;
    for (std::size_t i = 0; i < n; ++i) {
        points[i] = xyz(x[index(particles[i])]);
    }
    const auto evaluation = Kernel::template eval<double>(points, batch.rest[c]);

    double weight = 0; // grad C w grad C'
    for (std::size_t i = 0; i < n; ++i) {
        weight += x[index(particles[i])].w * glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
    }
    if (!(weight > 0)) {
        return; // nothing that can move, or no defined direction
    }
    double damping = 0;
    if (k.g != 0) {
        for (std::size_t i = 0; i < n; ++i) {
            damping += glm::dot(evaluation.gradient[i], points[i] - reference[index(particles[i])]);
        }
    }
    const double change = k.relax * (-evaluation.value - k.a * lambda - k.g * damping) / ((1 + k.g) * weight + k.a);
    lambda += change;
    for (std::size_t i = 0; i < n; ++i) {
        Vec4& particle = x[index(particles[i])];
        particle += Vec4(particle.w * change * evaluation.gradient[i], 0);
    }
}

/// Signed distance to a collider's surface and its outward normal.
struct Gap {
    double distance;
    Vec3 normal;
};

Gap gap_to(const Plane& plane, const Vec3& x) {
    return {glm::dot(plane.normal, x) - plane.offset, plane.normal};
}

Gap gap_to(const Sphere& sphere, const Vec3& x) {
    const Vec3 d = x - sphere.center;
    const double length = glm::length(d);
    return {length - sphere.radius, length > 0 ? d / length : Vec3(0, 1, 0)};
}

/// Substep of BDF2 where there is a history of equal substeps, else BDF1 (B17).
SubstepScheme scheme_for(const State& state, const Settings& settings, double h) {
    if (settings.integrator == Integrator::bdf2 && state.history_substep == h) {
        return {h, 4.0 / 9.0 * h * h, 1.5};
    }
    return {h, h * h, 1};
}

/// Takes the inverse masses of grabbed particles away while it lives.
class GrabScope {
public:
    GrabScope(State& state, const Control& control) : state_(state) {
        for (const Grab& grab : control.grabs) {
            if (grab.particle < 0 || index(grab.particle) >= state.particles.position.size()) {
                continue;
            }
            Vec4& particle = state.particles.position[index(grab.particle)];
            held_.push_back({index(grab.particle), particle.w, xyz(particle), grab.target});
            particle.w = 0;
        }
    }
    GrabScope(const GrabScope&) = delete;
    GrabScope& operator=(const GrabScope&) = delete;
    ~GrabScope() {
        // Backwards, so that a particle grabbed twice gets its own mass back.
        for (auto it = held_.rbegin(); it != held_.rend(); ++it) {
            state_.particles.position[it->particle].w = it->inverse_mass;
        }
    }
    /// Moves the held particles to their place after a share of the frame, in [0, 1].
    void move(double share) {
        for (const Held& held : held_) {
            const Vec3 place = held.from + share * (held.to - held.from);
            state_.particles.position[held.particle] = Vec4(place, 0);
        }
    }

private:
    struct Held {
        std::size_t particle;
        double inverse_mass;
        Vec3 from, to;
    };
    State& state_;
    std::vector<Held> held_;
};

/// v <- (x_new - x)/h or its BDF2 form; the state's history moves on.
void update_velocities(State& state, const std::vector<Vec3>& start, const SubstepScheme& scheme) {
    auto& particles = state.particles;
    const bool two_step = scheme.velocity_weight != 1;
    for (std::size_t i = 0; i < particles.position.size(); ++i) {
        const Vec3 x = xyz(particles.position[i]);
        const Vec3 velocity = two_step ? (1.5 * x - 2.0 * start[i] + 0.5 * state.previous_position[i]) / scheme.h
                                       : (x - start[i]) / scheme.h;
        state.previous_position[i] = start[i];
        state.previous_velocity[i] = particles.velocity[i];
        particles.velocity[i] = velocity;
    }
    state.history_substep = scheme.h;
    state.force_scale = 1 / scheme.h_squared;
}

bool within_world(const State& state) {
    const auto inside = [](const Vec4& x) {
        // NaN compares false, so that it is caught here too.
        return std::abs(x.x) < kWorldLimit && std::abs(x.y) < kWorldLimit && std::abs(x.z) < kWorldLimit;
    };
    return std::all_of(state.particles.position.begin(), state.particles.position.end(), inside) && is_finite(state);
}

} // namespace

StepStats TextbookSolver::step(const Model& model, State& state, const Control& control, const Settings& settings,
                               double dt) {
    StepStats stats;
    const double h = dt / settings.substeps;
    GrabScope grabs(state, control);
    for (int substep = 0; substep < settings.substeps; ++substep) {
        const SubstepScheme scheme = scheme_for(state, settings, h);
        predict(model, state, control, settings, scheme);
        grabs.move(double(substep + 1) / settings.substeps);
        prepare(model, settings, scheme);
        state.lambda.assign(model.constraint_count(), 0.0);
        contacts_.assign(model.colliders.size() * model.particle_count(), Contact{});
        for (int iteration = 0; iteration < settings.iterations; ++iteration) {
            sweep(model, state, settings.sweep);
            project_contacts(model, state);
        }
        update_velocities(state, start_, scheme);
        stats.contacts = collect_contacts(model, state);
        if (stats.contacts > 0) {
            forget_history(state); // an impact is a discontinuity: BDF2 would carry the old velocity through it
        }
        stats.iterations += settings.iterations;
        stats.finite = within_world(state);
        if (!stats.finite) {
            break;
        }
    }
    state.time += dt;
    ++state.step;
    return stats;
}

/// Moves every particle to its inertial target x~, and keeps x^n and the damping reference.
void TextbookSolver::predict(const Model& model, State& state, const Control& control, const Settings& settings,
                             const SubstepScheme& scheme) {
    const double h = scheme.h;
    const double kept = std::max(0.0, 1 - settings.velocity_damping * h);
    const std::size_t count = model.particle_count();
    auto& particles = state.particles;
    start_.resize(count);
    reference_.resize(count);
    state.predicted.resize(count);
    const bool two_step = scheme.velocity_weight != 1;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 x = xyz(particles.position[i]);
        start_[i] = x;
        reference_[i] = x;
        if (particles.position[i].w == 0) {
            particles.velocity[i] = Vec3(0);
            state.predicted[i] = x;
            continue;
        }
        Vec3 motion;
        if (two_step) {
            const Vec3& before = state.previous_position[i];
            reference_[i] = 4.0 / 3.0 * x - 1.0 / 3.0 * before;
            motion =
                (x - before) / 3.0 + h * (8.0 / 9.0 * particles.velocity[i] - 2.0 / 9.0 * state.previous_velocity[i]);
        } else {
            motion = h * particles.velocity[i];
        }
        // Damping acts on the motion carried over, not on the external force: else a damped body would weigh less at
        // rest.
        state.predicted[i] = x + kept * motion + scheme.h_squared * control.gravity;
        particles.position[i] = Vec4(state.predicted[i], particles.position[i].w);
    }
}

/// Turns materials into coefficients, once per substep.
void TextbookSolver::prepare(const Model& model, const Settings& settings, const SubstepScheme& scheme) {
    coefficients_.resize(model.constraint_count());
    // Most constraints follow the pane's role values: those are worked out once.
    std::array<Coefficients, kRoleCount> by_role;
    for (std::size_t r = 0; r < kRoleCount; ++r) {
        const Material plain{static_cast<Role>(r), {}, {}, {}};
        by_role[r] = rule_({stiffness_of(plain, settings), compliance_of(plain, settings), damping_of(plain, settings)},
                           scheme, settings.iterations);
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const Material& m = batch.material[c];
            const bool plain = !m.compliance && !m.stiffness && !m.damping;
            coefficients_[first + c] =
                plain ? by_role[static_cast<std::size_t>(m.role)]
                      : rule_({stiffness_of(m, settings), compliance_of(m, settings), damping_of(m, settings)}, scheme,
                              settings.iterations);
        }
    });
}

/// One Gauss-Seidel sweep over all constraints.
void TextbookSolver::sweep(const Model& model, State& state, Sweep order) {
    auto& x = state.particles.position;
    const auto sweep_batch = [&](const auto& batch, std::size_t first) {
        const auto one = [&](std::size_t c) {
            project(batch, c, coefficients_[first + c], state.lambda[first + c], x, reference_);
        };
        const std::size_t count = batch.size();
        switch (order) {
        case Sweep::listed:
            for (std::size_t c = 0; c < count; ++c) {
                one(c);
            }
            break;
        case Sweep::reversed:
            for (std::size_t c = count; c-- > 0;) {
                one(c);
            }
            break;
        case Sweep::coloured:
            for (const int c : batch.coloured) {
                one(index(c));
            }
            break;
        }
    };
    if (order == Sweep::reversed) {
        std::size_t end = model.constraint_count();
        const auto backwards = [&]<std::size_t... I>(std::index_sequence<I...>) {
            constexpr std::size_t last = sizeof...(I) - 1;
            ((end -= std::get<last - I>(model.constraints).size(),
              sweep_batch(std::get<last - I>(model.constraints), end)),
             ...);
        };
        backwards(std::make_index_sequence<std::tuple_size_v<Constraints>>{});
    } else {
        for_each_batch(model, sweep_batch);
    }
}

/// Pushes particles out of colliders (C >= 0, projected only where C < 0) and applies Coulomb friction.
void TextbookSolver::project_contacts(const Model& model, State& state) {
    auto& x = state.particles.position;
    Contact* contact = contacts_.data();
    for (const Collider& collider : model.colliders) {
        std::visit(
            [&](const auto& shape) {
                for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
                    const double w = x[i].w;
                    if (w == 0) {
                        continue;
                    }
                    Vec3 point = xyz(x[i]);
                    const Gap gap = gap_to(shape, point);
                    const double violation = gap.distance - model.contact_distance;
                    if (violation < 0) {
                        contact->normal -= violation / w;
                        point -= violation * gap.normal;
                    }
                    if (contact->normal > 0 && collider.friction > 0) {
                        const Vec3 moved = point - start_[i];
                        const Vec3 slip = moved - glm::dot(moved, gap.normal) * gap.normal;
                        Vec3 tangent = contact->tangent - slip / w;
                        const double limit = collider.friction * contact->normal;
                        const double size = glm::length(tangent);
                        if (size > limit) {
                            tangent *= limit / size;
                        }
                        point += w * (tangent - contact->tangent);
                        contact->tangent = tangent;
                    }
                    x[i] = Vec4(point, w);
                }
            },
            collider.shape);
    }
}

/// Sums contact multipliers per particle for the measures; returns the number of contacts.
int TextbookSolver::collect_contacts(const Model& model, State& state) const {
    const std::size_t count = model.particle_count();
    state.contact_multiplier.assign(count, Vec3(0));
    int total = 0;
    const Contact* contact = contacts_.data();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < count; ++i, ++contact) {
            if (contact->normal > 0) {
                const Gap gap = std::visit(
                    [&](const auto& shape) { return gap_to(shape, xyz(state.particles.position[i])); }, collider.shape);
                state.contact_multiplier[i] += contact->normal * gap.normal + contact->tangent;
                ++total;
            }
        }
    }
    return total;
}

} // namespace xpbd
