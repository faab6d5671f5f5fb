// The iterations of primal-dual Newton: start, careful second attempts, limits of a step, multipliers.
#include "core/implicit/primal_dual/primal_dual.h"

#include "core/base/bounds.h"
#include "core/implicit/primal_dual/cost.h"
#include "core/model/fold.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace xpbd {
namespace {

constexpr double kMostTurn = 0.5;      ///< largest turn of a stiff angle per iteration [rad]
constexpr double kStiffAngle = 10;     ///< stiffness over effective mass above which a step is limited by kMostTurn
constexpr double kAddedMassGrowth = 8; ///< factor of (1 + added mass) after a failed attempt of find_careful_step()
constexpr double kStiffest =
    1e11; ///< limit of stiffness over effective mass in soften(): in the sum the masses keep five digits
constexpr double kMostAddedMass = 1e18; ///< find_careful_step() gives up above this ratio of added mass to mass
constexpr double kConverged = 1e-6;     ///< a last step shorter than this times the size of the body has converged
constexpr double kNoMove = 1e-15;       ///< a step shorter than this times the size of the body is rounding

/// sum |grad C|^2 at the start of the substep. Flat isometric bending has no gradient there; its squared weights are
/// summed instead.
template <class Constraint>
double reach_of(const Constraint& constraint, const ObjectiveTerm& term) {
    if constexpr (IsWeightedSum<typename Constraint::Type>) {
        double sum = 0;
        for (const double weight : constraint.array.rest[constraint.c]) {
            sum += weight * weight;
        }
        return sum;
    } else {
        return term.reach;
    }
}

} // namespace

int PrimalDualSolver::solve(const Substep& substep, State& state) {
    begin_energy();
    begin(substep, state, true);
    const int iterations = run(substep, state, std::max(kLeastIterations, substep.settings.iterations));
    if (!has_met_contacts()) {
        note_unfinished(Unfinished::not_converged);
    }
    push_out(substep, state);
    if (last_step_ > kConverged * box_diagonal(substep.model.rest_position) && !interrupted()) {
        judge_energy(substep, state);
    }
    return iterations;
}

int PrimalDualSolver::approach(const Substep& substep, State& state, int most) {
    begin(substep, state, false);
    const int iterations = run(substep, state, most);
    return is_finite(state) ? iterations : 0;
}

/// Runs at most `most` Newton iterations from the current positions. Returns their number.
int PrimalDualSolver::run(const Substep& substep, State& state, int most) {
    stop_rule_.begin(substep, state);
    trouble_ = Unfinished::none;
    const double no_move = kNoMove * box_diagonal(substep.model.rest_position);
    int iteration = 0;
    last_step_ = std::numeric_limits<double>::infinity();
    bool continues = true;
    while (iteration < most && continues && !interrupted()) {
        is_exact_ = iteration + 1 >= kExactFrom && pair_rows_.empty();
        assemble(substep, state);
        if (interrupted()) {
            break; // stops before a factorisation, which takes a second for a large cloth and cannot be interrupted
        }
        trouble_ = Unfinished::none;
        if (!find_step(state) && !find_careful_step(substep, state)) {
            break;
        }
        ++iteration;
        shorten_step(substep, state);
        last_step_ = largest_magnitude(step_);
        advance(substep, state);
        write_pairs();
        note_iteration(substep, state);
        continues = last_step_ > no_move && !(stop_rule_.done(substep, state) && iteration >= kLeastIterations);
    }
    if (trouble_ != Unfinished::none && !interrupted()) {
        note_unfinished(trouble_);
    }
    if (iteration == 0 && trouble_ != Unfinished::none) { // the system was never solved: keeps the inertial target,
                                                          // moved by external forces alone
        for (std::size_t i = 0; i < state.predicted.size(); ++i) {
            auto& x = state.particles.position[i];
            x = free_[i] ? Vec4(state.predicted[i], x.w) : x;
        }
    }
    return iteration;
}

/// Called when the system has no solution. First solves again without forces that are not finite; then limits
/// stiffnesses beside which the masses vanish in rounding; then adds mass to every particle until the matrix is
/// positive definite (Levenberg, 1944), which shortens the step and turns it downhill. Sets trouble_ unless the first
/// attempt succeeds without leaving out a force. False if no attempt succeeds.
bool PrimalDualSolver::find_careful_step(const Substep& substep, const State& state) {
    is_careful_ = true;
    is_exact_ = false;
    added_mass_ = 0;
    bool found = false;
    while (!found && added_mass_ < kMostAddedMass && !interrupted()) { // a factorisation cannot be interrupted
        assemble(substep, state);
        const bool is_cut = std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.is_cut; });
        if (is_cut || !all_finite(right_)) {
            trouble_ = Unfinished::not_finite;
        }
        if (!all_finite(right_)) {
            break;
        }
        found = find_step(state);
        if (!found && !soften()) {
            added_mass_ = kAddedMassGrowth * (1 + added_mass_) - 1;
        }
        if (!found) {
            trouble_ = std::max(trouble_, Unfinished::not_positive);
        }
    }
    is_careful_ = false;
    added_mass_ = 0;
    return found;
}

