#include "lab/system/priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace xpbd::lab {

void run_behind_the_interface() {
#ifdef __linux__
    constexpr int kNice = 4; // about 40 % of the share of a thread of the interface
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
#endif
}

} // namespace xpbd::lab
