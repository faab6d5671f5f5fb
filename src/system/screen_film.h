// Films that the system records from the window.
#pragma once

namespace xpbd::system {

/// Films of the window, which a browser records in real time and saves as a download. On other systems these functions
/// do nothing, and the program makes films itself.

/// True if the system can record films.
bool films_screen();
/// Begins a film. Returns false if recording cannot begin.
bool begin_screen_film();
void end_screen_film();

} // namespace xpbd::system
