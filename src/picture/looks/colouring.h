#pragma once

#include "lab/run/runner.h"
#include "render/colour/colour_map.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::picture {

/// Which quantity the colours of the bodies show.
enum class Colouring {
    material,
    stretch,
    strain,
    tension,
    warp_tension,
    weft_tension,
    shear_tension,
    stiffness,
    difference
};
inline constexpr std::size_t kColouringCount = 9;

/// One row of the table of colourings.
struct ColouringInfo {
    Colouring colouring;
    std::string_view key;   ///< on the command line
    std::string_view label; ///< in the window
    std::string_view title; ///< beside the colour bar
    std::string_view unit;  ///< shown
    double factor;          ///< from SI to the unit shown
    render::ColourMap map;  ///< diverging: the range is symmetric about 0
    bool logarithmic;
    bool needs_forces;                 ///< SetDetail::forces
    bool needs_fabric = false;         ///< has values on a membrane of fabric alone
    std::string_view of_fabric = {};   ///< label where the body is such a membrane; "" = the same
    std::string_view fabric_unit = {}; ///< unit there; "" = the same

    std::string_view label_for(bool fabric) const { return fabric && !of_fabric.empty() ? of_fabric : label; }
};
std::span<const ColouringInfo> colourings();
const ColouringInfo& colouring_info(Colouring colouring);

/// The values at both ends of the colour map [SI].
struct ColourRange {
    double low = 0;
    double high = 1;
    bool operator==(const ColourRange&) const = default;
};

/// A colour range and the quantity that it is of.
struct ColourScale {
    const ColouringInfo* info = nullptr;
    ColourRange range;
    bool fabric = false; ///< of a membrane of fabric

    std::string_view unit() const { return fabric && !info->fabric_unit.empty() ? info->fabric_unit : info->unit; }
    /// Place of a value in the colour map, in [0, 1]; above 1, at most kFarAbove, where it is above the range: so far
    /// that the border of what lies above is where the value is; 0 where it is below; below 0 for NaN.
    float level(double value) const;
    static constexpr double kFarAbove = 1000;
    /// The value at a place, with its unit: "2.5 %", "1.2 kN/m".
    std::string text(double place) const;
    /// What the ends of the bar mean: "0 %", "-5 % or less", "above 5 %".
    std::string low_text() const;
    std::string high_text() const;
    /// What lies between two isolines: "lines every 4 %", "lines by factors of 6.3".
    std::string isoline_text() const;
};

/// The pane whose shape another one is compared with: `wanted` where that is another pane, else the first other one;
/// the pane itself where it is alone.
int compared_pane(const lab::Snapshot& snapshot, int pane, int wanted);

/// Values of a pane, in SI: per line of shown_lines() (magnitudes, but for signed quantities; NaN where there is none),
/// or per particle for the difference to pane `other`. Empty for material, and where a pane has no forces to show.
std::vector<double> colour_values(const lab::Snapshot& snapshot, int pane, Colouring colouring, int other);

/// Whether a snapshot's bodies are membranes of fabric.
bool is_fabric(const lab::Snapshot& snapshot);
/// Why it shows nothing of warp and weft where they are not.
inline constexpr std::string_view kNoFabric = "the body is no fabric: springs have neither warp nor weft";

/// The same as places on a scale; `out` is resized.
void colour_levels(const lab::Snapshot& snapshot, int pane, int other, const ColourScale& scale,
                   std::vector<float>& out);

/// The range that the scene suggests: from zero to 1, 2 or 5 times a power of ten, as far below zero for a signed
/// quantity, whole decades on a logarithmic scale. It follows from the scene and its body alone, so that no slider and
/// no motion changes a colour.
ColourRange suggested_range(const lab::Snapshot& snapshot, Colouring colouring);

/// The range, round likewise, that fits the values which all panes have now, but for the largest few.
ColourRange fitted_range(const lab::Snapshot& snapshot, Colouring colouring, int wanted_other);

} // namespace xpbd::picture
