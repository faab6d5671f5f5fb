// Repeats a substep whose first attempt ended with too much energy.
#include "core/implicit/vertex_block/vertex_block.h"

#include "core/model/fold.h"
#include "core/step/measure/measure.h"

#include <algorithm>
#include <limits>

namespace xpbd {
namespace {

constexpr int kShortenings = 40; ///< halvings of a vertex's step, at most; after them the vertex does not move
constexpr int kStarts = 8;       ///< points tried on the way from x^n to a candidate: the fractions 1, 1/2, 1/4, ...

} // namespace

/// True if any contact acts at the end of descend(). Writes the contact forces to the state.
bool VertexBlockSolver::touches(const Model& model, State& state) {
    return contacts().finish(model, state) > 0 || !contacts().stops().empty();
}

/// Solves the substep again for the bodies with too much energy, so that the objective falls from its value at x^n.
/// Returns the number of iterations.
int VertexBlockSolver::descend_carefully(const Substep& substep, State& state) {
    const Model& model = substep.model;
    const bool touched = touches(model, state);
    is_kept_.resize(index_of(guard_.body_count()));
    for (int body = 0; body < guard_.body_count(); ++body) {
        is_kept_[index_of(body)] = !touched && guard_.fits(body, 0.5);
    }
    if (tracing()) {
        trace_->clear(); // removes the trace of the first attempt
    }
    careful_ = true;
    if (augmented_) {
        begin_augmented(substep, state);
    }
    contacts().restart();
    std::fill(state.contact_multiplier.begin(), state.contact_multiplier.end(), Vec3(0));
    choose_start(substep, state);
    const int iterations = descend(substep, state);
    careful_ = false;
    if (interrupted()) {
        return iterations;
    }
    write_forces(model, state);
    guard_.judge(substep, state);
    if (!touched && !touches(model, state) && !guard_.all_fit(0)) {
        guard_.draw_back(substep, state);
        write_forces(model, state);
    }
    return iterations;
}

/// Sets `place` to x^n, with each body moved as a rigid body towards x~: a rotation about its fixed particle or the
/// mean of several; a rotation and a translation if it has no fixed particle. A stiff body held at one point can only
/// rotate about it, and sweeps over single vertices do not find this motion.
void VertexBlockSolver::turn_as_rigid(const State& state, std::vector<Vec4>& place) const {
    struct Turn {
        double mass = 0;
        Vec3 center{0};
        Vec3 moved{0};
        Vec3 angular{0};
        glm::dmat3 inertia{0};
        Vec3 spin{0}; // tan(angle/2) along the axis of rotation
    };
    const std::vector<Vec4>& start = guard_.start();
    std::vector<Turn> turns(index_of(guard_.body_count()));
    for (std::size_t b = 0; b < turns.size(); ++b) {
        if (const std::optional<Vec3>& holder = guard_.holder(static_cast<int>(b))) {
            turns[b].center = *holder;
        }
    }
    const auto for_each_free = [&](const auto& f) {
        for (std::size_t i = 0; i < start.size(); ++i) {
            if (start[i].w > 0) {
                f(i, 1 / start[i].w, turns[index_of(guard_.body_of(i))], guard_.holder(guard_.body_of(i)).has_value());
            }
        }
    };
    for_each_free([&](std::size_t i, double mass, Turn& turn, bool held) {
        turn.mass += mass;
        if (!held) {
            turn.center += mass * xyz(start[i]);
            turn.moved += mass * (state.predicted[i] - xyz(start[i]));
        }
    });
    for (std::size_t b = 0; b < turns.size(); ++b) {
        if (!guard_.holder(static_cast<int>(b)) && turns[b].mass > 0) {
            turns[b].center /= turns[b].mass;
            turns[b].moved /= turns[b].mass;
        }
    }
    for_each_free([&](std::size_t i, double mass, Turn& turn, bool /*held*/) {
        const Vec3 r = xyz(start[i]) - turn.center;
        turn.angular += mass * glm::cross(r, state.predicted[i] - xyz(start[i]));
        turn.inertia += mass * (glm::dot(r, r) * glm::dmat3(1) - glm::outerProduct(r, r));
    });
    for (Turn& turn : turns) {
        const double size = turn.inertia[0][0] + turn.inertia[1][1] + turn.inertia[2][2];
        if (size > 0) { // the small multiple of I keeps a straight body's inertia invertible
            turn.spin = 0.5 * glm::inverse(turn.inertia + 1e-12 * size * glm::dmat3(1)) * turn.angular;
        }
    }
    for_each_free([&](std::size_t i, double /*mass*/, const Turn& turn, bool /*held*/) {
        // Cayley's rotation: exact, without trigonometric functions.
        const Vec3 r = xyz(start[i]) - turn.center;
        const Vec3 once = glm::cross(turn.spin, r);
        const Vec3 turned = r + 2.0 / (1 + glm::dot(turn.spin, turn.spin)) * (once + glm::cross(turn.spin, once));
        place[i] = Vec4(turn.center + turn.moved + turned, start[i].w);
    });
}

/// Starts each body at the candidate with the lowest objective: the end of the first attempt, x~, x^n + h v^n, the
/// rigid motion of turn_as_rigid(), points on the way from x^n to one of these, or x^n itself.
void VertexBlockSolver::choose_start(const Substep& substep, State& state) {
    auto& x = state.particles.position;
    const std::vector<Vec4>& start = guard_.start();
    std::vector<Vec4> best = start;
    std::vector<double> lowest;
    add_objective(substep, state, best, lowest);
    std::vector<double> value;
    std::vector<Vec4> tried = start;
    const auto try_it = [&] {
        add_objective(substep, state, tried, value);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const int body = guard_.body_of(i);
            if (x[i].w > 0 && value[index_of(body)] < lowest[index_of(body)]) {
                best[i] = tried[i];
            }
        }
        for (std::size_t b = 0; b < value.size(); ++b) {
            lowest[b] = std::min(lowest[b], value[b]);
        }
    };
    const double h = substep.scheme.h;
    turned_ = start;
    turn_as_rigid(state, turned_);
    for (int kind = 0; kind < 4; ++kind) {
        double share = 1;
        for (int k = 0; k < kStarts; ++k, share *= 0.5) {
            for (std::size_t i = 0; i < x.size(); ++i) {
                if (x[i].w > 0) {
                    const Vec3 from = xyz(start[i]);
                    const Vec3 way = kind == 0   ? xyz(guessed_[i]) - from
                                     : kind == 1 ? state.predicted[i] - from
                                     : kind == 2 ? h * state.particles.velocity[i]
                                                 : xyz(turned_[i]) - from;
                    tried[i] = Vec4(from + share * way, x[i].w);
                }
            }
            try_it();
        }
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0 && !is_kept_[index_of(guard_.body_of(i))]) {
            x[i] = best[i];
        }
    }
}

