#include "lab/files/file.h"

#include "core/excerpt.h"
#include "lab/files/part_file.h"
#include "lab/files/stream.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

/// Longest piece of a path that a message repeats: longer than most paths, far below what a hostile file can hold.
constexpr std::size_t kShownPath = 400;

Error file_error(const std::string& path, const std::string& action, int code) {
    return Error{excerpt(path, kShownPath) + ": cannot " + action + ": " + std::generic_category().message(code),
                 Error::Kind::file};
}

/// "64 MiB".
std::string size_text(std::size_t bytes) {
    return bytes >= (std::size_t{1} << 20) ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes) + " bytes";
}

/// What is not a regular file, in words.
const char* kind_of(mode_t mode) {
    return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/// A file descriptor that is closed on leaving.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) {
            (void)::close(fd_);
        }
    }
    int get() const { return fd_; }

private:
    int fd_;
};

/// Writes everything; 0 or an errno.
int write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(fd, content.data(), content.size());
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Devices and pipes cannot be replaced by a rename (and must not be): they are written to directly.
Status write_stream(const std::string& path, std::string_view content, const std::stop_token& stop) {
    Result<Stream> stream = Stream::open(path, stop);
    return stream ? stream->write(content) : Status(stream.error());
}

/// The file that a name leads to: a link keeps pointing where it did.
std::string link_target(const std::string& path) {
    std::error_code code;
    if (!fs::is_symlink(path, code)) {
        return path;
    }
    const fs::path target = fs::weakly_canonical(path, code);
    return code ? path : target.string();
}

/// Reads to the end; fails beyond `largest` bytes.
Result<std::string> read_all(int fd, const std::string& path, std::size_t largest) {
    std::string content;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = ::read(fd, buffer, sizeof(buffer));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return file_error(path, "read", errno);
        }
        if (count == 0) {
            return content;
        }
        content.append(buffer, static_cast<std::size_t>(count));
        if (content.size() > largest) {
            return too_large(path, largest);
        }
    }
}

} // namespace

Error write_error(const std::string& path, int code) {
    return file_error(path, "write", code);
}

Error too_large(const std::string& path, std::size_t largest) {
    return Error{excerpt(path, kShownPath) + ": larger than " + size_text(largest) + ", the most that is read of it",
                 Error::Kind::file};
}

Result<std::string> read_file(const std::string& path, std::size_t largest) {
    // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (file.get() < 0) {
        return file_error(path, "read", errno);
    }
    struct stat info {};
    if (::fstat(file.get(), &info) != 0) {
        return file_error(path, "read", errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return file_error(path, "read", EISDIR);
    }
    if (!S_ISREG(info.st_mode)) {
        return Error{excerpt(path, kShownPath) + ": this is " + kind_of(info.st_mode) + "; only regular files are read",
                     Error::Kind::file};
    }
    if (info.st_size > 0 && static_cast<std::uintmax_t>(info.st_size) > largest) {
        return too_large(path, largest);
    }
    return read_all(file.get(), path, largest); // it may grow meanwhile, and /proc states no size
}

Result<std::string> read_handed_file(const std::string& path, std::size_t largest) {
    const bool handed = path == "/dev/stdin" || path.starts_with("/dev/fd/");
    struct stat info {};
    if (!handed || ::stat(path.c_str(), &info) != 0 || !S_ISFIFO(info.st_mode)) {
        return read_file(path, largest);
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file.get() < 0 ? file_error(path, "read", errno) : read_all(file.get(), path, largest);
}

bool same_file(const std::string& a, const std::string& b) {
    struct stat first {};
    struct stat second {};
    if (::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0) {
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    }
    const auto whole = [](const std::string& path) {
        std::error_code code;
        const fs::path canonical = fs::weakly_canonical(fs::absolute(path, code), code);
        return code ? path : canonical.string();
    };
    return whole(a) == whole(b);
}

std::string folder_of(const std::string& path) {
    const std::filesystem::path parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? "./" : parent.string();
}

Status write_file(const std::string& path, std::string_view content, const std::stop_token& stop) {
    if (path == "-") {
        return write_stream(path, content, stop);
    }
    if (path.empty()) {
        return Error{"cannot write a file without a name", Error::Kind::file};
    }
    const std::string target = link_target(path);
    struct stat existing {};
    if (::stat(target.c_str(), &existing) == 0) {
        if (S_ISDIR(existing.st_mode)) {
            return file_error(path, "write", EISDIR);
        }
        if (!S_ISREG(existing.st_mode)) {
            return write_stream(target, content, stop);
        }
        if (::access(target.c_str(), W_OK) != 0) {
            return file_error(path, "write", errno); // a rename would get past the user's write protection
        }
    }
    // Two threads may write the same file: the last one wins, whole.
    Result<PartFile> part = PartFile::create(target, path);
    if (!part) {
        return part.error();
    }
    const int code = write_all(part->descriptor(), content);
    return code == 0 ? part->commit() : Status(file_error(path, "write", code));
}

std::string unused_path(const std::string& stem, const std::string& extension) {
    std::error_code code;
    std::string path = stem + extension;
    for (int number = 2; fs::exists(fs::symlink_status(path, code)); ++number) {
        path = stem + "_" + std::to_string(number) + extension;
    }
    return path;
}

} // namespace xpbd::lab
