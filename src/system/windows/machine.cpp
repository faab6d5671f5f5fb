// Properties of a Windows machine.
#include "system/machine.h"

#include "system/windows/api.h"

#include <algorithm>

namespace xpbd::system {
namespace {

thread_local bool behind = false;

} // namespace

std::uint64_t machine_memory() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof(status);
    std::uint64_t bytes = ::GlobalMemoryStatusEx(&status) != 0 ? status.ullTotalPhys : 0;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION job{}; // a container is a job object
    if (::QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &job, sizeof(job), nullptr) != 0 &&
        (job.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_JOB_MEMORY) != 0) {
        bytes = bytes > 0 ? std::min<std::uint64_t>(bytes, job.JobMemoryLimit) : job.JobMemoryLimit;
    }
    return bytes;
}

void give_back_memory() {}

std::string processor_name() {
    wchar_t name[256] = {};
    DWORD size = sizeof(name) - sizeof(wchar_t);
    const bool known = ::RegGetValueW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                                      L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size) == ERROR_SUCCESS;
    return known ? narrow(name) : "unknown processor";
}

void run_behind_the_interface() {
    (void)::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
    behind = true;
}

bool runs_behind_the_interface() {
    return behind;
}

std::tm local_time() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    (void)::localtime_s(&local, &now);
    return local;
}

bool has_threads() {
    return true;
}

} // namespace xpbd::system
