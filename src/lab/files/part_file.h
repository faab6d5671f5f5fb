// Temporary files that replace their target when they are complete.
#pragma once

#include "core/base/result.h"
#include "system/locked_file.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// A temporary file TARGET.part-N beside its target. It replaces the target as a whole or not at all. Part files of
/// killed processes are removed when the next PartFile of the same target is created.
class PartFile {
public:
    /// Creates an empty part file, with the permissions of the target if it exists. `target` must not be a link. Errors
    /// contain `shown`, the path as written by the user.
    static Result<PartFile> create(const std::string& target, const std::string& shown);

    /// The file's path, for a program that writes to it.
    const std::string& path() const { return file_.path(); }

    Status write(std::string_view content);
    /// Flushes the file and renames it to the target. Without a commit, the destructor removes the file. Fails on a
    /// full disk, and with exists_already() if the target exists and must be kept; the target is unchanged then.
    Status commit(system::Existing existing = system::Existing::replaced);

private:
    PartFile(system::LockedFile file, std::string target, std::string shown);

    system::LockedFile file_;
    std::string target_;
    std::string shown_;
};

} // namespace xpbd::lab
