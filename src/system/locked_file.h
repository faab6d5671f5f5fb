// A file that is written under a temporary name and then replaces its target.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xpbd::system {

/// What to do if the target's name exists already.
enum class Existing { replaced, kept };

/// A file that this process writes under a temporary name, and that then replaces its target as a whole. A lock marks
/// it as in use; the system releases the lock when the process ends in any way. Child processes, such as one that
/// encodes a film, can also write to it. Error messages contain only the system's reason.
class LockedFile {
public:
    /// Creates the file. std::nullopt if a file with this name exists.
    static Result<std::optional<LockedFile>> create(const std::string& path);
    /// Removes a file that an ended process has left. Keeps files that are locked or belong to another user.
    static void remove_abandoned(const std::string& path);
    LockedFile(LockedFile&& other) noexcept;
    LockedFile& operator=(LockedFile&&) = delete;
    /// Removes the file unless take_name() has succeeded.
    ~LockedFile();

    const std::string& path() const { return path_; }
    /// Copies the permissions of another file as far as the system allows.
    void take_permissions_of(const std::string& other);
    Status write(std::string_view content);
    /// Flushes the file to disk and renames it to `target`, atomically, even if a program has the old file open. Fails
    /// on a full disk; the target is then unchanged. On Windows before 10, and on any Windows on FAT, it also fails if
    /// a program has the old file open. With Existing::kept it fails with "File exists" if the name exists at that
    /// moment; on a file system without hard links it checks the name before it renames, which is not atomic.
    Status take_name(const std::string& target, Existing existing);

private:
    LockedFile(std::string path, std::intptr_t handle);
    void close_now();

    std::string path_; ///< "" after take_name()
    std::intptr_t handle_;
};

} // namespace xpbd::system
