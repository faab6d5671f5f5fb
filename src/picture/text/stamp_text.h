// The text of a stamp, in pieces.
#pragma once

#include "lab/run/runner.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// Text about a pane. If there is not enough room, pieces are omitted from the end.
struct StampText {
    std::string title;                   ///< letter and method: "A  PBD"
    std::vector<std::string> parameters; ///< first those that differ between the panes, then those that all panes share
    std::vector<std::string> badges;     ///< warnings about the pane's result, such as "NOT CONVERGED"
    std::vector<std::string> readings;   ///< values of the scene's readouts, with units
    /// The readings with numbers of usual width: the layout does not change with the values.
    std::vector<std::string> widest;
};
StampText stamp_text(const lab::Snapshot& snapshot, int pane);

} // namespace xpbd::picture