/// Objective of every body at x, times h^2, without contacts. `sum` is resized to the number of bodies.
void VertexBlockSolver::add_objective(const Substep& substep, const State& state, std::span<const Vec4> x,
                                      std::vector<double>& sum) const {
    sum.assign(index_of(guard_.body_count()), 0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            const Vec3 away = xyz(x[i]) - state.predicted[i];
            sum[index_of(guard_.body_of(i))] += 0.5 * glm::dot(away, away) / x[i].w;
        }
    }
    for_each_constraint(substep.model, [&](const auto& constraint) {
        const ObjectiveTerm& term = terms_[constraint.index];
        int body = -1;
        for (const int p : constraint.particles()) {
            body = std::max(body, guard_.body_of(index_of(p)));
        }
        if (body >= 0 && term.acts()) {
            sum[index_of(body)] += term.energy(constraint.evaluate(x).value);
        }
    });
}

/// The part of the objective that depends on particle i, without volumes.
double VertexBlockSolver::local_objective(const Substep& substep, const State& state, std::size_t i) const {
    const auto& x = state.particles.position;
    const Vec3 away = xyz(x[i]) - state.predicted[i];
    double sum = 0.5 * glm::dot(away, away) / x[i].w - glm::dot(state.contact_multiplier[i], away);
    std::size_t which = 0;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        const Incidence& incidence = incidence_[which++];
        for (int e = incidence.offset[i]; e < incidence.offset[i + 1]; ++e) {
            const auto constraint = constraint_of(array, first, index_of(incidence.entries[index_of(e)].first));
            const ObjectiveTerm& term = terms_[constraint.index];
            if (term.acts()) {
                sum += term.energy(constraint.evaluate(x).value);
            }
        }
    });
    return sum;
}

/// The step `move` of particle i, halved until it lowers the objective.
Vec3 VertexBlockSolver::shortened(const Substep& substep, State& state, std::size_t i, Vec3 move) const {
    Vec4& x = state.particles.position[i];
    const Vec4 from = x;
    const auto objective_after = [&](const Vec3& step) {
        x = from + Vec4(step, 0);
        double sum = local_objective(substep, state, i);
        for (std::size_t v = 0; v < volume_value_.size(); ++v) {
            const double change = glm::dot(step, volume_gradient(substep.model, state, v, i));
            sum += terms_[substep.model.typed_count() + v].energy(volume_value_[v] + change);
        }
        x = from;
        return sum;
    };
    const double before = objective_after(Vec3(0));
    for (int k = 0; k < kShortenings; ++k) {
        if (objective_after(move) <= before) {
            return move;
        }
        move *= 0.5;
    }
    return Vec3(0);
}

void VertexBlockSolver::restrain(State& state) {
    if (guard_.restrain(state)) {
        forget_history(state);
    }
}

} // namespace xpbd
