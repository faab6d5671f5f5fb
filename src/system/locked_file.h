#pragma once

#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xpbd::system {

/// What becomes of a file that has the name which a new file is to get.
enum class Existing { replaced, kept };

/// A file that this process writes beside another one, to replace it whole. A lock says that its owner lives: the lock
/// ends with the process, however that ends. Another program may write to it too, a child of ours that makes a film.
/// Errors are the system's reason alone.
class LockedFile {
public:
    /// Creates it. None where a file of this name is there.
    static Result<std::optional<LockedFile>> create(const std::string& path);
    /// Removes a file that the process that held it has left behind; leaves alone what is held or was never ours.
    static void remove_abandoned(const std::string& path);
    LockedFile(LockedFile&& other) noexcept;
    LockedFile& operator=(LockedFile&&) = delete;
    /// Removes the file where it has replaced none.
    ~LockedFile();

    const std::string& path() const { return path_; }
    /// Gives it the permissions of another file, as far as that goes.
    void take_permissions_of(const std::string& other);
    Status write(std::string_view content);
    /// Flushes to the disk, then takes the target's name: from then on that is this file, whoever has the old one open.
    /// Fails on a full disk; the target is then as it was. On Windows before 10, and on a file system of others there,
    /// it fails where somebody has the old one open, too. With Existing::kept it fails with "File exists" where
    /// something has the name, even since a moment ago; a file system without hard links checks first and renames then,
    /// which is not atomic.
    Status take_name(const std::string& target, Existing existing);

private:
    LockedFile(std::string path, std::intptr_t handle);
    void close_now();

    std::string path_; ///< "" once it has another name
    std::intptr_t handle_;
};

} // namespace xpbd::system
