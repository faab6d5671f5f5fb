// For systems that cannot record a window for its program.
#include "system/screen_film.h"

namespace xpbd::system {

bool films_screen() {
    return false;
}

bool begin_screen_film() {
    return false;
}

void end_screen_film() {}

} // namespace xpbd::system
