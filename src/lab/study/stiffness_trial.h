// How much of its nominal stiffness a hanging sheet reaches.
#pragma once

#include "core/model/model.h"
#include "core/model/settings.h"

#include <span>
#include <string_view>

namespace xpbd::lab {

/// A way to simulate the sheet.
struct StiffnessCase {
    std::string_view label;
    std::string_view method; ///< key
    Engine engine = Engine::textbook;
    int iterations = 20;
    int substeps = 1;
    PrimalResidual primal_residual = PrimalResidual::dropped;
    LinearSolver linear_solver = LinearSolver::automatic;
    int largest = 128; ///< side of the largest sheet that it settles within a minute
};

/// The result of a run.
struct Hung {
    /// Measured over nominal stiffness: the median of T/C, times the compliance [1]. NaN if forces and positions are
    /// too far apart (Measure::out_of_balance), or, with a kept primal residual, if the method has not converged.
    double share = 0;
    double sag = 0; ///< sag of the lower edge [m]
};

/// A flat square sheet of 1 kg and 1 m² that hangs by its whole upper edge, at 1/60 s. It starts at its rest shape and
/// is damped (10 1/s) for one simulated second; then the stiffness shares of PBD and XPBD change by less than 2 %, even
/// for 128 x 128.
class StiffnessTrial {
public:
    explicit StiffnessTrial(int side);

    /// The ways that are compared, the slowest first.
    static std::span<const StiffnessCase> cases();

    /// Simulates the sheet. `compliance` applies to its edges and diagonals [m/N]; PBD uses k = 1 instead.
    Hung hang(const StiffnessCase& what, double compliance) const;

private:
    Model model_;
};

} // namespace xpbd::lab
