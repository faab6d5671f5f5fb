#pragma once

#include "window/state/document/document.h"

#include <cstdint>
#include <vector>

namespace xpbd::window {

/// The ends of a slider. Allowed values beyond them can be typed.
struct SliderEnds {
    double low = 0;
    double high = 0;
    double soft_below =
        0; ///< values below are marked, as too few iterations for the stiffness that is asked for; 0 = no mark
};
/// The ends of a slider that shows the whole range of its row.
inline SliderEnds slider_ends(const ParameterInfo& info) {
    return {info.min, info.slider_end(), 0};
}

/// @name The scale of a slider
///
/// On a logarithmic scale a slider moves the logarithm. A row with a `slider_middle` m moves log(value + s), with the s
/// for which m is in the middle: by decades too, but from an end that may be 0, and with room for the values that
/// matter. All other sliders move by equal steps.
/// @{
/// The place of a value on its slider, in [0, 1]; for a value beyond an end, the place of that end.
double slider_position(const ParameterInfo& info, const SliderEnds& ends, double value);
/// The value at a position: always between the ends (or 0, where the left end is 0), rounded to what the slider shows.
double slider_value(const ParameterInfo& info, const SliderEnds& ends, double position);
/// The value after an arrow key, up or down (`direction` is 1 or -1): the next whole number; on a logarithmic scale one
/// step of the second significant digit; else about a hundredth of the range. Stays within the range of the row.
double slider_step(const ParameterInfo& info, const SliderEnds& ends, double value, int direction);
/// @}

/// Iterations below which XPBD has not reached three quarters of the stiffness asked for: 2.5 sqrt(sigma), with
/// sigma = h^2/(alpha m), m: the lighter mass of a typical edge. An edge of compliance alpha feels the load of about
/// sqrt(sigma) edges around it, and a sweep of Gauss-Seidel carries a correction some edges far. The factor 2.5 is
/// measured, on cloth, rope and beam; a test holds it. With more iterations a long body may still be too soft.
double least_iterations(double sigma);

/// The ranges that sliders show in a scene; every other allowed value can be typed. Keeps the facts read from a model,
/// so that a large one is not read in every frame.
class SliderRanges {
public:
    /// The ends for a row of settings_parameters(). A compliance of stretch or shear shows the decades in which the own
    /// weight W stretches an edge of length l visibly: alpha from 1e-3 l/W to 3 l/W. Any other compliance shows two
    /// decades to each side of what the scene suggests. All other rows show their whole range, and so does a row of
    /// which a pane has a value beyond these ends. SliderEnds::soft_below is set for iterations and stretch compliance
    /// where `pane` is XPBD by Gauss-Seidel with BDF1: for other methods there is no rule.
    SliderEnds ends(int row, const Document& document, const Model& model, int pane);
    /// TypicalEdge::lighter_inverse_mass of a model [1/kg]; 0 = it has no edges.
    double lighter_inverse_mass(const Model& model) { return facts_of(model).inverse_mass; }

private:
    /// Facts read from a model.
    struct Facts {
        std::uint64_t identity = 0;
        double edge = 0;         ///< median rest length of its stretch constraints [m]; 0 = without such constraints
        double mass = 0;         ///< of the whole body [kg]
        double inverse_mass = 0; ///< of the lighter end of the median edge [1/kg]; 0 = without edges
    };
    static Facts read(const Model& model);
    static SliderEnds whole_or_near(int row, const Document& document, const Model& model, const Facts& facts);
    const Facts& facts_of(const Model& model);

    std::vector<Facts> facts_; ///< of the meshes that panes have, the newest last
};

} // namespace xpbd::window
