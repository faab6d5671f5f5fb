#pragma once

#include "core/model.h"
#include "core/state.h"

#include <limits>

namespace xpbd {

/// What a textile test gives; NaN where the test does not give it.
struct SpecimenReading {
    double grip_force = std::numeric_limits<double>::quiet_NaN();     ///< per width, from the multipliers [N/m]
    double far_grip_force = std::numeric_limits<double>::quiet_NaN(); ///< the same at the other grip [N/m]
    double asked_force = std::numeric_limits<double>::quiet_NaN(); ///< that the fabric's law has at this strain [N/m]
    double secant_modulus = std::numeric_limits<double>::quiet_NaN(); ///< force per width over strain [N/m]
    double contraction = std::numeric_limits<double>::quiet_NaN();    ///< across a strip, over its strain [1]
    /// Length c with c^3 = B/w, from the angle theta of the chord of a strip that hangs over by L:
    /// c = L (cos(theta/2)/(8 tan theta))^(1/3) (Peirce 1930); none below half a degree [m].
    double bending_length = std::numeric_limits<double>::quiet_NaN();
    double asked_bending_length = std::numeric_limits<double>::quiet_NaN(); ///< (B/w)^(1/3) [m]
    /// Area of the shadow beyond the support, over that of the flat cloth there [1].
    double drape_coefficient = std::numeric_limits<double>::quiet_NaN();
    double folds = std::numeric_limits<double>::quiet_NaN(); ///< number of them round a draped disc
};

/// Reads Model::specimen. `forces`: whether the method has any.
SpecimenReading read_specimen(const Model& model, const State& state, bool forces);

} // namespace xpbd
