// MGPBD: the linear system of an iteration, its solution by multigrid, and the line search.
#include "core/implicit/mgpbd/mgpbd.h"

#include "core/base/group_by.h"
#include "core/implicit/multigrid/rigid_motions.h"
#include "core/implicit/vectors.h"
#include "core/model/fold.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// The line search takes whole steps of a cloth of 1e-7 m/N with a tolerance of 1e-5; with 1e-3 it halves them to 1/64.
constexpr int kMostSteps = 300; ///< of conjugate gradients
constexpr double kTolerance = 1e-5;
constexpr double kTheta = 0.02;      ///< strength of connection below which a neighbour does not count (aggregate())
constexpr int kNearKernelSweeps = 5; ///< Gauss-Seidel sweeps on A x = 0 for the dual near kernel
constexpr int kMostHalvings = 6;     ///< of a step, in the line search

/// Shares of the largest w |grad C|^2 that are added to D. The primal matrix contains 1/D: a smaller addition would
/// drown M in rounding. It slows rigid constraints down by this share of their smallest eigenvalue only.
constexpr double kDualRegularisation = 1e-12;
constexpr double kPrimalRegularisation = 1e-9;

} // namespace

/// True if the dual system is solved, as in the paper: if it is not larger, or small enough for a factor.
bool MgpbdSolver::is_dual() const {
    return rows_.size() <= std::max(3 * free_count_, Multigrid::kCoarsest);
}

double MgpbdSolver::regularisation() const {
    return is_dual() ? kDualRegularisation : kPrimalRegularisation;
}

void MgpbdSolver::forget_patterns() {
    group_by(free_.size(), first_meets_, meeting_, [&](const auto& add) {
        for (std::size_t s = 0; s < slots_.size(); ++s) {
            add(index_of(slots_[s].particle), static_cast<int>(s));
        }
    });
    block_row_.assign(free_.size(), -1);
    particle_of_.clear();
    for (std::size_t i = 0; i < free_.size(); ++i) {
        if (free_[i]) {
            block_row_[i] = static_cast<int>(particle_of_.size());
            particle_of_.push_back(static_cast<int>(i));
        }
    }
    free_count_ = particle_of_.size();
    is_set_up_ = false;
    matrix_ = {};
    if (is_dual()) {
        make_dual_pattern();
    } else {
        make_primal_pattern();
    }
}

/// A row's neighbours are the constraints that share a free particle with it.
void MgpbdSolver::make_dual_pattern() {
    matrix_.block = 1;
    std::vector<int> columns;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
        columns.assign(1, static_cast<int>(j));
        for (const Slot& own : slots_of(j)) {
            for (const int other : slots_at(index_of(own.particle))) {
                columns.push_back(slot(other).constraint);
            }
        }
        matrix_.add_row(columns);
    }
    matrix_.set_zero();
}

/// A particle's neighbours are the free particles that share a constraint with it.
void MgpbdSolver::make_primal_pattern() {
    matrix_.block = 3;
    std::vector<int> columns;
    for (const int particle : particle_of_) {
        columns.assign(1, block_row_[index_of(particle)]);
        for (const int own : slots_at(index_of(particle))) {
            for (const Slot& other : slots_of(index_of(slot(own).constraint))) {
                columns.push_back(block_row_[index_of(other.particle)]);
            }
        }
        matrix_.add_row(columns);
    }
    matrix_.set_zero();
}

void MgpbdSolver::begin_solve(const Substep&) {
    // A single level has nothing that depends on the state.
    is_set_up_ = is_set_up_ && multigrid_.level_count() == 1;
    carried_.assign(3 * free_count_, 0.0);
}

/// J M^-1 J' + D, row by row.
void MgpbdSolver::assemble_dual(const State& state) {
    in_ranges(rows_.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            std::fill_n(matrix_.value.data() + matrix_.first[j], matrix_.first[j + 1] - matrix_.first[j], 0.0);
            *matrix_.block_at(j, static_cast<int>(j)) = rows_[j].d;
            for (const Slot& own : slots_of(j)) {
                const double w = state.particles.position[index_of(own.particle)].w;
                for (const int other : slots_at(index_of(own.particle))) {
                    *matrix_.block_at(j, slot(other).constraint) += w * glm::dot(own.gradient, slot(other).gradient);
                }
            }
        }
    });
}

