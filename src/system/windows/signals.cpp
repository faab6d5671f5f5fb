#include "system/signals.h"

#include "system/standard_streams.h"
#include "system/windows/api.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace xpbd::system {
namespace {

/// @name As POSIX counts them
/// @{
constexpr int kHangup = 1;
constexpr int kInterrupt = 2;
constexpr int kTerminate = 15;
/// @}

/// An event that comes again within this time of the first one, to all programs of a console, counts once [ms].
constexpr ULONGLONG kOneSignal = 50;

std::atomic<int> first_signal{0};
std::atomic<ULONGLONG> first_time{0}; ///< [ms]; 0 = none so far
std::mutex guard;
std::optional<StopSource> listening; ///< of the one object; guarded

int signal_of(DWORD event) {
    switch (event) {
    case CTRL_C_EVENT:
        return kInterrupt;
    case CTRL_CLOSE_EVENT:
        return kHangup;
    default:
        return kTerminate;
    }
}

/// Runs on a thread that the system makes for it.
BOOL WINAPI take_event(DWORD event) {
    const ULONGLONG time = ::GetTickCount64();
    ULONGLONG first = 0;
    if (first_time.compare_exchange_strong(first, time)) {
        first_signal = signal_of(event);
        std::optional<StopSource> source;
        {
            const std::lock_guard lock(guard);
            source = listening;
        }
        if (source) {
            source->request_stop();
        }
    } else if (time - first > kOneSignal) {
        exit_at_once(128 + signal_of(event));
    }
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) {
        ::Sleep(INFINITE); // the system ends the process when this returns, or else after some seconds
    }
    return TRUE;
}

} // namespace

struct Signals::Listener {
    explicit Listener(const StopSource& source) {
        first_signal = 0;
        first_time = 0;
        {
            const std::lock_guard lock(guard);
            listening = source;
        }
        (void)::SetConsoleCtrlHandler(nullptr,
                                      FALSE); // Ctrl+C is ignored in a group of its own; one that comes is meant
        (void)::SetConsoleCtrlHandler(&take_event, TRUE);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener() {
        (void)::SetConsoleCtrlHandler(&take_event, FALSE);
        const std::lock_guard lock(guard);
        listening.reset();
    }
};

Signals::Signals() : listener_(std::make_unique<Listener>(source_)) {}

Signals::~Signals() = default;

int Signals::received() const {
    return first_signal;
}

void ignore_broken_pipes() {} // as it is

} // namespace xpbd::system
