#include "lab/system/child.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

/// Drops a signal that waits, and brings its default effect back. One that was ignored when we started stays so.
void reset(int signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN && signal != SIGPIPE) {
        return;
    }
    action = {};
    action.sa_handler = SIG_IGN;
    (void)::sigaction(signal, &action, nullptr);
    action.sa_handler = SIG_DFL;
    (void)::sigaction(signal, &action, nullptr);
}

/// The child until it is another program; returns only where that fails. Async-signal-safe. posix_spawn() would not do:
/// a Ctrl+C that comes before the child has left our group would wait, and then end it.
void become(char* const* words, int input) {
    (void)::setpgid(0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        reset(signal);
    }
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (::dup2(input < 0 ? nothing : input, STDIN_FILENO) < 0 || ::dup2(nothing, STDOUT_FILENO) < 0 ||
        ::dup2(nothing, STDERR_FILENO) < 0) {
        return;
    }
    sigset_t none;
    ::sigemptyset(&none);
    (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvp(words[0], words);
}

} // namespace

Result<pid_t> start_child(const std::vector<std::string>& words, int input) {
    std::vector<std::string> copy = words;
    std::vector<char*> arguments;
    arguments.reserve(copy.size() + 1);
    for (std::string& word : copy) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    int fault[2]; // tells errno where the program does not start, and closes where it does
    if (::pipe2(fault, O_CLOEXEC) != 0) {
        return Error{std::strerror(errno), Error::Kind::file};
    }
    sigset_t all, before;
    ::sigfillset(&all);
    (void)::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = ::fork();
    if (child == 0) {
        become(arguments.data(), input);
        const int code = errno;
        (void)!::write(fault[1], &code, sizeof(code));
        ::_exit(127);
    }
    int code = child < 0 ? errno : 0;
    (void)::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::close(fault[1]);
    if (child > 0) {
        ssize_t got = 0;
        do {
            got = ::read(fault[0], &code, sizeof(code));
        } while (got < 0 && errno == EINTR);
    }
    ::close(fault[0]);
    if (code != 0) {
        if (child > 0) {
            (void)::waitpid(child, nullptr, 0);
        }
        return Error{std::strerror(code), Error::Kind::file};
    }
    return child;
}

} // namespace xpbd::lab
