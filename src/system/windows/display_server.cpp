// Texts and units of windows on Windows.
#include "system/display_server.h"

namespace xpbd::system {

const char* const kDisplayNeeds =
    "install the driver of the graphics card, which brings OpenGL 3.3, or use `xpbd-lab run`, which needs "
    "none";
const WindowUnits kWindowUnits = WindowUnits::scaled_pixels;

} // namespace xpbd::system
