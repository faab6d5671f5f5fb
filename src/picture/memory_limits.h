#pragma once

#include <cstddef>

/// What the window holds besides the model and the panes' states, which the scene's size decides, and at most how much.
/// In one place, so that the sum can be read off: below 0.5 GB with the scenes of the list, below 0.3 GB in
/// normal use; about 130 MB of it are the program, its window and, without a graphics card, the driver.
namespace xpbd::picture {

/// Recorded frames: lab::kDefaultTimelineBytes (96 MB), the preferences' timeline_mb, in the popup beside the
/// timeline. Off-screen pictures while one is made: kPartLimit in render/capture.cpp, about 30 bytes a pixel
/// (65 MB); a screenshot and a recording may be under way at once. Panes: the snapshot and the picture that each
/// shows. Undo: History's entries, some kilobytes each. Plots: PlotSeries's samples, one minute. A sweep: as many
/// models as threads that step them.

/// Pixels of a screenshot or of a recorded picture from the window: 8K. Each takes 4 bytes, and up to 20 while it is
/// encoded. Larger ones are for `xpbd-lab shot`, which ends after each.
inline constexpr std::size_t kLargestPicture = std::size_t{7680} * 4320;
/// Pictures that wait to be encoded, of a recording or of screenshots [bytes]; one may always wait.
inline constexpr std::size_t kWaitingPictures = std::size_t{64} << 20;

} // namespace xpbd::picture
