// The looks of a session: how its panes are drawn and which readouts are plotted, and the table of their keys.
#pragma once

#include "core/model/parameters.h"
#include "lab/looks/colourings.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// Which panes a picture shows.
enum class ViewMode { side_by_side, single, ghost };
/// How bodies are drawn.
enum class BodyStyle { shaded, wireframe, constraints };
/// Pattern printed on a cloth.
enum class Print { plain, stripes, check };
enum class Theme { dark, light };

inline constexpr std::size_t kPlotSlots = 5; ///< plots that a wide drawer has room for

/// Keys of the plots that show no row of readouts(), but a residual after each iteration of the last step.
inline constexpr std::string_view kDualByIteration = "residual_dual/iteration";
inline constexpr std::string_view kPrimalByIteration = "residual_primal/iteration";

/// The user's choices for the picture that do not depend on the machine.
struct Looks {
    ViewMode mode = ViewMode::side_by_side;
    int active_pane = 0; ///< the pane shown in `single`, and in front in `ghost`
    Theme theme = Theme::dark;
    BodyStyle body = BodyStyle::shaded;
    Print print = Print::plain;
    std::optional<Colouring> colouring; ///< if empty, the scene's colouring
    bool isolines = false;              ///< lines of equal value over the body's colours
    int other_pane = -1;         ///< the pane for comparisons, in colouring and as a ghost; -1 = the first other pane
    bool overlay = false;        ///< draws the compared pane translucent over every pane
    bool contact_forces = false; ///< draws contact forces as arrows
    bool ruler = true;           ///< draws the sag beside the body, and the forces at a specimen's grips
    bool rest_outline = false;   ///< draws the outline of the shape at the start
    bool warp = false;           ///< draws short strokes along a fabric's warp
    bool ground = true;
    bool shadow = true;
    bool stamp = true; ///< writes method, parameters, measured values and the colour bar beside the panes of a picture
    /// Style for print, the same for both themes: white background, black letters, no ground except the shadow on it.
    /// Only for pictures that are drawn off screen.
    bool paper = false;
    /// The user's own colour range of each quantity; if empty, the scene's suggestion.
    std::array<std::optional<ColourRange>, kColouringCount> own_range{};
    /// Per plot: key of a row of readouts(), kDualByIteration or kPrimalByIteration; "" = as the scene suggests.
    std::array<std::string, kPlotSlots> plots{};

    bool operator==(const Looks&) const = default;
};

/// The condition under which a look changes the picture. `panes`: there are several panes.
enum class LookNeeds { nothing, fabric, forces, range, panes };

/// One row of the table of looks. Its key is used in sessions, as `look.KEY` on the command line, and for an option of
/// `shot`. The window has commands for every row with a group.
struct LookRow {
    ParameterInfo info;
    std::function<Value(const Looks&)> get = {};        ///< component 0: 0 or 1 for a toggle, the index for a choice
    std::function<void(Looks&, const Value&)> set = {}; ///< the value must be valid
    std::string_view group = "";                        ///< heading of its commands; "" = no commands
    LookNeeds needs = LookNeeds::nothing;               ///< if not met, the commands are greyed
    std::span<const std::string_view> abouts = {};      ///< a sentence per choice; empty: none
    bool is_option = true;                              ///< `shot` has an option for this look
};

/// Every field of Looks, in the order of the window's panel. A colour range of 0 to 0 means the scene's suggestion.
std::span<const LookRow> looks();
/// The row with this key; null if there is no such row.
const LookRow* find_look(std::string_view key);

} // namespace xpbd::lab
