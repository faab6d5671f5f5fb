// The local time.
#include "system/machine.h"

namespace xpbd::system {

std::tm local_time() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    return local;
}

} // namespace xpbd::system
