// The commands of the program.
#pragma once

#include "cli/cli.h"
#include "cli/options.h"

#include <functional>

namespace xpbd::cli {

/// False in a build without a window (XPBD_WINDOW=OFF): it has no `shot`, and its figures are tables only.
inline constexpr bool kWithPictures = XPBD_WITH_PICTURES;

/// Runs a command with the parsed options and returns the exit code.
using Action = std::function<int()>;

/// @name Commands
/// Each function declares a command's options and returns the action that runs it after parsing. A new command is one
/// file and one row in cli.cpp.
/// @{
Action declare_run(Options& options);    ///< simulates without a window
Action declare_shot(Options& options);   ///< writes a picture, a film, or numbered pictures or shapes
Action declare_sweep(Options& options);  ///< runs the session with all combinations of parameter values
Action declare_figure(Options& options); ///< recomputes figures as tables and plots
Action declare_list(Options& options);   ///< prints tables: scenes, methods, parameters, ...
/// Opens a lesson in the window, or checks its claims without one.
Action declare_lesson(Options& options, const OpenWindow& open);
/// @}

} // namespace xpbd::cli
