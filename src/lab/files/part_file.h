#pragma once

#include "core/result.h"

#include <string>

namespace xpbd::lab {

/// A file under a name of its own beside its target until it is whole: TARGET.part-N. The target is replaced whole or
/// not at all.
///
/// Its owner holds a lock (flock) on it, which ends with the process, however that ends. A part file without a lock was
/// left by a killed process: the next PartFile of the same target takes its name or removes it.
class PartFile {
public:
    /// Creates an empty part file with the rights of the target, where that exists. `target` is no link. Errors name
    /// `shown`, the path as the user wrote it.
    static Result<PartFile> create(const std::string& target, const std::string& shown);
    /// Removes the part file where commit() was not reached.
    ~PartFile();
    PartFile(PartFile&& other) noexcept;
    PartFile& operator=(PartFile&&) = delete;

    /// Open for writing; closed by commit() and the destructor.
    int descriptor() const { return descriptor_; }
    const std::string& path() const { return path_; }

    /// Flushes it to the disk and renames it to the target. Fails on a full disk; the target is then as it was.
    Status commit();

private:
    PartFile(std::string path, std::string target, std::string shown, int descriptor);
    void close_now();

    std::string path_; ///< "" after commit()
    std::string target_;
    std::string shown_;
    int descriptor_;
};

} // namespace xpbd::lab
