#pragma once

#include <cstdint>
#include <vector>

namespace xpbd::lab {

/// What was measured of all panes when a frame was taken.
struct Sample {
    std::int64_t frame = 0;
    double time = 0;                          ///< [s]
    std::uint64_t branch = 0;                 ///< id of the timeline's branch that the frame was stepped in
    std::vector<int> method;                  ///< per pane: row in methods()
    std::vector<std::vector<double>> readout; ///< per pane, one per row of readouts(); NaN = none
};

} // namespace xpbd::lab
