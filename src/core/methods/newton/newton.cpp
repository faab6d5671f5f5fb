#include "core/methods/newton/newton.h"

#include "core/constraints/hessian.h"
#include "core/methods/points.h"
#include "core/volume.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpbd {
namespace {

constexpr double kRelativeGradient = 1e-10;
constexpr int kMaxNewton = 100;  ///< iterations of one minimisation
constexpr int kMaxPasses = 40;   ///< passes of the augmented Lagrangian
constexpr double kPenalty = 1e4; ///< first penalty, over the effective mass
constexpr double kPenaltyGrowth = 100;
constexpr double kMaxPenalty = 1e12;   ///< over the effective mass; a constraint still violated then cannot be met
constexpr double kPassReduction = 0.1; ///< a pass that does not lower the violation to this share stiffens the penalty
constexpr double kRelativeViolation = 1e-11; ///< over the size of the body

/// Nearest positive semidefinite matrix.
template <class Matrix>
Matrix projected_positive(const Matrix& matrix) {
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() * solver.eigenvectors().transpose();
}

double body_size(const Model& model) {
    Vec3 low(model.rest_position.front());
    Vec3 high(low);
    for (const Vec3& x : model.rest_position) {
        low = glm::min(low, x);
        high = glm::max(high, x);
    }
    return std::max(glm::length(high - low), 1e-3);
}

} // namespace

int NewtonSolver::solve(const Substep& substep, State& state) {
    begin(substep, state);
    int iterations = 0;
    for (int pass = 0; pass < kMaxPasses && !interrupted(); ++pass) {
        iterations += minimise(substep, state);
        if (!tighten(substep, state)) {
            break;
        }
    }
    write_lambda(substep.model, terms_, state);
    if (substep.model.self_distance > 0) {
        contacts().project(substep.model, state);
    }
    return iterations;
}

void NewtonSolver::begin(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    prepare_terms(substep, state, kPenalty, terms_);
    unknown_.assign(x.size(), -1);
    int next = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].w > 0) {
            unknown_[i] = next;
            next += 3;
        }
    }
    gradient_.resize(next);
    violation_.assign(terms_.size(), std::numeric_limits<double>::infinity());
    contacts_.assign(model.colliders.size() * x.size(), Contact{});
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            contact->penalty = x[i].w > 0 ? kPenalty / x[i].w : 0;
            contact->direction = gap_to(collider.shape, substep.start[i]).normal;
        }
    }
}

/// Movement along the surface since the start of the substep.
Vec3 NewtonSolver::slip_of(const Contact& contact, const Substep& substep, const Vec3& x, std::size_t i) const {
    const Vec3 moved = x - substep.start[i];
    return moved - glm::dot(moved, contact.direction) * contact.direction;
}

double NewtonSolver::energy(const Substep& substep, const State& state, const std::vector<Vec4>& x) const {
    const Model& model = substep.model;
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            const Vec3 away = xyz(x[i]) - state.predicted[i];
            sum += 0.5 * glm::dot(away, away) / x[i].w;
        }
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const Term& term = terms_[first + c];
            if (term.acts()) {
                sum += term.energy(Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]).value);
            }
        }
    });
    std::vector<Vec3> unused;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        sum += terms_[model.batched_count() + v].energy(evaluate_volume(model.volumes[v], x, unused));
    }
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const double gap = gap_to(collider.shape, xyz(x[i])).distance - model.contact_distance;
            const double normal = std::max(0.0, contact->normal - contact->penalty * gap);
            sum += 0.5 * normal * normal / contact->penalty;
            if (contact->limit > 0) {
                const double pull =
                    glm::length(contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i));
                sum += (pull <= contact->limit ? 0.5 * pull * pull : contact->limit * (pull - 0.5 * contact->limit)) /
                       contact->penalty;
            }
        }
    }
    return sum;
}

