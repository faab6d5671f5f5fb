// Chooses between the two systems, which are in dual.cpp and primal.cpp.
#include "core/implicit/direct/direct.h"

namespace xpbd {

/// Solves the primal system if it is smaller and accurate, else the dual system.
bool DirectSolver::find_change(const Substep& substep, const State& state) {
    return solve_primal(substep, state) || (!interrupted() && solve_dual(substep, state));
}

} // namespace xpbd
