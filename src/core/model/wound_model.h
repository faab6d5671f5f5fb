// Rest lengths that winches have changed. The changes of several winches on one distance add up.
#pragma once

#include "core/model/model.h"
#include "core/model/state.h"

#include <optional>
#include <vector>

namespace xpbd {

/// Sets the rest lengths of wound distances in `model`, a copy of `scene`, to those at a time [s]. True if one changes.
bool wind(const Model& scene, double time, Model& model);

/// Power of each winch [W]: its distances' tensions times the speed at which it draws them in, over the substep `h` [s]
/// that has ended at `time` [s].
std::vector<double> winch_powers(const Model& scene, const State& state, double time, double h);

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