/// Fills gradient_ and scale_; returns the gradient's norm.
double NewtonSolver::gradient(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    std::vector<Vec3> sum(x.size(), Vec3(0));
    std::vector<Vec3> force(x.size(), Vec3(0));
    double inertia = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            sum[i] = (xyz(x[i]) - state.predicted[i]) / x[i].w;
            inertia += glm::dot(sum[i], sum[i]);
        }
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const Term& term = terms_[first + c];
            if (!term.acts()) {
                continue;
            }
            const auto evaluation = Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]);
            const double lambda = term.lambda(evaluation.value);
            for (std::size_t i = 0; i < Kernel::arity; ++i) {
                force[index_of(batch.particles[c][i])] += lambda * evaluation.gradient[i];
            }
        }
    });
    std::vector<Vec3> volume_gradient;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const double value = evaluate_volume(model.volumes[v], x, volume_gradient);
        const double lambda = terms_[model.batched_count() + v].lambda(value);
        for (std::size_t i = 0; i < volume_gradient.size(); ++i) {
            force[index_of(model.volumes[v].particles[i])] += lambda * volume_gradient[i];
        }
    }
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double normal =
                std::max(0.0, contact->normal - contact->penalty * (gap.distance - model.contact_distance));
            force[i] += normal * gap.normal;
            if (contact->limit > 0) {
                const Vec3 pull = contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i);
                const double size = glm::length(pull);
                force[i] += size > contact->limit ? pull * (contact->limit / size) : pull;
            }
        }
    }
    double forces = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (unknown_[i] >= 0) {
            forces += glm::dot(force[i], force[i]);
            const Vec3 g = sum[i] - force[i];
            gradient_.segment<3>(unknown_[i]) = Eigen::Vector3d(g.x, g.y, g.z);
        }
    }
    scale_ = std::sqrt(inertia) + std::sqrt(forces);
    return gradient_.norm();
}

/// The Hessian of the objective; `projected`: each constraint's block made positive, so that the whole is.
void NewtonSolver::assemble(const Substep& substep, const State& state, bool projected) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](int row, int column, double value) {
        if (row >= column) {
            entries.emplace_back(row, column, value);
        }
    };
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int axis = 0; unknown_[i] >= 0 && axis < 3; ++axis) {
            add(unknown_[i] + axis, unknown_[i] + axis, 1 / x[i].w);
        }
    }
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        constexpr int size = static_cast<int>(SecondOrder<Kernel>::size);
        using Block = Eigen::Matrix<double, size, size, Eigen::RowMajor>;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const Term& term = terms_[first + c];
            if (!term.acts()) {
                continue;
            }
            const auto second = second_order<Kernel>(points_of(batch, c, x), batch.rest[c]);
            Eigen::Matrix<double, size, 1> g;
            for (int k = 0; k < size; ++k) {
                g[k] = second.first.gradient[static_cast<std::size_t>(k / 3)][k % 3];
            }
            Block block = term.curvature() * g * g.transpose() -
                          term.lambda(second.first.value) * Eigen::Map<const Block>(second.hessian.front().data());
            block = 0.5 * (block + block.transpose()).eval();
            if (projected) {
                block = projected_positive(block);
            }
            for (int k = 0; k < size; ++k) {
                for (int l = 0; l < size; ++l) {
                    const int row = unknown_[index_of(batch.particles[c][static_cast<std::size_t>(k / 3)])];
                    const int column = unknown_[index_of(batch.particles[c][static_cast<std::size_t>(l / 3)])];
                    if (row >= 0 && column >= 0) {
                        add(row + k % 3, column + l % 3, block(k, l));
                    }
                }
            }
        }
    });
    volume_gradient_.clear();
    std::vector<Vec3> volume_gradient;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const Volume& volume = model.volumes[v];
        const Term& term = terms_[model.batched_count() + v];
        const double value = evaluate_volume(volume, x, volume_gradient);
        // The rank-one part couples every particle with every other: it stays out of the sparse matrix.
        Eigen::VectorXd dense = Eigen::VectorXd::Zero(gradient_.size());
        for (std::size_t i = 0; i < volume_gradient.size(); ++i) {
            const int at = unknown_[index_of(volume.particles[i])];
            if (at >= 0) {
                dense.segment<3>(at) =
                    std::sqrt(term.curvature()) *
                    Eigen::Vector3d(volume_gradient[i].x, volume_gradient[i].y, volume_gradient[i].z);
            }
        }
        volume_gradient_.push_back(dense);
        if (projected) {
            continue; // what is left of the volume's Hessian is indefinite
        }
        // d2V/dx_a dx_b v = 1/6 v x x_c for every triangle (a, b, c), cyclically.
        const double lambda = term.lambda(value);
        for (const auto& triangle : volume.triangles) {
            for (std::size_t k = 0; k < 3; ++k) {
                const int a = unknown_[index_of(triangle[k])];
                const int b = unknown_[index_of(triangle[(k + 1) % 3])];
                const Vec3 c = xyz(x[index_of(triangle[(k + 2) % 3])]) * (-lambda / 6);
                if (a < 0 || b < 0) {
                    continue;
                }
                const double cross[3][3] = {{0, c.z, -c.y}, {-c.z, 0, c.x}, {c.y, -c.x, 0}}; // v -> v x c
                for (int row = 0; row < 3; ++row) {
                    for (int column = 0; column < 3; ++column) {
                        if (a > b) {
                            add(a + row, b + column, cross[row][column]);
                        } else {
                            add(b + column, a + row, cross[row][column]);
                        }
                    }
                }
            }
        }
    }
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            Eigen::Matrix3d block = Eigen::Matrix3d::Zero();
            const Eigen::Vector3d n(gap.normal.x, gap.normal.y, gap.normal.z);
            if (contact->normal - contact->penalty * (gap.distance - model.contact_distance) > 0) {
                block += contact->penalty * n * n.transpose();
            }
            if (contact->limit > 0) {
                const Vec3 pull = contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i);
                const double size = glm::length(pull);
                const Eigen::Vector3d d(contact->direction.x, contact->direction.y, contact->direction.z);
                Eigen::Matrix3d along = Eigen::Matrix3d::Identity() - d * d.transpose();
                double share = 1;
                if (size > contact->limit) {
                    const Eigen::Vector3d p(pull.x / size, pull.y / size, pull.z / size);
                    along -= p * p.transpose();
                    share = contact->limit / size;
                }
                block += share * contact->penalty * along;
            }
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column <= row; ++column) {
                    add(unknown_[i] + row, unknown_[i] + column, block(row, column));
                }
            }
        }
    }
    hessian_.resize(gradient_.size(), gradient_.size());
    hessian_.setFromTriplets(entries.begin(), entries.end());
}

