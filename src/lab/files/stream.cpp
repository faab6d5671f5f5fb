#include "lab/files/stream.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

constexpr int kLook = 20;      ///< between two looks at `stop` [ms]
constexpr int kPatience = 100; ///< time for the reader to take the rest once it is requested [ms]

Error stream_error(const std::string& name, const std::string& reason) {
    return Error{name + ": cannot write: " + reason, Error::Kind::file};
}

std::string reason_of(int code) {
    return std::generic_category().message(code);
}

} // namespace

Result<Stream> Stream::open(const std::string& path, const std::stop_token& stop) {
    if (path == "-") {
        std::fflush(stdout); // what was printed before comes first
        return Stream("standard output", STDOUT_FILENO, stop);
    }
    for (;;) {
        const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd >= 0) {
            return Stream(path, fd, stop);
        }
        if (errno != ENXIO) { // a pipe that nobody reads yet
            return stream_error(path, reason_of(errno));
        }
        if (stop.stop_requested()) {
            return stream_error(path, "nobody reads this pipe");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(kLook));
    }
}

Stream::Stream(std::string name, int fd, const std::stop_token& stop)
    : name_(std::move(name)), fd_(fd), portion_(std::numeric_limits<std::size_t>::max()), stop_(stop) {
    struct stat kind {};
    if (fd_ == STDOUT_FILENO && (::fstat(fd_, &kind) != 0 || !S_ISREG(kind.st_mode))) {
        portion_ = PIPE_BUF; // other processes that share it may need blocking mode
    }
}

Stream::Stream(Stream&& other) noexcept
    : name_(std::move(other.name_)),
      fd_(std::exchange(other.fd_, -1)),
      portion_(other.portion_),
      stop_(std::move(other.stop_)) {}

Stream::~Stream() {
    if (fd_ >= 0 && fd_ != STDOUT_FILENO) {
        (void)::close(fd_);
    }
}

bool Stream::wait_for_room() const {
    for (int waited = 0; !stop_.stop_requested() || waited < kPatience; waited += stop_.stop_requested() ? kLook : 0) {
        pollfd look{fd_, POLLOUT, 0};
        if (::poll(&look, 1, kLook) != 0 && look.revents != 0) {
            return true; // writable, or an error that the write reports
        }
    }
    return false;
}

Status Stream::write(std::string_view content) {
    while (!content.empty()) {
        if (!wait_for_room()) {
            return stream_error(name_, "its reader does not read");
        }
        const ssize_t written = ::write(fd_, content.data(), std::min(content.size(), portion_));
        if (written >= 0) {
            content.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR && errno != EAGAIN) {
            return stream_error(name_, reason_of(errno));
        }
    }
    return ok();
}

} // namespace xpbd::lab
