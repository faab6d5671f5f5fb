#pragma once

#include <chrono>
#include <cstdint>

#ifdef _WIN32
#include "system/windows/api.h"

#include <psapi.h>
#else
#include <sys/resource.h>
#endif

namespace xpbd::test {

/// Resources that this process has used since it started.
struct Usage {
    std::chrono::microseconds processor_time{};
    std::uint64_t peak_memory = 0; ///< [bytes]
};

#ifdef _WIN32
inline Usage usage_so_far() {
    FILETIME created, ended, kernel, user;
    ::GetProcessTimes(::GetCurrentProcess(), &created, &ended, &kernel, &user);
    const auto tenths = [](const FILETIME& time) { // FILETIME counts tenths of a microsecond
        return static_cast<std::int64_t>((std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime);
    };
    PROCESS_MEMORY_COUNTERS memory{};
    ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &memory, sizeof(memory));
    return {std::chrono::microseconds((tenths(kernel) + tenths(user)) / 10), memory.PeakWorkingSetSize};
}
#else
inline Usage usage_so_far() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return {std::chrono::seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                std::chrono::microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
            static_cast<std::uint64_t>(usage.ru_maxrss) * 1024};
}
#endif

} // namespace xpbd::test
