// Rest lengths that winches have changed.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <optional>

namespace xpbd {

/// Sets the rest lengths of wound distances in `model`, a copy of `scene`, to those at a time [s]. True if one changes.
bool wind(const Model& scene, double time, Model& model);

/// Power of a winch [W]: each distance's tension times the speed at which it is drawn in, over the substep `h` [s] that
/// has ended at `time` [s].
double winch_power(const Model& scene, const Winch& winch, const State& state, double time, double h);

/// A scene's model with the rest lengths at the time of a state, for measures. Copies only a model with winches.
class WoundModel {
public:
    /// `scene` must outlive the object.
    WoundModel(const Model& scene, const State& state);
    WoundModel(const WoundModel&) = delete;
    WoundModel& operator=(const WoundModel&) = delete;

    const Model& operator*() const { return copy_ ? *copy_ : scene_; }

private:
    const Model& scene_;
    std::optional<Model> copy_;
};

} // namespace xpbd
