#pragma once

#include "core/result.h"
#include "system/locked_file.h"

#include <string>
#include <string_view>

namespace xpbd::lab {

/// A file under a name of its own beside its target until it is whole: TARGET.part-N. The target is replaced whole or
/// not at all. A part file that a killed process has left goes when the next PartFile of the same target is made.
class PartFile {
public:
    /// Creates an empty part file with the rights of the target, where that exists. `target` is no link. Errors name
    /// `shown`, the path as the user wrote it.
    static Result<PartFile> create(const std::string& target, const std::string& shown);

    /// For another program that writes to it.
    const std::string& path() const { return file_.path(); }

    Status write(std::string_view content);
    /// Flushes it to the disk and renames it to the target; where this is not reached the file goes. Fails on a full
    /// disk, and with exists_already() where the target exists and is to be kept; the target is not changed
    /// then.
    Status commit(system::Existing existing = system::Existing::replaced);

private:
    PartFile(system::LockedFile file, std::string target, std::string shown);

    system::LockedFile file_;
    std::string target_;
    std::string shown_;
};

} // namespace xpbd::lab
