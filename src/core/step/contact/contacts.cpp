// Scalar projection of contacts with colliders, in double precision; pairs of the body are in self_collision.cpp.
#include "core/step/contact/contacts.h"

#include "core/model/constraints/evaluation.h"
#include "core/step/contact/contact_row.h"
#include "core/step/contact/swept_colliders.h"

#include <algorithm>

namespace xpbd {

void Contacts::begin(const Model& model, State& state, std::span<const Vec3> start, const Parallel& parallel) {
    start_ = start;
    contacts_.resize(model.colliders.size() * model.particle_count());
    stops_.clear();
    self_.begin(model, state, start, stops_, parallel);
    stop_before_moving_colliders(model, state, start, stops_);
    restart();
}

void Contacts::restart() {
    std::fill(contacts_.begin(), contacts_.end(), Contact{});
    tether_.clear();
    self_.restart();
}

void Contacts::project_tethers(const Model& model, State& state, bool release) {
    auto& x = state.particles.position;
    tether_.resize(x.size(), Vec3(0));
    for (std::size_t next = 0; next < model.tethers.size();) {
        const int particle = model.tethers[next].particle;
        balls_.clear();
        for (; next < model.tethers.size() && model.tethers[next].particle == particle; ++next) {
            const Tether& tether = model.tethers[next];
            balls_.push_back({xyz(x[index_of(tether.anchor)]), tether.length});
        }
        Vec4& place = x[index_of(particle)];
        const double w = place.w;
        if (w > 0) {
            Vec3& multiplier = tether_[index_of(particle)];
            if (release) {
                place -= Vec4(w * multiplier, 0);
                multiplier = Vec3(0);
            }
            const Vec3 pull = nearest_in_all(balls_, xyz(place)) - xyz(place);
            place += Vec4(pull, 0);
            multiplier += pull / w;
        }
    }
}

void Contacts::project(const Model& model, State& state, bool release) {
    project_colliders(model, state, release);
    self_.project(model, state, release);
}

void Contacts::project_colliders(const Model& model, State& state, bool release) {
    auto& x = state.particles.position;
    Contact* contact = contacts_.data();
    for (const Collider& collider : model.colliders) {
        std::visit(
            [&](const auto& shape) {
                for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
                    if (x[i].w > 0) {
                        touch(shape, collider, model.contact_distance, collider.carried(start_[i]), *contact, x[i],
                              release);
                    }
                }
            },
            collider.shape);
    }
}

/// Projects the contact of one particle with one collider.
template <class ShapeType>
void Contacts::touch(const ShapeType& shape, const Collider& collider, double contact_distance, const Vec3& start,
                     Contact& contact, Vec4& x, bool release) {
    const double w = x.w;
    Vec3 point = xyz(x);
    const Gap gap = gap_to(shape, point);
    const double violation = gap.distance - contact_distance;
    if (violation < 0 || (release && contact.normal > 0)) {
        const double change = std::max(-violation / w, -contact.normal);
        contact.normal += change;
        point += w * change * gap.normal;
    }
    if ((contact.normal > 0 || contact.tangent != Vec3(0)) && collider.friction > 0) {
        const Vec3 slip = along_surface(point - start, gap.normal);
        const Vec3 tangent = cut_to(contact.tangent - slip / w, collider.friction * contact.normal);
        point += w * (tangent - contact.tangent);
        contact.tangent = tangent;
    }
    x = Vec4(point, w);
}

/// Calls f(collider, particle, normal multiplier, normal of the surface, whole multiplier) for every contact with a
/// collider.
template <class F>
void Contacts::for_each_touch(const Model& model, const State& state, F&& f) const {
    const std::size_t count = model.particle_count();
    const Contact* contact = contacts_.data();
    for (std::size_t c = 0; c < model.colliders.size(); ++c) {
        for (std::size_t i = 0; i < count; ++i, ++contact) {
            if (contact->normal > 0) {
                const Gap gap = gap_to(model.colliders[c].shape, xyz(state.particles.position[i]));
                f(c, i, contact->normal, gap.normal, contact->normal * gap.normal + contact->tangent);
            }
        }
    }
}

int Contacts::finish(const Model& model, State& state) {
    state.contact_multiplier = tether_;
    state.contact_multiplier.resize(model.particle_count(), Vec3(0));
    touches_.clear();
    for_each_touch(model, state,
                   [&](std::size_t c, std::size_t i, double normal, const Vec3& towards, const Vec3& multiplier) {
                       state.contact_multiplier[i] += multiplier;
                       touches_.push_back({c, i, normal, towards, multiplier});
                   });
    return static_cast<int>(touches_.size()) + self_.finish(state);
}