/// M + J' D^-1 J, particle by particle.
void MgpbdSolver::assemble_primal(const State& state) {
    in_ranges(free_count_, [&](std::size_t begin, std::size_t end) {
        std::fill(matrix_.value.data() + 9 * matrix_.first[begin], matrix_.value.data() + 9 * matrix_.first[end], 0.0);
        for (std::size_t row = begin; row < end; ++row) {
            const std::size_t particle = index_of(particle_of_[row]);
            double* const mass = matrix_.block_at(row, static_cast<int>(row));
            mass[0] = mass[4] = mass[8] = 1 / state.particles.position[particle].w;
            for (const int own : slots_at(particle)) {
                const std::size_t j = index_of(slot(own).constraint);
                const Vec3 pull = slot(own).gradient / rows_[j].d;
                for (const Slot& other : slots_of(j)) {
                    double* const block = matrix_.block_at(row, block_row_[index_of(other.particle)]);
                    for (int c = 0; c < 3; ++c) {
                        for (int r = 0; r < 3; ++r) {
                            block[3 * c + r] += pull[r] * other.gradient[c];
                        }
                    }
                }
            }
        }
    });
}

/// What Gauss-Seidel sweeps on A x = 0 leave of a constant (L25 section 4.3).
std::vector<double> MgpbdSolver::dual_near_kernel() const {
    std::vector<double> x(rows_.size(), 1.0);
    for (int sweep = 0; sweep < kNearKernelSweeps; ++sweep) {
        for (std::size_t j = 0; j < x.size(); ++j) {
            double sum = 0;
            for (std::size_t k = matrix_.first[j]; k < matrix_.first[j + 1]; ++k) {
                sum += matrix_.value[k] * x[index_of(matrix_.column[k])];
            }
            x[j] -= sum / *matrix_.block_at(j, static_cast<int>(j));
        }
    }
    return x;
}

std::vector<double> MgpbdSolver::primal_near_kernel(const State& state) const {
    std::vector<Vec4> positions;
    for (const int particle : particle_of_) {
        positions.push_back(state.particles.position[index_of(particle)]);
    }
    return rigid_motions(positions);
}

/// Computes change_, and solution_, the move of every free particle. The aggregates are made in the first iteration
/// of a substep and then kept; the paper keeps them longer, but a step must depend on its start only.
bool MgpbdSolver::find_change(const Substep&, const State& state) {
    change_.assign(rows_.size(), 0.0);
    solution_.assign(3 * free_count_, 0.0);
    if (matrix_.size() == 0) {
        return true;
    }
    if (is_dual()) {
        assemble_dual(state);
    } else {
        assemble_primal(state);
    }
    if (!is_set_up_) {
        multigrid_.set_pattern(matrix_, kTheta);
        is_set_up_ = true;
    }
    return (is_dual() ? solve_dual(state) : solve_primal(state)) && !interrupted();
}

/// Solves the linear system. False if it is not positive definite.
bool MgpbdSolver::solve_system(const State& state, std::span<const double> right, std::vector<double>& x) {
    const Multigrid::Problem problem{
        .most = kMostSteps, .tolerance = kTolerance, .stop = [this] { return interrupted(); }};
    if (!multigrid_.refresh(matrix_, is_dual() ? dual_near_kernel() : primal_near_kernel(state), parallel_)) {
        return false;
    }
    multigrid_.solve(matrix_, right, problem, x, parallel_);
    return true;
}

/// Computes change_, and solution_ = M^-1 J' change_ by particle.
bool MgpbdSolver::solve_dual(const State& state) {
    if (!solve_system(state, right_side_, change_)) {
        return false;
    }
    in_ranges(free_count_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            const std::size_t particle = index_of(particle_of_[row]);
            Vec3 sum(0);
            for (const int own : slots_at(particle)) {
                sum += change_[index_of(slot(own).constraint)] * slot(own).gradient;
            }
            add_vec3(solution_, static_cast<int>(3 * row), state.particles.position[particle].w * sum);
        }
    });
    return all_finite(change_);
}

