#pragma once

#include "core/model.h"
#include "core/state.h"

namespace xpbd {

/// Positions of constraint c's particles [m].
template <class Kernel>
Points<double, Kernel::arity> points_of(const Batch<Kernel>& batch, std::size_t c, const std::vector<Vec4>& x) {
    Points<double, Kernel::arity> points;
    for (std::size_t i = 0; i < Kernel::arity; ++i) {
        points[i] = xyz(x[index_of(batch.particles[c][i])]);
    }
    return points;
}

} // namespace xpbd
