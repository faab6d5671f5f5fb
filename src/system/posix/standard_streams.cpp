// Standard streams by file descriptors.
#include "system/standard_streams.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

std::atomic<int> user_descriptor{STDERR_FILENO};
std::atomic<bool> verbose{false};

} // namespace

void prepare_standard_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
            // open() returns the lowest free number, which is this one, because all lower numbers are open.
            (void)::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    std::signal(SIGXFSZ, SIG_IGN); // exceeding a file size limit becomes a write error instead of ending the program
}

std::vector<std::string> command_line(int argc, char** argv) {
    return {argv, argv + argc};
}

void write_to_user(std::string_view text) {
    (void)!::write(user_descriptor, text.data(), text.size());
}

bool user_sees_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

void leave_own_console() {}

void show_unread() {}

void exit_at_once(int code) {
    ::_exit(code);
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

} // namespace xpbd::system