/// Solves with the factor of the sparse part and the volumes' rank-one parts (Woodbury).
Eigen::VectorXd NewtonSolver::newton_direction() {
    Eigen::VectorXd direction = factor_.solve(-gradient_);
    const auto count = static_cast<Eigen::Index>(volume_gradient_.size());
    if (count == 0) {
        return direction;
    }
    Eigen::MatrixXd u(gradient_.size(), count);
    for (Eigen::Index v = 0; v < count; ++v) {
        u.col(v) = volume_gradient_[static_cast<std::size_t>(v)];
    }
    const Eigen::MatrixXd solved = factor_.solve(u);
    const Eigen::MatrixXd small = Eigen::MatrixXd::Identity(count, count) + u.transpose() * solved;
    return direction - solved * small.ldlt().solve(u.transpose() * direction);
}

/// One Newton step with line search; false where no step lowers the objective any more.
bool NewtonSolver::descend(const Substep& substep, State& state) {
    auto& x = state.particles.position;
    Eigen::VectorXd direction;
    for (const bool projected : {false, true}) {
        assemble(substep, state, projected);
        if (interrupted()) {
            return false; // a factorisation of a cloth takes long, and cannot be cut short
        }
        factor_.compute(hessian_);
        if (factor_.info() == Eigen::Success && (projected || factor_.vectorD().minCoeff() > 0)) {
            direction = newton_direction();
            if (direction.allFinite() && direction.dot(gradient_) < 0) {
                break;
            }
        }
        if (projected) {
            return false;
        }
    }
    const double slope = direction.dot(gradient_);
    const double before = energy(substep, state, x);
    const std::vector<Vec4> from = x;
    for (double share = 1; share > 1e-12 && !interrupted(); share /= 2) {
        double largest = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (unknown_[i] >= 0) {
                const Eigen::Vector3d d = share * direction.segment<3>(unknown_[i]);
                x[i] = from[i] + Vec4(d.x(), d.y(), d.z(), 0);
                largest = std::max(largest, d.norm() / (1 + glm::length(xyz(x[i]))));
            }
        }
        // Where the promised gain drowns in rounding, Newton's own step is the best that is known.
        const double rounding = 1e-14 * std::abs(before);
        if (energy(substep, state, x) <= before + 1e-4 * share * slope + rounding) {
            return largest > 1e-16;
        }
    }
    x = from;
    return false;
}

