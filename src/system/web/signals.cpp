// A page receives no signals.
#include "system/signals.h"

namespace xpbd::system {

struct Signals::Listener {};

Signals::Signals() = default;
Signals::~Signals() = default;

int Signals::received() const {
    return 0;
}

void ignore_broken_pipes() {}

} // namespace xpbd::system
