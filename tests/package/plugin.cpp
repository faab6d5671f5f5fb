// The core library inside a shared object, as a module of Python or an engine's plugin holds it.
#include <core/parameters.h>

/// 0 where the core refuses a stiffness above 1, as its table says.
extern "C" int plugin() {
    xpbd::Settings settings;
    return xpbd::set(settings, "stretch_stiffness", 2) ? 1 : 0;
}
