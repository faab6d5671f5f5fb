#pragma once

namespace xpbd::cli {

/// To be called first. Where standard input, output or error is closed it is opened on /dev/null in the opposite
/// direction (standard input for writing, the others for reading): no result file gets its number by accident, and
/// reading or writing still fails. A limit on the size of files (SIGXFSZ) becomes an error of writing.
void open_missing_streams();

/// To be called last. Flushes standard output. Returns `code`, or where that is 0 and something
/// was lost, kFile, with a line on stderr.
int flush_standard_output(int code);

/// From now on an exception that nobody catches, on any thread, ends the program with a line on stderr and the exit
/// code kOutOfMemory or kInternal, instead of an abort.
void report_uncaught_exceptions();

/// Writes the line for the exception that is being handled; returns its exit code. Takes no memory.
int report_exception() noexcept;

} // namespace xpbd::cli
