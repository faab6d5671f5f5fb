// The table of quantities that a body's colours can show.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace xpbd::lab {

/// The quantity that a body's colours show.
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
    std::string_view key;              ///< name in sessions and on the command line
    std::string_view label;            ///< name in the window
    std::string_view title = "";       ///< text beside the colour bar
    std::string_view unit = "";        ///< the unit shown
    double factor = 1;                 ///< from SI units to the unit shown
    bool is_signed = false;            ///< the colour range is symmetric about 0
    bool logarithmic = false;          ///< the colour range is above 0
    bool needs_forces = false;         ///< has values only with SetDetail::forces
    bool needs_fabric = false;         ///< has values only on a fabric
    std::string_view of_fabric = "";   ///< the label if the body is a fabric; "" = `label`
    std::string_view fabric_unit = ""; ///< the unit if the body is a fabric; "" = `unit`

    std::string_view label_for(bool fabric) const { return fabric && !of_fabric.empty() ? of_fabric : label; }
};
std::span<const ColouringInfo> colourings();
const ColouringInfo& colouring_info(Colouring colouring);

/// The values at the two ends of the colour map [SI].
struct ColourRange {
    double low = 0;
    double high = 1;
    bool operator==(const ColourRange&) const = default;
};
/// True if a quantity can have this colour range: `low` is below `high`. The range of a signed quantity must be
/// symmetric about 0, and the range of a logarithmic quantity above 0.
bool is_range(const ColouringInfo& info, const ColourRange& range);

} // namespace xpbd::lab
