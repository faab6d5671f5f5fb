// Pipes.
#pragma once

namespace xpbd::system {

/// Creates a pipe that children do not inherit: ends[0] is for reading, ends[1] for writing. On failure returns false
/// and sets errno.
bool open_pipe(int (&ends)[2]);

} // namespace xpbd::system
