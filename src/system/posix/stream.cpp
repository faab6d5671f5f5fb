// Output to pipes and devices with poll().
#include "system/stream.h"

#include "system/posix/reason.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <limits>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

constexpr int kLook = 20;      ///< interval at which `stop` is checked [ms]
constexpr int kPatience = 100; ///< time for the reader to take the rest after a stop request [ms]

Error stream_error(const std::string& name, const std::string& why) {
    return Error{name + ": cannot write: " + why, Error::Kind::file};
}

/// Waits until the descriptor accepts data. Returns false if `stop` ended the wait.
bool wait_for_room(int fd, const StopToken& stop) {
    for (int waited = 0; !stop.stop_requested() || waited < kPatience; waited += stop.stop_requested() ? kLook : 0) {
        pollfd look{fd, POLLOUT, 0};
        if (::poll(&look, 1, kLook) != 0 && look.revents != 0) {
            return true; // writable, or an error that write() will report
        }
    }
    return false;
}

} // namespace

struct Stream::Target {
    Target(std::string shown, int descriptor, const StopToken& wanted)
        : name(std::move(shown)), fd(descriptor), stop(wanted) {
        struct stat kind {};
        if (fd == STDOUT_FILENO && (::fstat(fd, &kind) != 0 || !S_ISREG(kind.st_mode))) {
            // Small writes instead of non-blocking mode, as other processes may share the descriptor.
            portion = PIPE_BUF;
        }
    }
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    ~Target() {
        if (fd != STDOUT_FILENO) { // standard output is not closed
            (void)::close(fd);
        }
    }

    std::string name;
    int fd;
    /// Bytes per write() that never block if poll() reports room.
    std::size_t portion = std::numeric_limits<std::size_t>::max();
    StopToken stop;
};

Stream::Stream(std::unique_ptr<Target> target) : target_(std::move(target)) {}
Stream::Stream(Stream&&) noexcept = default;
Stream::~Stream() = default;

Result<Stream> Stream::open(const std::string& path, const StopToken& stop) {
    if (path == "-") {
        std::fflush(stdout); // earlier output comes first
        return Stream(std::make_unique<Target>("standard output", STDOUT_FILENO, stop));
    }
    for (;;) {
        const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd >= 0) {
            return Stream(std::make_unique<Target>(path, fd, stop));
        }
        if (errno != ENXIO) { // ENXIO: a pipe that no program has opened for reading yet
            return stream_error(path, reason().message);
        }
        if (stop.stop_requested()) {
            return stream_error(path, "nobody reads this pipe");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(kLook));
    }
}

Status Stream::write(std::string_view content) {
    const auto& [name, fd, portion, stop] = *target_;
    while (!content.empty()) {
        if (!wait_for_room(fd, stop)) {
            return stream_error(name, "its reader does not read");
        }
        const ssize_t written = ::write(fd, content.data(), std::min(content.size(), portion));
        if (written >= 0) {
            content.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR && errno != EAGAIN) {
            return stream_error(name, reason().message);
        }
    }
    return ok();
}

} // namespace xpbd::system
