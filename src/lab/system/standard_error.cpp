#include "lab/system/standard_error.h"

#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

std::atomic<int> user_descriptor{STDERR_FILENO};
std::atomic<bool> verbose{false};

} // namespace

void write_to_user(const std::string& text) {
    (void)!::write(user_descriptor, text.data(), text.size());
}

void say(const std::string& line) {
    write_to_user("xpbd-lab: " + line + "\n");
}

void let_libraries_print() {
    verbose = true;
}

bool libraries_print() {
    return verbose;
}

LibrarySilence::LibrarySilence() {
    const int nowhere = verbose ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) {
        return;
    }
    kept_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept_ >= 0) {
        std::fflush(stderr);
        user_descriptor = kept_;
        ::dup2(nowhere, STDERR_FILENO);
    }
    ::close(nowhere);
}

LibrarySilence::~LibrarySilence() {
    if (kept_ >= 0) {
        std::fflush(stderr);
        ::dup2(kept_, STDERR_FILENO);
        user_descriptor = STDERR_FILENO;
        ::close(kept_);
    }
}

} // namespace xpbd::lab
