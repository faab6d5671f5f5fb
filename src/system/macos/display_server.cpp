// Texts and units of windows on macOS.
#include "system/display_server.h"

namespace xpbd::system {

const char* const kDisplayNeeds = "log in at the screen, or use `xpbd-lab run`, which needs none";
const WindowUnits kWindowUnits = WindowUnits::points;

} // namespace xpbd::system
