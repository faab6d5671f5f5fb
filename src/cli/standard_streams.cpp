#include "cli/standard_streams.h"

#include "cli/cli.h"
#include "lab/files/file.h"
#include "system/standard_streams.h"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <system_error>

namespace xpbd::cli {
namespace {

[[noreturn]] void end_of_program() {
    system::exit_at_once(std::current_exception() ? report_exception() : static_cast<int>(kInternal));
}

} // namespace

int flush_standard_output(int code) {
    // std::cout has no buffer of its own here, and its flush() would hide the error code.
    const int reason = std::fflush(stdout) == 0 ? 0 : errno;
    const bool whole = reason == 0 && std::ferror(stdout) == 0 && std::cout.good();
    if (code != kDone || whole) {
        return code;
    }
    return report(reason == 0 ? Error{"standard output: not everything could be written", Error::Kind::file}
                              : lab::write_error("standard output", std::generic_category().message(reason)));
}

void report_uncaught_exceptions() {
    std::set_terminate(end_of_program);
}

int report_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        system::write_to_user("xpbd-lab: out of memory; choose a smaller scene, fewer panes or another method\n");
        return kOutOfMemory;
    } catch (const std::exception& fault) {
        for (const char* part : {"xpbd-lab: internal error: ", fault.what(), "\n"}) {
            system::write_to_user(part); // piece by piece, because concatenating would need memory
        }
    } catch (...) {
        system::write_to_user("xpbd-lab: internal error\n");
    }
    return kInternal;
}

} // namespace xpbd::cli
