// Forces and powers of what holds or drives a body: colliders, pins (particles fixed in the model) and winches.
#pragma once

#include "core/model/model.h"
#include "core/model/settings.h"
#include "core/model/state.h"

#include <string>
#include <string_view>
#include <vector>

namespace xpbd {

/// The sums over a model, for the substep that ended at the state.
struct Supports {
    Load colliders;
    Load pins;              ///< all particles fixed in the model; the power is without that of long range attachments
    double winch_power = 0; ///< [W]

    /// Power of everything that is driven [W].
    double power() const { return colliders.power + pins.power + winch_power; }
};

/// `model`: with the rest lengths of the substep's end, `time` [s]; `scene`: with those of t = 0; `h`: substep [s].
Supports measure_supports(const Model& scene, const Model& model, const State& state, double time, double h);

/// One collider, drive or winch, or the fixed particles that no drive moves.
struct SupportReading {
    enum class Kind { collider, drive, winch, pins };
    Kind kind = Kind::pins;
    int index = 0;    ///< in Model::colliders, drives or winches; 0 for the pins
    std::string name; ///< of a drive or a winch; else empty
    Load load;        ///< without long range attachments. A winch pulls both ends of its rope alike: no force
};

/// "collider", "drive", "winch" or "pins".
std::string_view name_of(SupportReading::Kind kind);

/// Every collider, then every drive with all its colliders and particles, every winch, and the pins at rest, if any.
/// Empty before the first step, and if the settings have no forces (no_forces_reason()). `dt`: frame timestep [s].
std::vector<SupportReading> read_supports(const Model& scene, const State& state, const Settings& settings, double dt);

} // namespace xpbd
