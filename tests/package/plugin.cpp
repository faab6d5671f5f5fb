// The core library inside a shared object, as a module of Python or an engine's plugin holds it.
#include <core/model/parameters.h>

/// Returns 0 if the core refuses a stiffness of 2: the largest in its table is 1.
extern "C" int plugin() {
    xpbd::Settings settings;
    return xpbd::set(settings, "stretch_stiffness", 2) ? 1 : 0;
}
