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

constexpr int kLook = 20;      ///< between two looks at `stop` [ms]
constexpr int kPatience = 100; ///< time for the reader to take the rest once it is requested [ms]

Error stream_error(const std::string& name, const std::string& why) {
    return Error{name + ": cannot write: " + why, Error::Kind::file};
}

/// Waits until the descriptor takes something. False where `stop` ended the waiting.
bool wait_for_room(int fd, const StopToken& stop) {
    for (int waited = 0; !stop.stop_requested() || waited < kPatience; waited += stop.stop_requested() ? kLook : 0) {
        pollfd look{fd, POLLOUT, 0};
        if (::poll(&look, 1, kLook) != 0 && look.revents != 0) {
            return true; // writable, or an error that the write reports
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
            portion = PIPE_BUF; // other processes that share it may need blocking mode
        }
    }
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    ~Target() {
        if (fd != STDOUT_FILENO) { // which is not ours to close
            (void)::close(fd);
        }
    }

    std::string name;
    int fd;
    std::size_t portion = std::numeric_limits<std::size_t>::max(); ///< that a write takes at once where there is room
    StopToken stop;
};

Stream::Stream(std::unique_ptr<Target> target) : target_(std::move(target)) {}
Stream::Stream(Stream&&) noexcept = default;
Stream::~Stream() = default;

Result<Stream> Stream::open(const std::string& path, const StopToken& stop) {
    if (path == "-") {
        std::fflush(stdout); // what was printed before comes first
        return Stream(std::make_unique<Target>("standard output", STDOUT_FILENO, stop));
    }
    for (;;) {
        const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd >= 0) {
            return Stream(std::make_unique<Target>(path, fd, stop));
        }
        if (errno != ENXIO) { // a pipe that nobody reads yet
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
