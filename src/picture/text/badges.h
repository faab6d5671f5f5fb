// The warnings of a pane.
#pragma once

#include "lab/run/snapshot.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// Badge of a pane: a word and its reason.
struct Badge {
    enum class Kind { engine, no_levels, not_converged, slow, diverged } kind = Kind::not_converged;
    std::string text;   ///< "NOT CONVERGED", "SLOW 43 %", "DIVERGED - PAUSED", "SLOW ENGINE", "NO HIERARCHY"
    std::string reason; ///< one or two sentences
};
/// The warnings of a pane, most severe first. Empty without warnings.
std::vector<Badge> badges(const lab::Snapshot& snapshot, int pane);

} // namespace xpbd::picture
