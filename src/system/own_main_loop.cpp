// For systems where the program runs its own loop.
#include "system/main_loop.h"

namespace xpbd::system {

int keep_going(const MainLoop& loop) {
    for (;;) {
        if (const std::optional<int> code = loop.turn()) {
            return *code;
        }
    }
}

} // namespace xpbd::system
