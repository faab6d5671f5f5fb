#pragma once

namespace xpbd::cli {

/// To be called last. Flushes standard output. Returns `code`, or where that is 0 and something
/// was lost, kFile, with a line on stderr.
int flush_standard_output(int code);

/// From now on an exception that nobody catches, on any thread, ends the program with a line on stderr and the exit
/// code kOutOfMemory or kInternal, instead of an abort.
void report_uncaught_exceptions();

/// Writes the line for the exception that is being handled; returns its exit code. Takes no memory.
int report_exception() noexcept;

} // namespace xpbd::cli
