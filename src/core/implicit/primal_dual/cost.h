#pragma once

// Memory and time of the primal-dual method, predicted before a scene is built.

#include "core/implicit/cholesky/dissection.h"
#include "core/model/model.h"
#include "core/model/settings.h"

#include <cstddef>

namespace xpbd {

/// Lower limit of a distance's compliance in the method `global` [m/N].
inline constexpr double kGlobalLeastCompliance = 1e-9;

/// Surfaces with more particles take longer by a factor than by multigrid.
inline constexpr std::size_t kFactorParticles = 100000;

/// Memory and time of the primal-dual method on a model, predicted without factorising.
struct GlobalCost {
    std::size_t factor_bytes = 0;     ///< the factor, kept between iterations
    std::size_t peak_bytes = 0;       ///< the factor, the matrix, and the scratch memory of a factorisation
    double flops = 0;                 ///< one factorisation
    double seconds_per_iteration = 0; ///< on one thread; extrapolated from a small factorisation, timed once
};

/// True if bending is part of the factor, which makes it three to five times as expensive: if bending is stiff (not
/// is_bending_soft()) at the default timestep.
bool global_holds_bending(const Model& model, const Settings& settings);

/// True if the linear systems are solved by multigrid, not by a factor: if Settings::linear_solver is `multigrid`, or
/// `automatic` and the body is a surface with more than kFactorParticles particles. Never for a body of so few
/// coordinates that multigrid would have a single level, which is a factor. The choice depends on no measured time: it
/// is the same on every machine.
bool global_uses_multigrid(const Model& model, const Settings& settings);

/// Predicts the cost. Takes as long as a symbolic analysis: some milliseconds for 64 x 64 particles, under a second for
/// 256 x 256. Returns zeros if the watch stops it.
GlobalCost global_cost(const Model& model, const Settings& settings, const AnalysisWatch& watch = {});

} // namespace xpbd
