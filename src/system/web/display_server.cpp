// Texts and units of a page's window.
#include "system/display_server.h"

namespace xpbd::system {

const char* const kDisplayNeeds = "use a browser with WebGL 2";
const WindowUnits kWindowUnits = WindowUnits::points;

} // namespace xpbd::system