int NewtonSolver::minimise(const Substep& substep, State& state) {
    int iteration = 0;
    while (iteration < kMaxNewton && gradient_.size() > 0 && !interrupted()) {
        if (gradient(substep, state) <= kRelativeGradient * scale_) {
            break;
        }
        ++iteration;
        const bool lower = descend(substep, state);
        if (tracing()) {
            write_lambda(substep.model, terms_, state);
            note_iteration(substep, state);
        }
        if (!lower) {
            break;
        }
    }
    return iteration;
}

/// Moves the multipliers of rigid constraints and contacts to the forces just found, and stiffens what is still too far
/// off. False where nothing is off any more.
bool NewtonSolver::tighten(const Substep& substep, const State& state) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
    const double tolerance = kRelativeViolation * body_size(model);
    bool off = false;
    const auto update = [&](std::size_t at, double value) {
        Term& term = terms_[at];
        if (!term.rigid || !term.acts()) {
            return;
        }
        const double error = std::abs(value);
        if (error <= tolerance || error < violation_[at] || term.stiffness < kMaxPenalty * term.effective_mass) {
            term.multiplier = term.lambda(value);
        } else {
            return; // constraints that contradict each other: more force would only tear the body apart
        }
        if (error > tolerance) {
            off = true;
            if (error > kPassReduction * violation_[at]) {
                term.stiffness = std::min(kPenaltyGrowth * term.stiffness, kMaxPenalty * term.effective_mass);
            }
        }
        violation_[at] = std::abs(value);
    };
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            update(first + c, Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]).value);
        }
    });
    std::vector<Vec3> unused;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        update(model.batched_count() + v, evaluate_volume(model.volumes[v], x, unused));
    }
    auto contact = contacts_.begin();
    for (const Collider& collider : model.colliders) {
        for (std::size_t i = 0; i < x.size(); ++i, ++contact) {
            if (unknown_[i] < 0) {
                continue;
            }
            const Gap gap = gap_to(collider.shape, xyz(x[i]));
            const double violation = gap.distance - model.contact_distance;
            contact->normal = std::max(0.0, contact->normal - contact->penalty * violation);
            off = off || (contact->normal > 0 && std::abs(violation) > tolerance);
            const double limit = collider.friction * contact->normal;
            if (limit > 0 || contact->limit > 0) {
                const Vec3 pull = contact->tangent - contact->penalty * slip_of(*contact, substep, xyz(x[i]), i);
                const double size = glm::length(pull);
                const Vec3 held = size > limit ? pull * (limit / size) : pull;
                off = off || glm::length(held - contact->tangent) > 1e-9 * (limit + contact->limit) ||
                      std::abs(limit - contact->limit) > 1e-9 * limit;
                contact->tangent = held;
                contact->limit = limit;
                contact->direction = gap.normal;
            }
            if (contact->normal > 0 && std::abs(violation) > tolerance) {
                contact->penalty *= std::abs(violation) > kPassReduction * contact->violation ? kPenaltyGrowth : 1;
            }
            contact->violation = std::abs(violation);
        }
    }
    return off;
}

int NewtonSolver::finish_contacts(const Substep& substep, State& state) {
    int total = contacts().finish(substep.model, state);
    const std::size_t count = state.particles.position.size();
    const std::vector<Vec3> carried = unbalanced(substep.model, state);
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
        if (contacts_[c].normal > 0) {
            state.contact_multiplier[c % count] = carried[c % count];
            ++total;
        }
    }
    return total;
}

} // namespace xpbd
