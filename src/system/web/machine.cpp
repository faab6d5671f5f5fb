// Properties of the machine that a browser reveals.
#include "system/machine.h"

#include <emscripten/heap.h>

namespace xpbd::system {

std::uint64_t machine_memory() {
    return emscripten_get_heap_max();
}

void give_back_memory() {}

std::string processor_name() {
    return "a browser";
}

void run_behind_the_interface() {}

bool runs_behind_the_interface() {
    return false;
}

bool has_threads() {
    return false;
}

} // namespace xpbd::system
