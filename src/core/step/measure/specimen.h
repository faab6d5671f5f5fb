#pragma once

// Results of textile tests: grip force, bending length, drape.

#include "core/model/model.h"
#include "core/model/state.h"

#include <limits>

namespace xpbd {

/// Results of a textile test; NaN if the test does not give the value.
struct SpecimenReading {
    double grip_force = std::numeric_limits<double>::quiet_NaN();     ///< force per width, from the multipliers [N/m]
    double far_grip_force = std::numeric_limits<double>::quiet_NaN(); ///< force per width at the other grip [N/m]
    double asked_force =
        std::numeric_limits<double>::quiet_NaN(); ///< force per width by the fabric's law at this strain [N/m]
    double secant_modulus = std::numeric_limits<double>::quiet_NaN(); ///< force per width over strain [N/m]
    double contraction = std::numeric_limits<double>::quiet_NaN(); ///< contraction across a strip over its strain [1]
    /// Length c with c^3 = B/w, from the angle theta of the chord of an overhanging strip of length L [m]:
    /// c = L (cos(theta/2)/(8 tan theta))^(1/3) (Peirce 1930). NaN for theta below half a degree.
    double bending_length = std::numeric_limits<double>::quiet_NaN();
    double asked_bending_length = std::numeric_limits<double>::quiet_NaN(); ///< nominal value (B/w)^(1/3) [m]
    /// Area of the shadow outside the support, over the area of the flat cloth there [1].
    double drape_coefficient = std::numeric_limits<double>::quiet_NaN();
    double folds = std::numeric_limits<double>::quiet_NaN(); ///< number of folds around a draped disc
};

/// Evaluates the test of Model::specimen. `forces`: whether the method has forces.
SpecimenReading read_specimen(const Model& model, const State& state, bool forces);

} // namespace xpbd
