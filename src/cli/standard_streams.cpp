#include "cli/standard_streams.h"

#include "cli/cli.h"
#include "lab/files/file.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iostream>
#include <new>

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::cli {
namespace {

/// Writes to the descriptor directly, which needs no memory.
void write_line(std::initializer_list<const char*> parts) {
    for (const char* part : parts) {
        if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) {
            return; // stderr is closed
        }
    }
}

[[noreturn]] void end_of_program() {
    ::_exit(std::current_exception() ? report_exception() : static_cast<int>(kInternal));
}

} // namespace

void open_missing_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
            // The lowest free number is this one: those below are open by now.
            (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit becomes a write error instead of ending the program
}

int flush_standard_output(int code) {
    // std::cout is unbuffered here, and its flush() would hide the error code.
    const int reason = std::fflush(stdout) == 0 ? 0 : errno;
    const bool whole = reason == 0 && std::ferror(stdout) == 0 && std::cout.good();
    if (code != kDone || whole) {
        return code;
    }
    return report(reason == 0 ? Error{"standard output: not everything could be written", Error::Kind::file}
                              : lab::write_error("standard output", reason));
}

void report_uncaught_exceptions() {
    std::set_terminate(end_of_program);
}

int report_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        write_line({"xpbd-lab: out of memory; choose a smaller scene, fewer panes or another method\n"});
        return kOutOfMemory;
    } catch (const std::exception& fault) {
        write_line({"xpbd-lab: internal error: ", fault.what(), "\n"});
    } catch (...) {
        write_line({"xpbd-lab: internal error\n"});
    }
    return kInternal;
}

} // namespace xpbd::cli
