#pragma once

namespace xpbd::lab {

/// Gives this thread, and those that it starts from now on, what the interface leaves: where all cores are wanted, the
/// window answers first. Where the system has no priorities per thread, nothing happens.
void run_behind_the_interface();

} // namespace xpbd::lab
