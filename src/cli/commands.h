#pragma once

#include "cli/cli.h"
#include "cli/options.h"

#include <functional>

namespace xpbd::cli {

/// False in a build without a window (XPBD_WINDOW=OFF): no `shot`, and figures are tables only.
inline constexpr bool kWithPictures = XPBD_WITH_PICTURES;

/// Runs a command with the options as they were given; returns the exit code.
using Action = std::function<int()>;

/// @name Commands: each declares its options, and returns what runs it once they are parsed. A new command is one file
/// and one row in cli.cpp.
/// @{
Action declare_run(Options& options);    ///< steps without a window
Action declare_shot(Options& options);   ///< a picture off screen, a film, or numbered pictures or shapes
Action declare_sweep(Options& options);  ///< the session with every combination of some parameters' values
Action declare_figure(Options& options); ///< figures computed anew, each a table and a plot
Action declare_list(Options& options);   ///< what there is
/// A lesson in the window, or replayed without one.
Action declare_lesson(Options& options, const OpenWindow& open);
/// @}

} // namespace xpbd::cli
