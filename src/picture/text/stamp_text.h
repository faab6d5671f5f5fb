#pragma once

#include "lab/run/runner.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// What a stamp says about a pane, in pieces that are left out from the end where there is no room.
struct StampText {
    std::string title;                   ///< letter and method: "A  PBD"
    std::vector<std::string> parameters; ///< those that differ between the panes, then what every pane has
    std::vector<std::string> badges;     ///< the pane's warnings about its result: "NOT CONVERGED"
    std::vector<std::string> readings;   ///< what the scene shows, with units
    std::vector<std::string> widest;     ///< readings as wide as they usually get: room that does not follow the values
};
StampText stamp_text(const lab::Snapshot& snapshot, int pane);

} // namespace xpbd::picture