/// Limits every stiffness and damping to kStiffest times the effective mass. False if none was larger.
bool PrimalDualSolver::soften() {
    bool any = false;
    for (ObjectiveTerm& term : terms_) {
        const double most = kStiffest * term.effective_mass;
        if (most > 0 && std::max(term.stiffness, term.damping) > most) {
            term.stiffness = std::min(term.stiffness, most);
            term.damping = std::min(term.damping, most);
            any = true;
        }
    }
    return any;
}

/// Starts the iterations at x + h v: for a body at rest nearer to the solution than x~, which has fallen by h^2 g.
/// `from_last`: starts with the multipliers of the last substep, else with zero.
void PrimalDualSolver::begin(const Substep& substep, State& state, bool from_last) {
    auto& x = state.particles.position;
    prepare_terms(substep, state, 0, terms_);
    limit_stiffness(substep);
    free_.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        free_[i] = x[i].w > 0;
        if (free_[i]) {
            x[i] = Vec4(substep.start[i] + substep.scheme.h * state.particles.velocity[i], x[i].w);
        }
    }
    for (const int particle : contacts().stops().particles()) { // moves each to x~, because x + h v may be behind the
                                                                // obstacle that stopped the particle
        x[index_of(particle)] = Vec4(state.predicted[index_of(particle)], x[index_of(particle)].w);
    }
    const double scale = from_last ? substep.last_force_scale * substep.scheme.h_squared : 0;
    for (std::size_t c = 0; c < terms_.size(); ++c) {
        state.lambda[c] = terms_[c].acts() ? scale * substep.last_lambda[c] : 0;
    }
    prepare_matrix(substep);
    begin_contacts(substep, state, scale);
}

/// Limits stiffness and damping of every constraint by kLeastCompliance.
void PrimalDualSolver::limit_stiffness(const Substep& substep) {
    const double stiffest = substep.scheme.h_squared / kLeastCompliance;
    for_each_constraint(substep.model, [&](const auto& constraint) {
        ObjectiveTerm& term = terms_[constraint.index];
        const double half_reach = 0.5 * reach_of(constraint, term);
        if (!(half_reach > 0)) {
            term.stiffness = term.damping = 0; // without a gradient the constraint has no effect
            return;
        }
        const double limit = stiffest / half_reach;
        if (term.rigid || term.stiffness > limit) {
            term.stiffness = limit;
        }
        term.damping = std::min(term.damping, limit);
    });
}

/// Makes and analyses the graph if its inputs have changed.
void PrimalDualSolver::prepare_matrix(const Substep& substep) {
    const Model& model = substep.model;
    const Settings& settings = substep.settings;
    GraphKey key{model.identity, substep.scheme, global_uses_multigrid(model, settings), {}};
    for (std::size_t role = 0; role < kRoleCount; ++role) {
        key.materials[2 * role] = settings.*kRoleFields[role].compliance;
        key.materials[2 * role + 1] = settings.*kRoleFields[role].damping;
    }
    if (key == graph_key_) {
        return;
    }
    const bool is_same_model = graph_key_.model == key.model;
    graph_key_ = key;
    const bool bending_inside = !is_bending_soft(model, settings, substep.scheme);
    if (is_same_model && bending_inside == bending_inside_ && key.by_multigrid == by_multigrid_) {
        return;
    }
    bending_inside_ = bending_inside;
    by_multigrid_ = key.by_multigrid;
    graph_ = make_global_graph(model, bending_inside);
    const int count = static_cast<int>(model.particle_count());
    if (!matrix_.set_pattern(count, graph_.pairs, model.rest_position, {.stop = interrupt_, .progress = {}},
                             !by_multigrid_)) {
        graph_key_ = {}; // interrupted: the pattern is incomplete
    }
    if (by_multigrid_) {
        multigrid_.set_pattern(matrix_, matrix_.part_count() > 0 ? model.particle_count() : 0);
    }
    share_out(model);
    distance_of_pair_.assign(graph_.pairs.size(), -1);
    const auto& distances = model.of_type<Distance>();
    for (std::size_t c = 0; c < distances.size(); ++c) {
        if (graph_.places[c].is_inside()) {
            distance_of_pair_[graph_.places[c].pair] = static_cast<int>(c);
        }
    }
}

