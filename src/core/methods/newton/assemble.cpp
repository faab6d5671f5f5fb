// The objective's Hessian.
#include "core/methods/newton/newton.h"

#include "core/methods/newton/hessian_block.h"
#include "core/methods/points.h"
#include "core/volume.h"

#include <algorithm>
#include <cmath>

namespace xpbd {

/// The Hessian of the objective; `projected`: each constraint's block made positive, so that the whole is.
void NewtonSolver::assemble(const Substep& substep, const State& state, bool projected) {
    const auto& x = state.particles.position;
    Entries entries;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int axis = 0; unknown_[i] >= 0 && axis < 3; ++axis) {
            entries.emplace_back(unknown_[i] + axis, unknown_[i] + axis, 1 / x[i].w);
        }
    }
    add_constraints(substep, state, projected, entries);
    add_volumes(substep, state, projected, entries);
    add_contacts(substep, state, entries);
    hessian_.resize(gradient_.size(), gradient_.size());
    hessian_.setFromTriplets(entries.begin(), entries.end());
}

void NewtonSolver::add_constraints(const Substep& substep, const State& state, bool projected, Entries& entries) const {
    for_each_batch(substep.model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        const auto& hessian = std::get<HessianBlock<Kernel>>(kHessianBlocks);
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const Term& term = terms_[first + c];
            if (!term.acts()) {
                continue;
            }
            const auto block =
                hessian.at(points_of(batch, c, state.particles.position), batch.rest[c], term, projected);
            for (int k = 0; k < hessian.size; ++k) {
                for (int l = 0; l < hessian.size; ++l) {
                    const int a = unknown_[index_of(batch.particles[c][static_cast<std::size_t>(k / 3)])];
                    const int b = unknown_[index_of(batch.particles[c][static_cast<std::size_t>(l / 3)])];
                    if (a >= 0 && b >= 0 && a + k % 3 >= b + l % 3) {
                        entries.emplace_back(a + k % 3, b + l % 3, block(k, l));
                    }
                }
            }
        }
    });
}

void NewtonSolver::add_volumes(const Substep& substep, const State& state, bool projected, Entries& entries) {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
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
                        entries.emplace_back(a > b ? a + row : b + column, a > b ? b + column : a + row,
                                             cross[row][column]);
                    }
                }
            }
        }
    }
}

void NewtonSolver::add_contacts(const Substep& substep, const State& state, Entries& entries) const {
    const Model& model = substep.model;
    const auto& x = state.particles.position;
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
                    entries.emplace_back(unknown_[i] + row, unknown_[i] + column, block(row, column));
                }
            }
        }
    }
}

} // namespace xpbd
