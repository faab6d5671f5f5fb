#pragma once

#include "core/constraints/volume.h"
#include "core/model.h"
#include "core/state.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace xpbd {

/// Positions of constraint c's particles [m].
template <class Kernel>
Points<double, Kernel::arity> points_of(const Batch<Kernel>& batch, std::size_t c, std::span<const Vec4> x) {
    Points<double, Kernel::arity> points;
    for (std::size_t i = 0; i < Kernel::arity; ++i) {
        points[i] = xyz(x[index_of(batch.particles[c][i])]);
    }
    return points;
}

/// @name One constraint, as for_each_constraint() shows it
/// Both have the same members, so that one generic function serves every type.
/// @{

/// Of a type with a fixed number of particles.
template <class Kernel>
struct BatchedConstraint {
    using Type = Kernel;
    const Batch<Kernel>& batch;
    std::size_t c;     ///< index within the batch
    std::size_t index; ///< index in State::lambda

    static constexpr const ConstraintInfo& info() { return Kernel::info; }
    const std::array<int, Kernel::arity>& particles() const { return batch.particles[c]; }
    const Material& material() const { return batch.material[c]; }
    /// C and its gradients, one per particle. Inlined: a call would return its result through memory, which stalls the
    /// processor (failed store forwarding).
    [[gnu::always_inline]] inline Evaluation<double, Kernel::arity> evaluate(std::span<const Vec4> x) const {
        return Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]);
    }
};

/// Constraint c of a batch; `first` as in for_each_batch.
template <class Kernel>
BatchedConstraint<Kernel> constraint_of(const Batch<Kernel>& batch, std::size_t first, std::size_t c) {
    return {batch, c, first + c};
}

/// An enclosed volume: as many particles as its surface has.
struct VolumeConstraint {
    using Type = Volume;
    const Volume& volume;
    std::size_t index; ///< index in State::lambda

    struct Evaluation {
        double value;               ///< C [m^3]
        std::vector<Vec3> gradient; ///< [m^2]
    };
    static constexpr const ConstraintInfo& info() { return kVolumeInfo; }
    const std::vector<int>& particles() const { return volume.particles; }
    const Material& material() const { return volume.material; }
    Evaluation evaluate(std::span<const Vec4> x) const {
        Evaluation result;
        result.value = evaluate_volume(volume, x, result.gradient);
        return result;
    }
};
/// @}

/// Calls f(constraint) for every enclosed volume, in order.
template <class F>
void for_each_volume(const Model& model, F&& f) {
    const std::size_t first = model.batched_count();
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        f(VolumeConstraint{model.volumes[v], first + v});
    }
}

/// Calls f(constraint) for every constraint of a finalised model, in model order: that of State::lambda.
template <class F>
void for_each_constraint(const Model& model, F&& f) {
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        for (std::size_t c = 0; c < batch.size(); ++c) {
            f(constraint_of(batch, first, c));
        }
    });
    for_each_volume(model, f);
}

} // namespace xpbd
