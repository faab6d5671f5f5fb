#pragma once

namespace xpbd::system {

/// A pipe that no child inherits: ends[0] is read, ends[1] is written to. False and errno where there is none.
bool open_pipe(int (&ends)[2]);

} // namespace xpbd::system
