#pragma once

#include "core/methods/cholesky/dissection.h"
#include "core/model.h"
#include "core/settings.h"

#include <cstddef>

namespace xpbd {

/// Compliance below which the method `global` takes this one [m/N].
inline constexpr double kGlobalLeastCompliance = 1e-9;

/// What the method `global` takes on a model, known without making its factor.
struct GlobalCost {
    std::size_t factor_bytes = 0;     ///< of the factor, which stays
    std::size_t peak_bytes = 0;       ///< of the factor, the matrix and what a factorisation needs besides
    double flops = 0;                 ///< of one factorisation
    double seconds_per_iteration = 0; ///< on one thread of this machine, by a small factorisation that is timed once
};

/// Whether bending is in the factor, at three to five times the price: where it is stiff (is_bending_soft), at a frame
/// of the default timestep.
bool global_holds_bending(const Model& model, const Settings& settings);

/// Takes the time of an analysis: some milliseconds for 64 x 64 particles, under a second for 256 x 256. Zero where the
/// watch stopped it.
GlobalCost global_cost(const Model& model, const Settings& settings, const AnalysisWatch& watch = {});

} // namespace xpbd
