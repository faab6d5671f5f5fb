// Colours of the bodies: values, ranges and texts of the quantities that colours can show.
#pragma once

#include "lab/looks/colourings.h"
#include "lab/run/runner.h"
#include "render/colour/colour_map.h"

#include <string>
#include <string_view>
#include <vector>

namespace xpbd::picture {

using lab::Colouring;
using lab::colouring_info;
using lab::ColouringInfo;
using lab::colourings;
using lab::ColourRange;

/// The colour map of a quantity: a diverging one has 0 in its middle.
render::ColourMap colour_map(const ColouringInfo& info);

/// A colour range and its quantity.
struct ColourScale {
    const ColouringInfo* info = nullptr;
    ColourRange range;
    bool fabric = false; ///< the body is a fabric

    std::string_view unit() const { return fabric && !info->fabric_unit.empty() ? info->fabric_unit : info->unit; }
    /// Position of a value in the colour map. In [0, 1] inside the range; 0 below the range; above 1, and at most
    /// kFarAbove, in proportion to the value above the range, so that interpolation puts the border at the right place;
    /// below 0 for NaN.
    float level(double value) const;
    static constexpr double kFarAbove = 1000;
    /// The value at a position in the map, with its unit: "2.5 %", "1.2 kN/m".
    std::string text(double place) const;
    /// The labels at the ends of the colour bar: "0 %", "-5 % or less", "above 5 %".
    std::string low_text() const;
    std::string high_text() const;
    /// The distance of the isolines: "lines every 4 %", "lines by factors of 6.3".
    std::string isoline_text() const;
};

/// The pane that `pane` is compared with: `wanted` if that is another pane, else the first other pane, or `pane` itself
/// if it is the only one.
int compared_pane(const lab::Snapshot& snapshot, int pane, int wanted);

/// Values of a pane in SI units: per line of shown_lines(), or for the difference to the pane `other` per particle.
/// Magnitudes, except for signed quantities; NaN for lines without a value. Empty for Colouring::material, and for
/// forces if the pane's method has no forces.
std::vector<double> colour_values(const lab::Snapshot& snapshot, int pane, Colouring colouring, int other);

/// True if the snapshot's bodies are fabrics.
bool is_fabric(const lab::Snapshot& snapshot);
/// The reason for not showing warp and weft if the body is not a fabric.
inline constexpr std::string_view kNoFabric = "the body is no fabric: springs have neither warp nor weft";

/// The values of colour_values() as positions on a scale; `out` is resized.
void colour_levels(const lab::Snapshot& snapshot, int pane, int other, const ColourScale& scale,
                   std::vector<float>& out);

/// The range that the scene suggests: from 0 to 1, 2 or 5 times a power of ten; symmetric about 0 for a signed
/// quantity; whole decades on a logarithmic scale. It depends only on the scene and its body, so that no slider and no
/// motion changes a colour.
ColourRange suggested_range(const lab::Snapshot& snapshot, Colouring colouring);

/// The range, rounded like suggested_range(), that contains the current values of all panes except the largest 2 %.
ColourRange fitted_range(const lab::Snapshot& snapshot, Colouring colouring, int wanted_other);

} // namespace xpbd::picture
