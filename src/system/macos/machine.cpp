// Properties of a Mac, by sysctl and thread classes.
#include "system/machine.h"

#include <pthread/qos.h>
#include <sys/sysctl.h>

namespace xpbd::system {
namespace {

thread_local bool behind = false;

} // namespace

std::uint64_t machine_memory() {
    std::uint64_t bytes = 0;
    std::size_t size = sizeof(bytes);
    return ::sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0 ? bytes : 0;
}

void give_back_memory() {}

std::string processor_name() {
    char name[256] = {};
    std::size_t size = sizeof(name) - 1;
    return ::sysctlbyname("machdep.cpu.brand_string", name, &size, nullptr, 0) == 0 ? name : "unknown processor";
}

void run_behind_the_interface() {
    (void)::pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
    behind = true;
}

bool runs_behind_the_interface() {
    return behind;
}

bool has_threads() {
    return true;
}

} // namespace xpbd::system
