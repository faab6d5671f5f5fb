// The readouts that a pane shows beside its picture.
#pragma once

#include "lab/readouts/readouts.h"
#include "lab/run/snapshot.h"

#include <string_view>
#include <vector>

namespace xpbd::lab {

/// A readout as a scene shows it.
struct ShownReadout {
    std::string_view key;     ///< row of readouts()
    std::string_view label;   ///< the label in this scene
    std::string_view unit;    ///< the unit of `value`
    std::string_view tooltip; ///< explanation for the user
    double value;             ///< NaN if the value does not exist
};
/// The readouts that a pane shows beside its picture, in the stamp and at the ruler, in the order of
/// SceneInfo::readouts. Plots show the same ones by default.
std::vector<ShownReadout> shown_readouts(const Snapshot& snapshot, int pane);

} // namespace xpbd::lab
