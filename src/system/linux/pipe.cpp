// Pipes with pipe2().
#include "system/posix/pipe.h"

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::system {

bool open_pipe(int (&ends)[2]) {
    return ::pipe2(ends, O_CLOEXEC) == 0;
}

} // namespace xpbd::system
