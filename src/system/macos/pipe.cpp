// Pipes without pipe2(), which macOS lacks.
#include "system/posix/pipe.h"

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::system {

bool open_pipe(int (&ends)[2]) {
    if (::pipe(ends) != 0) {
        return false;
    }
    for (const int end : ends) {
        (void)::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    return true;
}

} // namespace xpbd::system
