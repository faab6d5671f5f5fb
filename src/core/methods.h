#pragma once

// The table of solvers, one for each row of methods().

#include "core/model/method_traits.h"
#include "core/step/solver.h"

#include <memory>

namespace xpbd {

/// The solver for settings.method and settings.engine.
std::unique_ptr<Solver> make_solver(const Settings& settings);

} // namespace xpbd
