#pragma once

#include <cstdint>

#ifdef _WIN32
#include "system/windows/api.h"

#include <psapi.h>
#else
#include <sys/resource.h>
#endif

#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <unistd.h>
#endif

namespace xpbd::test {

/// Most memory that this process has used since it started [bytes].
#ifdef _WIN32
inline std::uint64_t peak_memory() {
    PROCESS_MEMORY_COUNTERS memory{};
    ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &memory, sizeof(memory));
    return memory.PeakWorkingSetSize;
}
#else
inline std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}
#endif

#if defined(__linux__) && !defined(__SANITIZE_THREAD__)
/// State and number of context switches of each other thread of this process. Two calls give the same text only if no
/// other thread ran in between. "" while one runs.
inline std::string other_threads_asleep() {
    std::string asleep;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        if (thread.path().filename() == std::to_string(::gettid())) {
            continue;
        }
        std::ifstream file(thread.path() / "status");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (text.find("State:\tS") == std::string::npos) {
            return "";
        }
        asleep += text.substr(text.find("voluntary_ctxt_switches"));
    }
    return asleep;
}

/// Waits until the other threads of this process have slept for 200 ms. False if that does not happen within a minute:
/// one of them polls.
inline bool other_threads_fall_asleep() {
    constexpr int kLooks = 300;
    for (int look = 0; look < kLooks; ++look) {
        const std::string before = other_threads_asleep();
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        if (!before.empty() && other_threads_asleep() == before) {
            return true;
        }
    }
    return false;
}
#endif

} // namespace xpbd::test
