#include "lab/looks/colourings.h"

namespace xpbd::lab {
namespace {

constexpr ColouringInfo kColourings[] = {
    {.colouring = Colouring::material, .key = "material", .label = "Material: the method's colour"},
    {.colouring = Colouring::stretch,
     .key = "stretch",
     .label = "Strain of the edges (%)",
     .title = "strain",
     .unit = "%",
     .factor = 100,
     .of_fabric = "Principal strain (%)"},
    {.colouring = Colouring::strain,
     .key = "strain",
     .label = "Signed strain of the edges (%)",
     .title = "signed strain",
     .unit = "%",
     .factor = 100,
     .is_signed = true,
     .of_fabric = "Signed principal strain (%)"},
    {.colouring = Colouring::tension,
     .key = "tension",
     .label = "Tension of the edges (N)",
     .title = "tension",
     .unit = "N",
     .needs_forces = true,
     .of_fabric = "Principal tension (N/m)",
     .fabric_unit = "N/m"},
    {.colouring = Colouring::warp_tension,
     .key = "warp_tension",
     .label = "Tension along the warp (N/m)",
     .title = "warp tension",
     .unit = "N/m",
     .is_signed = true,
     .needs_forces = true,
     .needs_fabric = true},
    {.colouring = Colouring::weft_tension,
     .key = "weft_tension",
     .label = "Tension along the weft (N/m)",
     .title = "weft tension",
     .unit = "N/m",
     .is_signed = true,
     .needs_forces = true,
     .needs_fabric = true},
    {.colouring = Colouring::shear_tension,
     .key = "shear_tension",
     .label = "Shear between warp and weft (N/m)",
     .title = "shear",
     .unit = "N/m",
     .is_signed = true,
     .needs_forces = true,
     .needs_fabric = true},
    {.colouring = Colouring::stiffness,
     .key = "stiffness",
     .label = "Effective stiffness of the edges (N/m)",
     .title = "k eff.",
     .unit = "N/m",
     .logarithmic = true,
     .needs_forces = true,
     .of_fabric = "Effective stiffness (N/m)"},
    {.colouring = Colouring::difference,
     .key = "difference",
     .label = "Distance to the compared pane (m)",
     .title = "distance",
     .unit = "m"},
};
static_assert(std::size(kColourings) == kColouringCount);

} // namespace

std::span<const ColouringInfo> colourings() {
    return kColourings;
}

const ColouringInfo& colouring_info(Colouring colouring) {
    return kColourings[static_cast<std::size_t>(colouring)];
}

bool is_range(const ColouringInfo& info, const ColourRange& range) {
    return range.low < range.high && (!info.logarithmic || range.low > 0) &&
           (!info.is_signed || range.low == -range.high);
}

} // namespace xpbd::lab
