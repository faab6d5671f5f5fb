// Child processes by fork() and exec().
#include "system/child.h"

#include "system/folders.h"
#include "system/posix/pipe.h"
#include "system/posix/reason.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

/// Discards a pending signal and restores its default action. A signal that was ignored when this program started stays
/// ignored.
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

/// Turns the child into the program; returns only on failure. Async-signal-safe. posix_spawn() is not used: a Ctrl+C
/// before the child has left our process group would stay pending and then end the child.
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

/// Starts a process. Fails if the program cannot be executed.
/// @param input the child's standard input; below 0: no input
Result<pid_t> start_program(const std::vector<std::string>& words, int input) {
    std::vector<std::string> copy = words;
    std::vector<char*> arguments;
    arguments.reserve(copy.size() + 1);
    for (std::string& word : copy) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    int fault[2]; // the child writes errno to this pipe if it cannot start the program; a successful start closes it
    if (!open_pipe(fault)) {
        return reason();
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
        return reason(code);
    }
    return child;
}

} // namespace

Result<Child> Child::start(const std::vector<std::string>& words, Input input) {
    int ends[2] = {-1, -1};
    if (input == Input::pipe && !open_pipe(ends)) {
        return reason();
    }
    const Result<pid_t> process = start_program(words, ends[0]);
    if (ends[0] >= 0) {
        ::close(ends[0]);
    }
    if (!process) {
        if (ends[1] >= 0) {
            ::close(ends[1]);
        }
        return process.error();
    }
    return Child(*process, ends[1]);
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)), input_(std::exchange(other.input_, -1)) {}

Child::~Child() {
    (void)wait();
}

Status Child::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(static_cast<int>(input_), bytes.data(), bytes.size());
        if (done >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(done));
        } else if (errno != EINTR) {
            return reason();
        }
    }
    return ok();
}

int Child::wait() {
    if (input_ >= 0) {
        ::close(static_cast<int>(std::exchange(input_, -1)));
    }
    if (process_ < 0) {
        return -1;
    }
    int status = 0;
    const auto process = static_cast<pid_t>(std::exchange(process_, -1));
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_program(const std::string& name) {
    const std::string folders = environment("PATH");
    std::size_t begin = 0;
    while (begin <= folders.size()) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        const std::string program = folders.substr(begin, end - begin) + "/" + name;
        if (end > begin && ::access(program.c_str(), X_OK) == 0) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

} // namespace xpbd::system