/// Lists for each part of the matrix the constraints that act on its rows.
void PrimalDualSolver::share_out(const Model& model) {
    parts_.assign(index_of(matrix_.part_count()), {});
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        parts_[p].number = static_cast<int>(p);
    }
    if (parts_.empty()) {
        return;
    }
    std::vector<int> touched; // parts that the constraint acts on
    const auto touch = [&](int particle) { touched.push_back(matrix_.part_of(particle)); };
    for_each_type(model, [&](const auto& array, std::size_t first) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            touched.clear();
            std::for_each(array.particles[c].begin(), array.particles[c].end(), touch);
            const GlobalGraph::Place& place = graph_.places[first + c];
            for (std::size_t i = 0; i < place.links; ++i) {
                touch(graph_.links[place.first_link + i].from);
                touch(graph_.links[place.first_link + i].to);
            }
            std::sort(touched.begin(), touched.end());
            touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
            for (const int part : touched) {
                parts_[index_of(part)].touches.push_back(
                    {static_cast<int>(first + c), touched.size() == 1 ? BlockCholesky<3>::kAllParts : part});
            }
        }
    });
}

/// Change of C along step_, to first order.
double PrimalDualSolver::rate(const auto& particles, const auto& gradients) const {
    double sum = 0;
    for (std::size_t k = 0; k < particles.size(); ++k) {
        sum += glm::dot(gradients[k], step_of(particles[k]));
    }
    return sum;
}

/// The linearisation holds near the current positions only: shortens a step that would turn a stiff angle by more than
/// kMostTurn, or move a particle by more than the size of the body. For bodies of distances only, no regular step
/// reaches these limits.
void PrimalDualSolver::shorten_step(const Substep& substep, const State& state) {
    double share = 1;
    const double size = box_diagonal(substep.model.rest_position);
    if (size > 0) {
        for (std::size_t i = 0; i < free_.size(); ++i) {
            const double length = glm::length(step_of(static_cast<int>(i)));
            share = length * share > size ? size / length : share;
        }
    }
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (Type::info.value_unit == "rad") {
            for (std::size_t c = 0; c < array.size(); ++c) {
                const ObjectiveTerm& term = terms_[first + c];
                if (term.acts() && term.curvature() > kStiffAngle * term.effective_mass) {
                    const auto constraint = constraint_of(array, first, c);
                    const double turn =
                        std::abs(rate(constraint.particles(), constraint.evaluate(state.particles.position).gradient));
                    share = turn * share > kMostTurn ? kMostTurn / turn : share;
                }
            }
        }
    });
    if (share < 1) {
        for (double& number : step_) {
            number *= share;
        }
    }
}

/// Makes the step and takes the multipliers and contact forces that the linear system predicted.
void PrimalDualSolver::advance(const Substep& substep, State& state) {
    update_contacts(substep, state);
    update_multipliers(substep, state);
    auto& x = state.particles.position;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (free_[i]) {
            x[i] += Vec4(step_of(static_cast<int>(i)), 0);
        }
    }
    // The gradient of a norm reverses where a step passes zero: multipliers of norms are computed at the new positions.
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        if constexpr (std::remove_cvref_t<decltype(array)>::Type::info.is_norm) {
            for (std::size_t c = 0; c < array.size(); ++c) {
                const ObjectiveTerm& term = terms_[first + c];
                state.lambda[first + c] =
                    term.acts() ? term.lambda(constraint_of(array, first, c).evaluate(x).value) : 0;
            }
        }
    });
}

void PrimalDualSolver::update_multipliers(const Substep& substep, State& state) {
    const auto& x = state.particles.position;
    const auto update = [&](const auto& constraint) {
        const ObjectiveTerm& term = terms_[constraint.index];
        double& lambda = state.lambda[constraint.index];
        if (!term.acts()) {
            lambda = 0;
            return;
        }
        using Type = typename std::remove_cvref_t<decltype(constraint)>::Type;
        if constexpr (IsEdge<Type>) {
            const Edge& edge = edges_[constraint.c];
            const auto& ends = constraint.particles();
            const double change = glm::dot(edge.direction, step_of(ends[1]) - step_of(ends[0]));
            lambda = term.lambda(edge.value + change);
        } else if (!constraint.info().is_norm) {
            const auto evaluation = constraint.evaluate(x);
            lambda = term.lambda(evaluation.value + rate(constraint.particles(), evaluation.gradient));
        }
    };
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        in_chunks(array.size(), [&](std::size_t c) { update(constraint_of(array, first, c)); });
    });
    for_each_volume(substep.model, update);
}

} // namespace xpbd
