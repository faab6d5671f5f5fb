// Contacts of the body with itself: rows like those of colliders, but between two particles.
#include "core/implicit/primal_dual/primal_dual.h"

#include <algorithm>

namespace xpbd {
namespace {

/// Ratio of the penalty to the effective mass [1]. Moderate, because the other particle gives way. A stiffer penalty
/// does not improve accuracy, since multipliers carry the forces, and active sets then alternate without end.
constexpr double kPairPenalty = 1e2;
constexpr double kPairHold = 10;  ///< ratio for friction [1]; lower, because all of a bending cloth slides along itself
constexpr double kTouches = 1e-2; ///< gap of a pair in contact, at most, as a share of its distance

} // namespace

/// True if an edge already keeps the two particles as far apart, and is at least as stiff as the row would be. In a
/// thick body most edges do. Two rows for one distance would be redundant: their multipliers are undetermined, and
/// active sets alternate without end.
bool PrimalDualSolver::is_held(const Model& model, const PairRow& row) const {
    const int c = row.place == GlobalGraph::kNoLink ? -1 : distance_of_pair_[row.place];
    if (c < 0) {
        return false;
    }
    const ObjectiveTerm& term = terms_[index_of(c)];
    return term.acts() && term.stiffness >= row.penalty &&
           rest_length(model.of_type<Distance>(), index_of(c)) >= (1 - kDeep) * row.distance;
}

/// Sets the first force of a pair. `carried`: forces of the last substep that colliders and earlier pairs do not
/// explain. The larger of the forces on the two particles is used: the force on a particle in a stack is only its own
/// weight, while its contact also carries the particles above it.
void PrimalDualSolver::start_from_carried(PairRow& row, const Vec3& apart, double friction,
                                          std::vector<Vec3>& carried) const {
    Vec3& on_a = carried[index_of(row.a)];
    Vec3& on_b = carried[index_of(row.b)];
    const Vec3 n = direction_of_pair(apart, apart);
    const double normal = std::max({0.0, glm::dot(on_b, n), -glm::dot(on_a, n)});
    row.start_from(normal, 0.5 * along_surface(on_b - on_a, n), friction);
    const Vec3 force = normal * n + row.tangent;
    on_a += force;
    on_b -= force;
}

/// Makes the rows of pairs, once per substep.
void PrimalDualSolver::begin_pairs(const Substep& substep, const State& state, std::vector<Vec3>& carried) {
    const auto& x = state.particles.position;
    const auto pairs = contacts().self_pairs();
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const SelfCollision::Pair& pair = pairs[p];
        if (pair.a < 0) {
            continue;
        }
        const std::size_t a = index_of(pair.a);
        const std::size_t b = index_of(pair.b);
        const double weight = x[a].w + x[b].w;
        if (!(weight > 0)) {
            continue;
        }
        PairRow row;
        row.pair = p;
        row.a = pair.a;
        row.b = pair.b;
        row.distance = pair.distance;
        row.place = graph_.find_pair(pair.a, pair.b);
        row.mass = 1 / weight;
        row.penalty = kPairPenalty * row.mass;
        row.hold = kPairHold * row.mass;
        if (is_held(substep.model, row)) {
            continue;
        }
        const Vec3 apart = substep.start[b] - substep.start[a];
        const double falls_to = glm::length(state.predicted[b] - state.predicted[a]) - row.distance;
        row.is_pressed = falls_to <= 0;
        if (glm::length(apart) <= (1 + kTouches) * row.distance) {
            start_from_carried(row, apart, substep.model.self_friction, carried);
            row.is_pressed = row.normal >= row.mass * falls_to;
        }
        pair_rows_.push_back(row);
    }
}
void PrimalDualSolver::add_pairs(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    outer_pairs_.clear();
    for (PairRow& row : pair_rows_) {
        const std::size_t a = index_of(row.a);
        const std::size_t b = index_of(row.b);
        const Vec3 apart = xyz(x[b]) - xyz(x[a]);
        const Vec3 before = substep.start[b] - substep.start[a];
        const double error = glm::length(apart) - row.distance;
        row.towards = direction_of_pair(apart, before);
        row.act(error, along_surface(apart - before, row.towards));
        if (!row.is_pressed) {
            continue;
        }
        const Vec3 force = row.force(error, row.towards);
        add_force(row.a, -force);
        add_force(row.b, force);
        if (row.place == GlobalGraph::kNoLink) {
            outer_pairs_.push_back(static_cast<std::size_t>(&row - pair_rows_.data()));
            continue;
        }
        for (const int end : {row.a, row.b}) {
            if (is_free(end)) {
                row.add_to(matrix_.diagonal(end), row.towards, 1);
            }
        }
        if (is_free(row.a) && is_free(row.b)) {
            row.add_to(matrix_.symmetric_pair(row.place), row.towards, -1);
        }
    }
}

void PrimalDualSolver::update_pairs(const Substep& substep, const State& state) {
    const auto& x = state.particles.position;
    for (PairRow& row : pair_rows_) {
        const std::size_t a = index_of(row.a);
        const std::size_t b = index_of(row.b);
        const Vec3 apart = xyz(x[b]) - xyz(x[a]);
        const Vec3 step = step_of(row.b) - step_of(row.a);
        const double error = glm::length(apart) - row.distance + glm::dot(row.towards, step);
        const Vec3 slipped = along_surface(step, row.towards);
        const Vec3 slip = along_surface(apart - (substep.start[b] - substep.start[a]), row.towards) + slipped;
        row.update(error, slip, slipped, substep.model.self_friction);
    }
}

/// Adds the stiffness matrix of the pressed pairs that have no block in the factor, times `from`, to `to`.
void PrimalDualSolver::add_outer_pairs(std::span<const double> from, std::span<double> to) const {
    const auto at = [&](int particle) { return is_free(particle) ? vec3_at(from, 3 * particle) : Vec3(0); };
    const auto add = [&](int particle, const Vec3& v) {
        if (is_free(particle)) {
            add_vec3(to, 3 * particle, v);
        }
    };
    for (const std::size_t p : outer_pairs_) {
        const PairRow& row = pair_rows_[p];
        const Vec3 force = row.stiffness_times(at(row.b) - at(row.a), row.towards);
        add(row.a, -force);
        add(row.b, force);
    }
}

void PrimalDualSolver::write_pairs() {
    const auto pairs = contacts().self_pairs();
    for (const PairRow& row : pair_rows_) {
        pairs[row.pair].normal = row.normal;
        pairs[row.pair].tangent = row.tangent;
    }
}

/// Separates pairs that are too deep in each other, as push_out() does for colliders.
void PrimalDualSolver::push_apart(const Substep& substep, State& state) const {
    auto& x = state.particles.position;
    for (const PairRow& row : pair_rows_) {
        Vec4& a = x[index_of(row.a)];
        Vec4& b = x[index_of(row.b)];
        const Vec3 apart = xyz(b) - xyz(a);
        const double error = glm::length(apart) - row.distance;
        if (error < -kDeep * row.distance) {
            const Vec3 before = substep.start[index_of(row.b)] - substep.start[index_of(row.a)];
            const Vec3 push = error / (a.w + b.w) * direction_of_pair(apart, before);
            a += Vec4(a.w * push, 0);
            b -= Vec4(b.w * push, 0);
        }
    }
}

} // namespace xpbd
