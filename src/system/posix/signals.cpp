// Signals as stop requests, by a handler, a pipe and a thread.
#include "system/signals.h"

#include "system/posix/pipe.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace xpbd::system {
namespace {

constexpr int kListenedTo[] = {SIGINT, SIGTERM, SIGHUP};
constexpr char kStop = 's';
constexpr char kEnd = 'e';

/// timeout(1) sends its signal twice, to the child and to its group; a shell that hangs up does the same. A signal
/// within this time after the first is not counted as a second one.
constexpr std::int64_t kOneSignal = 50'000'000; // [ns]

/// @name State that the signal handler may access: lock-free atomics
/// @{
std::atomic<int> first_signal{0};
std::atomic<std::int64_t> first_time{0}; ///< [ns]; 0 = no signal received
std::atomic<int> wake{-1};               ///< writing end of the pipe that wakes the listening thread
/// @}
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

/// Uses clock_gettime, which is async-signal-safe; the standard does not guarantee this for std::chrono.
std::int64_t now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

extern "C" void take_signal(int signal) {
    const int saved = errno;
    const std::int64_t time = now();
    std::int64_t first = 0;
    if (first_time.compare_exchange_strong(first, time)) {
        first_signal = signal;
        (void)!::write(wake, &kStop, 1);
    } else if (time - first > kOneSignal) {
        ::_exit(128 + signal);
    }
    errno = saved;
}

/// Installs the handler, or removes it.
void handle(bool ours) {
    for (const int signal : kListenedTo) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) != 0 || (action.sa_handler == SIG_IGN && signal != SIGINT)) {
            continue;
        }
        struct sigaction wanted {};
        ::sigemptyset(&wanted.sa_mask);
        wanted.sa_flags = SA_RESTART; // interrupted calls continue; blocking code polls stop() instead
        wanted.sa_handler = ours ? &take_signal : SIG_DFL;
        (void)::sigaction(signal, &wanted, nullptr);
    }
}

} // namespace

/// Passes signals from the handler to a thread, because requesting a stop runs callbacks, which a handler must not.
struct Signals::Listener {
    int pipe[2] = {-1, -1};
    std::thread thread;

    ~Listener() {
        if (thread.joinable()) {
            handle(false);
            (void)!::write(pipe[1], &kEnd, 1);
            thread.join();
        }
        wake = -1;
        for (const int end : pipe) {
            if (end >= 0) {
                ::close(end);
            }
        }
    }

    /// Returns false if the system has no pipe or thread left.
    bool listen(StopSource& source) {
        int ends[2];
        if (!open_pipe(ends)) {
            return false;
        }
        for (int i = 0; i < 2; ++i) {
            // Never takes the number of a closed standard stream.
            pipe[i] = ::fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
            ::close(ends[i]);
        }
        (void)::fcntl(pipe[1], F_SETFL, O_NONBLOCK); // the listening thread may block, the handler must not
        try {
            thread = std::thread([this, &source] {
                char what = 0;
                while (::read(pipe[0], &what, 1) != 0 && what != kEnd) {
                    if (what == kStop) {
                        source.request_stop();
                    }
                }
            });
        } catch (const std::system_error&) {
            return false;
        }
        return true;
    }
};

Signals::Signals() : listener_(std::make_unique<Listener>()) {
    first_signal = 0;
    first_time = 0;
    if (listener_->listen(source_)) {
        wake = listener_->pipe[1];
        handle(true);
    }
}

Signals::~Signals() = default;

int Signals::received() const {
    return first_signal;
}

void ignore_broken_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

} // namespace xpbd::system
