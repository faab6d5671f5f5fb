// Console events as stop requests.
#include "system/signals.h"

#include "system/standard_streams.h"
#include "system/windows/api.h"

#include <atomic>
#include <mutex>
#include <optional>

namespace xpbd::system {
namespace {

/// @name Numbers of POSIX signals
/// @{
constexpr int kHangup = 1;
constexpr int kInterrupt = 2;
constexpr int kTerminate = 15;
/// @}

/// Time within which a repeated event counts once [ms]: the system sends an event to all programs of a console.
constexpr ULONGLONG kOneSignal = 50;

std::atomic<int> first_signal{0};
std::atomic<ULONGLONG> first_time{0}; ///< [ms]; 0 = no event received
std::mutex guard;
std::optional<StopSource> listening; ///< stop source of the one Signals object; protected by `guard`

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

/// The event handler. The system runs it on a thread of its own.
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
        ::Sleep(INFINITE); // the system ends the process when the handler returns, or after some seconds
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
        // A process that was started in a group of its own ignores Ctrl+C; this call ends that.
        (void)::SetConsoleCtrlHandler(nullptr, FALSE);
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

void ignore_broken_pipes() {} // Windows reports broken pipes as errors anyway

} // namespace xpbd::system
