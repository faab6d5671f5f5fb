#pragma once

#include <cstddef>

/// Limits of the window's memory besides the model and the panes' states, whose size depends on the scene. They are in
/// one place so that they can be added up: below 0.5 GB with the scenes of the list, below 0.3 GB in normal use. Both
/// include about 130 MB for the program, its window and, without a graphics card, the driver.
namespace xpbd::picture {

/// Limits defined elsewhere:
/// - Recorded frames: lab::kDefaultTimelineBytes (96 MB) or the preference timeline_mb, in the popup beside the
/// timeline.
/// - Off-screen pictures while they are drawn: kPartLimit in render/capture.cpp, about 30 bytes a pixel (65 MB). A
/// screenshot and a recording can be drawn at the same time.
/// - Panes: the snapshot and the picture that each shows.
/// - Undo: some kilobytes per entry of History. Plots: one minute of samples in PlotSeries.
/// - A sweep: one model per thread.

/// Largest screenshot or recorded picture from the window [pixels]: 8K. A pixel takes 4 bytes, and up to 20 while it is
/// encoded. `xpbd-lab shot`, which ends after one picture, has no such limit.
inline constexpr std::size_t kLargestPicture = std::size_t{7680} * 4320;
/// Pictures of a recording, with the memory of their encoder, or screenshots that wait for encoding [bytes]. One
/// picture may wait whatever its size: the next one of a recording in 4K is drawn after the last one is written.
inline constexpr std::size_t kWaitingPictures = std::size_t{64} << 20;

} // namespace xpbd::picture
