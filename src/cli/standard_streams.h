// Standard output and uncaught exceptions at the program's end.
#pragma once

namespace xpbd::cli {

/// Flushes standard output; must be called last. Returns `code`; but if it is 0 and output was lost, prints a line on
/// stderr and returns kFile.
int flush_standard_output(int code);

/// Installs a handler for uncaught exceptions of all threads: they end the program with a line on stderr and the exit
/// code kOutOfMemory or kInternal instead of an abort.
void report_uncaught_exceptions();

/// Prints a line about the exception that is being handled, and returns its exit code. Allocates no memory.
int report_exception() noexcept;

} // namespace xpbd::cli
