#include "lab/file.h"

#include "lab/stream.h"

#include <atomic>
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

Error file_error(const std::string& path, const std::string& action, int code) {
    return Error{path + ": cannot " + action + ": " + std::generic_category().message(code), Error::Kind::file};
}

/// A file descriptor that is closed on leaving.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close_now(); }
    int get() const { return fd_; }
    /// Returns 0, or the error of close(): some file systems report a full disk only here.
    int close_now() {
        const int fd = fd_;
        fd_ = -1;
        return fd >= 0 && ::close(fd) != 0 ? errno : 0;
    }

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

/// Makes the rename itself last through a power cut. Best effort: not every file system lets a folder be flushed.
void flush_folder(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    const Descriptor fd(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() >= 0) {
        (void)::fsync(fd.get());
    }
}

/// Fills a new file at `temporary`; 0 or an errno.
int fill(const std::string& temporary, std::string_view content, mode_t mode) {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.get() < 0) {
        return errno;
    }
    if (const int code = write_all(file.get(), content)) {
        return code;
    }
    if (::fsync(file.get()) != 0) {
        return errno;
    }
    return file.close_now();
}

} // namespace

Result<std::string> read_file(const std::string& path) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        return file_error(path, "read", errno);
    }
    std::string content;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = ::read(file.get(), buffer, sizeof(buffer));
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
    }
}

Status write_file(const std::string& path, std::string_view content, const std::stop_token& stop) {
    if (path == "-") {
        return write_stream(path, content, stop);
    }
    if (path.empty()) {
        return Error{"cannot write a file without a name", Error::Kind::file};
    }
    const std::string target = link_target(path);
    mode_t mode = 0666; // less the user's umask
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
        mode = existing.st_mode & 0777;
    }

    // Two threads may write the same file: the last one wins, whole.
    static std::atomic<unsigned> serial = 0;
    const std::string temporary = target + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
    (void)::unlink(temporary.c_str()); // left by a crashed process of the same number
    int code = fill(temporary, content, mode);
    if (code == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) {
        code = errno;
    }
    if (code != 0) {
        (void)::unlink(temporary.c_str());
        return file_error(path, "write", code);
    }
    flush_folder(target);
    return ok();
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
