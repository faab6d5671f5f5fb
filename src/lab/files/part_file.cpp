#include "lab/files/part_file.h"

#include "lab/files/file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

/// Most part files of one target at a time: as many writers, or killed ones.
constexpr int kSlots = 16;

std::string folder_of(const std::string& target) {
    const fs::path folder = fs::path(target).parent_path();
    return folder.empty() ? "." : folder.string();
}

/// TARGET.part-N. A long name is shortened, so that the suffix fits into what the file system allows.
std::string slot_path(const std::string& target, int slot) {
    const std::string suffix = ".part-" + std::to_string(slot);
    std::string name = fs::path(target).filename().string();
    const long allowed = ::pathconf(folder_of(target).c_str(), _PC_NAME_MAX);
    const std::size_t most = (allowed > 32 ? static_cast<std::size_t>(allowed) : 255) - suffix.size();
    if (name.size() > most) {
        name.resize(most);
        while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0u) == 0x80u) {
            name.pop_back(); // never ends in the middle of a UTF-8 character
        }
        if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0u) {
            name.pop_back();
        }
    }
    return (fs::path(target).parent_path() / (name + suffix)).string();
}

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Opens an existing part file and locks it. -1 where there is none, or where its owner still runs.
int take_over(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    struct stat opened {};
    struct stat named {};
    // The owner may have renamed it between our open() and our lock: then the name no longer leads to it.
    const bool ours = ::fstat(fd, &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid() &&
                      opened.st_nlink == 1 && ::flock(fd, LOCK_EX | LOCK_NB) == 0 &&
                      ::lstat(path.c_str(), &named) == 0 && is_same(opened, named);
    if (!ours) {
        (void)::close(fd);
        return -1;
    }
    return fd;
}

/// A new, locked file of this name; -1 and errno where that cannot be.
int create_locked(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fd;
    }
    // A file system without locks is accepted: no other process can take the file over there.
    const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    struct stat opened {};
    struct stat named {};
    if (!locked || ::fstat(fd, &opened) != 0 || ::lstat(path.c_str(), &named) != 0 || !is_same(opened, named)) {
        (void)::close(fd); // another process took it for a stale one before we locked it
        errno = EEXIST;
        return -1;
    }
    return fd;
}

/// Makes the rename itself durable (power failure). Best effort: not every file system lets a folder be flushed.
void flush_folder(const std::string& target) {
    const int fd = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)::fsync(fd);
        (void)::close(fd);
    }
}

} // namespace

Result<PartFile> PartFile::create(const std::string& target, const std::string& shown) {
    int found = -1;
    std::string path;
    int code = EEXIST;
    for (int slot = 0; slot < kSlots; ++slot) {
        const std::string here = slot_path(target, slot);
        int fd = take_over(here);
        if (fd >= 0) {
            (void)::unlink(here.c_str());
            (void)::close(fd);
        }
        if (found < 0 && code == EEXIST) {
            fd = create_locked(here);
            code = fd < 0 ? errno : 0;
            found = fd;
            path = here;
        }
    }
    if (found < 0) {
        return write_error(shown, code);
    }
    struct stat existing {};
    if (::stat(target.c_str(), &existing) == 0) {
        (void)::fchmod(found, existing.st_mode & 0777); // best effort: the new file keeps the old one's permissions
    }
    return PartFile(path, target, shown, found);
}

PartFile::PartFile(std::string path, std::string target, std::string shown, int descriptor)
    : path_(std::move(path)), target_(std::move(target)), shown_(std::move(shown)), descriptor_(descriptor) {}

PartFile::PartFile(PartFile&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      target_(std::move(other.target_)),
      shown_(std::move(other.shown_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

PartFile::~PartFile() {
    if (!path_.empty()) {
        (void)::unlink(path_.c_str());
    }
    close_now();
}

void PartFile::close_now() {
    if (descriptor_ >= 0) {
        (void)::close(std::exchange(descriptor_, -1));
    }
}

Status PartFile::commit() {
    // After fsync() nothing is left that close() could report. The lock is kept until the name is gone.
    if (::fsync(descriptor_) != 0 || ::rename(path_.c_str(), target_.c_str()) != 0) {
        return write_error(shown_, errno);
    }
    path_.clear();
    close_now();
    flush_folder(target_);
    return ok();
}

} // namespace xpbd::lab
