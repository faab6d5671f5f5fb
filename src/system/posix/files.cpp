// File access by POSIX functions.
#include "system/files.h"

#include "system/posix/reason.h"

#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

FileKind kind_of_mode(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG:
        return FileKind::regular;
    case S_IFDIR:
        return FileKind::folder;
    case S_IFIFO:
        return FileKind::pipe;
    case S_IFSOCK:
        return FileKind::socket;
    default:
        return FileKind::device;
    }
}

} // namespace

FileKind kind_of(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? kind_of_mode(info.st_mode) : FileKind::none;
}

std::optional<FileIdentity> identity_of(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        return std::nullopt;
    }
    return FileIdentity{static_cast<std::uint64_t>(info.st_dev), static_cast<std::uint64_t>(info.st_ino)};
}

Status check_write_access(const std::string& path) {
    return ::access(path.c_str(), W_OK) == 0 ? ok() : Status(reason());
}

std::size_t longest_name(const std::string& folder) {
    const long allowed = ::pathconf(folder.c_str(), _PC_NAME_MAX);
    return allowed > 32 ? static_cast<std::size_t>(allowed) : 255;
}

Result<InputFile> InputFile::open(const std::string& path, Wait wait) {
    const int waiting = wait == Wait::no ? O_NONBLOCK : 0; // opening a pipe without a writer would block
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | waiting);
    if (fd < 0) {
        return reason();
    }
    InputFile file(fd);
    struct stat info {};
    if (::fstat(fd, &info) != 0) {
        return reason();
    }
    file.kind_ = kind_of_mode(info.st_mode);
    file.size_ = info.st_size > 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
    return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : handle_(std::exchange(other.handle_, -1)), kind_(other.kind_), size_(other.size_) {}

InputFile::~InputFile() {
    if (handle_ >= 0) {
        (void)::close(static_cast<int>(handle_));
    }
}

Result<std::size_t> InputFile::read(std::span<char> buffer) {
    for (;;) {
        const ssize_t count = ::read(static_cast<int>(handle_), buffer.data(), buffer.size());
        if (count >= 0) {
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR) {
            return reason();
        }
    }
}

} // namespace xpbd::system
