// Films that the system records from the window.
#pragma once

namespace xpbd::system {

/// Films of the window, recorded in real time by the system and saved in its own place. Browsers can do this; elsewhere
/// the program makes films itself.

/// True if the system can record films.
bool films_screen();
/// Returns false if recording cannot begin.
bool begin_screen_film();
void end_screen_film();

} // namespace xpbd::system
