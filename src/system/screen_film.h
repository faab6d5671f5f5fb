#pragma once

namespace xpbd::system {

/// A film of what the window shows, taken by the system as time passes, and saved where it keeps such files. A browser
/// has it; elsewhere the program makes its own films.

/// True where the system has it.
bool films_screen();
/// False where it cannot begin.
bool begin_screen_film();
void end_screen_film();

} // namespace xpbd::system