/// Computes solution_ and the carried residual; then change_ = D^-1 (b - J solution_).
bool MgpbdSolver::solve_primal(const State& state) {
    if (corrects_balance()) { // the primal step has already moved the particles by this leftover
        std::fill(carried_.begin(), carried_.end(), 0.0);
    }
    before_ = carried_;
    in_ranges(free_count_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            Vec3 sum(0);
            for (const int own : slots_at(index_of(particle_of_[row]))) {
                const std::size_t j = index_of(slot(own).constraint);
                sum += right_side_[j] / rows_[j].d * slot(own).gradient;
            }
            add_vec3(carried_, static_cast<int>(3 * row), sum);
        }
    });
    if (!solve_system(state, carried_, solution_)) {
        return false;
    }
    const auto left = multigrid_.residual();
    std::copy(left.begin(), left.end(), carried_.begin());
    in_ranges(rows_.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            double left_over = right_side_[j];
            for (const Slot& own : slots_of(j)) {
                left_over -= glm::dot(own.gradient, vec3_at(solution_, 3 * block_row_[index_of(own.particle)]));
            }
            change_[j] = left_over / rows_[j].d;
        }
    });
    return all_finite(change_);
}

/// The sum of the squares of C + alpha~ lambda + gamma grad C . (x - x_reference), each over the row's diagonal entry
/// of the dual matrix. Norms are left out: their multipliers change sign where a step carries them through zero.
double MgpbdSolver::dual_error(const Substep& substep, const State& state) const {
    const auto& x = state.particles.position;
    double sum = 0;
    for_each_type(substep.model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (!Type::info.is_norm) {
            std::vector<double> sums((array.size() + kRange - 1) / kRange, 0.0);
            in_ranges(array.size(), [&](std::size_t begin, std::size_t end) {
                for (std::size_t c = begin; c < end; ++c) {
                    const auto constraint = constraint_of(array, first, c);
                    const Row& row = rows_[constraint.index];
                    if (!row.moves) {
                        continue;
                    }
                    const auto evaluation = constraint.evaluate(x);
                    double error = evaluation.value + row.k.a * state.lambda[constraint.index];
                    double scale = row.d;
                    for (std::size_t i = 0; i < constraint.particles().size(); ++i) {
                        const std::size_t p = index_of(constraint.particles()[i]);
                        const Vec3& gradient = evaluation.gradient[i];
                        error += row.k.g * glm::dot(gradient, xyz(x[p]) - substep.reference[p]);
                        scale += x[p].w * glm::dot(gradient, gradient);
                    }
                    sums[begin / kRange] += error * error / scale;
                }
            });
            for (const double part : sums) {
                sum += part;
            }
        }
    });
    return sum;
}

/// The line search (L25): halves the step until the dual residual falls. Then projects the volumes.
void MgpbdSolver::move(const Substep& substep, State& state) {
    lambda_ = state.lambda;
    const double before = dual_error(substep, state);
    double share = 1;
    for (int halvings = 0;; ++halvings, share /= 2) {
        for (std::size_t j = 0; j < rows_.size(); ++j) {
            state.lambda[j] = lambda_[j] + share * change_[j];
        }
        for (std::size_t row = 0; row < free_count_; ++row) {
            const std::size_t particle = index_of(particle_of_[row]);
            state.particles.position[particle] =
                from_[particle] + Vec4(share * vec3_at(solution_, static_cast<int>(3 * row)), 0);
        }
        if (halvings == kMostHalvings || dual_error(substep, state) <= before) {
            break;
        }
    }
    for (std::size_t i = 0; i < carried_.size() && !is_dual(); ++i) {
        carried_[i] = share * carried_[i] + (1 - share) * before_[i];
    }
    project_volumes(substep, CoefficientTable(&xpbd_rule, substep), state);
}

} // namespace xpbd
