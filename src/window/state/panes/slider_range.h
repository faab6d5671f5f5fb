#pragma once

#include "window/state/document.h"

#include <cstdint>

namespace xpbd::window {

/// Where a slider begins and ends; beyond, every allowed value can be typed.
struct SliderEnds {
    double low = 0;
    double high = 0;
};
/// Of a slider that shows the whole range of its row.
inline SliderEnds slider_ends(const ParameterInfo& info) {
    return {info.min, info.slider_end()};
}

/// The ranges that sliders show in a scene; every other allowed value can be typed. Keeps what it has read of a model,
/// so that a large one is not read in every frame.
class SliderRanges {
public:
    /// Of a row of settings_parameters(). A compliance of stretch or shear shows the decades in which the body's own
    /// weight W stretches an edge of length l visibly: alpha from 1e-3 l/W to 3 l/W. Any other compliance shows two
    /// decades to each side of what the scene suggests. Where a pane has a value beyond, and for all other rows, it is
    /// the whole range.
    SliderEnds ends(int row, const Document& document, const Model& model);

private:
    void read(const Model& model);

    std::uint64_t identity_ = 0; ///< of the model that was read
    double edge_ = 0;            ///< median rest length of its stretch constraints [m]; 0 = it has none
    double mass_ = 0;            ///< of the whole body [kg]
};

} // namespace xpbd::window
