// Properties of a Linux machine, from /proc, /sys and the C library.
#include "system/machine.h"

#include <algorithm>
#include <cstdlib> // __GLIBC__
#include <fstream>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

constexpr int kNice = 4; ///< nice value that gives a thread about 40 % of the interface thread's share
thread_local bool behind = false;

} // namespace

std::uint64_t machine_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long size = ::sysconf(_SC_PAGESIZE);
    std::uint64_t bytes =
        pages > 0 && size > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) : 0;
    std::uint64_t group = 0;
    // The file contains "max" if there is no limit.
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> group && group > 0) {
        bytes = bytes > 0 ? std::min(bytes, group) : group;
    }
    return bytes;
}

void give_back_memory() {
#ifdef __GLIBC__
    ::malloc_trim(0); // trims the arenas of all threads, which otherwise keep freed memory
#endif
}

std::string processor_name() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) {
            const auto colon = line.find(": ");
            if (colon != std::string::npos) {
                return line.substr(colon + 2);
            }
        }
    }
    return "unknown processor";
}

void run_behind_the_interface() {
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);
    behind = true;
}

bool runs_behind_the_interface() {
    return behind;
}

bool has_threads() {
    return true;
}

} // namespace xpbd::system
