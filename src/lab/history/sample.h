// Measures of one frame.
#pragma once

#include <cstdint>
#include <vector>

namespace xpbd::lab {

/// The measures of all panes at one computed frame.
struct Sample {
    std::int64_t frame = 0;
    double time = 0;                          ///< [s]
    std::uint64_t branch = 0;                 ///< id of the timeline's branch to which the frame belongs
    std::vector<int> method;                  ///< per pane: index in methods()
    std::vector<std::vector<double>> readout; ///< per pane, one per row of readouts(); NaN = no value
};

} // namespace xpbd::lab
