// Memory, processor, threads and time of the machine.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

namespace xpbd::system {

/// Memory of the machine, or of the container if that is less [bytes]; 0 if unknown.
std::uint64_t machine_memory();

/// Returns freed memory to the system if the allocator still keeps it. Use it after a large object was freed; takes a
/// few milliseconds. Does nothing if the system's allocator cannot do it.
void give_back_memory();

/// Name of the processor; "unknown processor" if the system does not report it.
std::string processor_name();

/// Lowers the priority of the calling thread, so that the window stays responsive when all cores are busy. Does nothing
/// if the system has no priorities per thread.
void run_behind_the_interface();
/// True if the calling thread has called run_behind_the_interface(). New threads must call it again, as only some
/// systems inherit the priority.
bool runs_behind_the_interface();

/// True if the program can have several threads. In a browser it cannot: background work is divided into slices between
/// the window's frames.
bool has_threads();

/// The current local time.
std::tm local_time();

} // namespace xpbd::system