void Contacts::add_forces_of_colliders(const Model& model, const State& state, std::span<Vec3> force,
                                       std::span<double> bound) const {
    for_each_touch(model, state, [&](std::size_t c, std::size_t i, double normal, const Vec3&, const Vec3& multiplier) {
        force[i] += multiplier;
        bound[i] += normal * curvature_of(model.colliders[c].shape);
    });
}

void Contacts::add_forces_between(const Model& model, const State& state, std::span<Vec3> force,
                                  std::span<double> bound) const {
    if (!tether_.empty()) {
        for (std::size_t i = 0; i < force.size(); ++i) {
            force[i] += tether_[i];
        }
        for (const Tether& tether : model.tethers) {
            const std::size_t i = index_of(tether.particle);
            bound[i] += glm::length(tether_[i]) * inverse_length(tether.length);
        }
    }
    self_.add_forces(state.particles.position, force);
    self_.add_hessian_bounds(state.particles.position, bound);
}

void Contacts::read_loads(const Model& model, const State& state, double h, std::vector<Load>& loads) const {
    const std::size_t count = model.particle_count();
    loads.assign(model.colliders.size(), Load{});
    if (loads.empty()) {
        return;
    }
    const auto add = [&](std::size_t c, std::size_t i, const Vec3& multiplier) {
        loads[c].force += multiplier; // scaled below
        if (model.colliders[c].moves) {
            loads[c].power += glm::dot(multiplier, model.colliders[c].carried(start_[i]) - start_[i]);
        }
    };
    // Impulses on particles that come from no contact with a collider; empty if every one comes from such a contact.
    std::vector<Vec3> others;
    if (model.self_distance > 0 || !tether_.empty() || !stops_.empty()) {
        others.assign(count, Vec3(0));
        self_.add_forces(state.particles.position, others);
        for (std::size_t i = 0; i < tether_.size(); ++i) {
            others[i] += tether_[i];
        }
        for (std::size_t k = 0; k < stops_.particles().size(); ++k) {
            others[index_of(stops_.particles()[k])] += stops_.impulse(k);
        }
    }
    const auto sum = [&](std::size_t i) {
        return others.empty() ? state.contact_multiplier[i] : state.contact_multiplier[i] - others[i];
    };
    // Of a particle in several contacts, its sum may be more than their multipliers: in a method that computes the sum
    // from the balance of the particle, or friction apart from its contact.
    struct Shared {
        int contacts = 0;
        double normals = 0; ///< sum of the normal multipliers
        Vec3 rest{0};       ///< what the multipliers of its contacts leave of the sum
    };
    std::vector<Shared> shared; // per particle; empty if only one collider is touched
    if (!touches_.empty() && touches_.front().collider != touches_.back().collider) {
        shared.resize(count);
        for (const Touch& touch : touches_) {
            Shared& of = shared[touch.particle];
            of.rest = (of.contacts == 0 ? sum(touch.particle) : of.rest) - touch.multiplier;
            of.normals += touch.normal;
            ++of.contacts;
        }
    }
    for (const Touch& touch : touches_) {
        if (shared.empty() || shared[touch.particle].contacts == 1) {
            add(touch.collider, touch.particle, sum(touch.particle));
        } else {
            const Shared& of = shared[touch.particle];
            add(touch.collider, touch.particle, touch.multiplier + touch.normal / of.normals * of.rest);
        }
    }
    for (const Stops::Push& push : stops_.pushes()) {
        add(push.collider, push.particle, push.impulse);
    }
    for (Load& load : loads) {
        load.force *= state.force_scale;
        load.power *= state.force_scale / h;
    }
}

void Contacts::bounce(const Model& model, State& state, double h, std::span<const Vec3> before,
                      double threshold) const {
    for (const Touch& touch : touches_) {
        const Collider& collider = model.colliders[touch.collider];
        if (!(collider.restitution > 0)) {
            continue;
        }
        const std::size_t i = touch.particle;
        const double recedes = glm::dot(collider.carried(start_[i]) - start_[i], touch.towards) / h; // surface's speed
        const double in = glm::dot(before[i], touch.towards) - recedes;
        const double out = glm::dot(state.particles.velocity[i], touch.towards) - recedes;
        if (-in > threshold && out < -collider.restitution * in) {
            state.particles.velocity[i] += (-collider.restitution * in - out) * touch.towards;
        }
    }
    self_.bounce(model, state, before, threshold);
}

} // namespace xpbd
