// Files with an flock(), for systems with locks.
#include "system/locked_file.h"

#include "system/names.h"
#include "system/posix/reason.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::system {
namespace {

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// True if the open file still has this name.
bool has_name(int fd, const std::string& path, struct stat& opened) {
    struct stat named {};
    return ::fstat(fd, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && is_same(opened, named);
}

/// Renames like rename(), but fails if the target exists; rename() has no such option.
bool rename_to_new(const std::string& path, const std::string& target) {
    if (::link(path.c_str(), target.c_str()) == 0) {
        (void)::unlink(path.c_str());
        return true;
    }
    struct stat there {};
    if (errno == EEXIST || ::lstat(target.c_str(), &there) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(path.c_str(), target.c_str()) == 0; // the file system has no hard links
}

/// Makes the rename itself durable in a power failure. Errors are ignored, as not every file system can flush a folder.
void flush_folder_of(const std::string& target) {
    const std::filesystem::path folder = path_of(target).parent_path();
    const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)::fsync(fd);
        (void)::close(fd);
    }
}

} // namespace

Result<std::optional<LockedFile>> LockedFile::create(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        return errno == EEXIST ? Result<std::optional<LockedFile>>(std::nullopt) : reason();
    }
    // A file system without locks is accepted: other processes cannot take over the file there.
    const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    struct stat opened {};
    if (!locked || !has_name(fd, path, opened)) {
        (void)::close(fd); // another process removed the file as abandoned before it was locked
        return std::optional<LockedFile>{};
    }
    return std::optional(LockedFile(path, fd));
}

void LockedFile::remove_abandoned(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    struct stat opened {};
    // The owner may have renamed the file between open() and flock(); the name then does not refer to it any more.
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && has_name(fd, path, opened) && S_ISREG(opened.st_mode) &&
        opened.st_uid == ::geteuid() && opened.st_nlink == 1) {
        (void)::unlink(path.c_str());
    }
    (void)::close(fd);
}

void LockedFile::take_permissions_of(const std::string& other) {
    struct stat existing {};
    if (::stat(other.c_str(), &existing) == 0) {
        (void)::fchmod(static_cast<int>(handle_), existing.st_mode & 0777);
    }
}

Status LockedFile::take_name(const std::string& target, Existing existing) {
    // fsync() has reported all write errors, so close() cannot report more. The lock is kept until the file is renamed.
    const bool taken =
        ::fsync(static_cast<int>(handle_)) == 0 &&
        (existing == Existing::kept ? rename_to_new(path_, target) : ::rename(path_.c_str(), target.c_str()) == 0);
    if (!taken) {
        return reason();
    }
    path_.clear();
    close_now();
    flush_folder_of(target);
    return ok();
}

} // namespace xpbd::system
