#pragma once

#include "core/constraints/volume.h"
#include "core/methods/points.h"

namespace xpbd {

/// Calls f(constraint, C, particles, gradients) for every constraint at `x`, volumes last.
template <class F>
void for_each_constraint(const Model& model, const std::vector<Vec4>& x, F&& f) {
    for_each_batch(model, [&](const auto& batch, std::size_t first) {
        using Kernel = typename std::remove_cvref_t<decltype(batch)>::KernelType;
        for (std::size_t c = 0; c < batch.size(); ++c) {
            const auto evaluation = Kernel::template eval<double>(points_of(batch, c, x), batch.rest[c]);
            f(first + c, evaluation.value, batch.particles[c], evaluation.gradient);
        }
    });
    std::vector<Vec3> gradients;
    for (std::size_t v = 0; v < model.volumes.size(); ++v) {
        const double value = evaluate_volume(model.volumes[v], x, gradients);
        f(model.batched_count() + v, value, model.volumes[v].particles, gradients);
    }
}

} // namespace xpbd
