#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace xpbd::system {

/// Memory of the machine, or of the container where that has less [bytes]; 0 where nothing says.
std::uint64_t machine_memory();

/// Gives memory that this process has freed back to the system, where the allocator keeps it: after something large. A
/// few milliseconds. Does nothing where the system's allocator cannot.
void give_back_memory();

/// The processor's name, as the system gives it; "unknown processor" where it does not.
std::string processor_name();

/// Lowers the priority of this thread: when all cores are busy, the window answers first. Does nothing where the system
/// has no priorities per thread.
void run_behind_the_interface();
/// True where this thread has called it. A thread that it starts must call it too: only some systems hand it on.
bool runs_behind_the_interface();

/// True where a program can have more than one thread. In a browser it has one: what goes on beside the window is done
/// in slices, between its frames.
bool has_threads();

/// The time of day where the machine stands.
std::tm local_time();

} // namespace xpbd::system
