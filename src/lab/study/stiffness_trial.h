#pragma once

#include "core/model.h"
#include "core/settings.h"

#include <span>
#include <string_view>

namespace xpbd::lab {

/// One way to hang the sheet.
struct StiffnessCase {
    std::string_view label;
    std::string_view method; ///< key
    Engine engine = Engine::textbook;
    int iterations = 20;
    int substeps = 1;
};

/// How the sheet hangs.
struct Hung {
    double share = 0; ///< measured over nominal stiffness: the median of T/C, times the compliance [1]
    double sag = 0;   ///< of its lower edge [m]
};

/// A flat square sheet of 1 kg and 1 m² hangs by its whole upper edge, at 1/60 s. It starts at its rest shape and is
/// damped (10 1/s) for one simulated second: then the shares of PBD and XPBD stand still to 2 %, on 128 x 128 too.
class StiffnessTrial {
public:
    explicit StiffnessTrial(int side);

    /// The ways that are compared, those that take long first.
    static std::span<const StiffnessCase> cases();

    /// Hangs the sheet. `compliance` is that of its edges and diagonals [m/N]; PBD has k = 1 instead.
    Hung hang(const StiffnessCase& what, double compliance) const;

private:
    Model model_;
};

} // namespace xpbd::lab
