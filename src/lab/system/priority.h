#pragma once

namespace xpbd::lab {

/// Lowers the priority of this thread, and of those that it starts from now on: when all cores are busy, the window
/// answers first. Does nothing where the system has no priorities per thread.
void run_behind_the_interface();

} // namespace xpbd::lab
