// Result files of long runs: checks before the run, and rows that are appended during it.
#pragma once

#include "core/base/result.h"
#include "core/base/stop.h"
#include "lab/files/part_file.h"
#include "system/stream.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// Checks before a long run what would fail after it: a missing or write-protected folder or file (kind: file), one
/// file for two results, and a result that would replace an input (kind: bad_input). `outputs` maps options to paths;
/// "" = not used, "-" = standard output. `inputs`: per input file a word for messages, and its path.
Status check_outputs(const std::map<std::string, std::string>& outputs,
                     const std::vector<std::pair<std::string, std::string>>& inputs = {});

/// A result file that grows during a run. Rows are written to a PartFile until finish() renames it: PATH is never
/// incomplete, and the rows of a killed run stay in the part file until the next run to the same PATH. "-" and devices
/// are written directly.
class GrowingFile {
public:
    /// Creates the part file, which is removed if finish() is not called. Fails if it cannot be created. Waits for a
    /// pipe's reader until `stop` is requested.
    static Result<GrowingFile> create(const std::string& path, const StopToken& stop = {});
    GrowingFile(GrowingFile&& other) noexcept = default;
    GrowingFile& operator=(GrowingFile&&) = delete;

    /// Fails on a full disk, or if the reader of standard output has ended.
    Status append(std::string_view text);
    /// Flushes the file and gives it its name.
    Status finish();

private:
    explicit GrowingFile(PartFile part) : part_(std::move(part)) {}
    explicit GrowingFile(system::Stream stream) : stream_(std::move(stream)) {}

    std::optional<PartFile> part_;         ///< empty if the target is written directly
    std::string waiting_;                  ///< text that is not written to the part file yet: short rows are collected
    std::optional<system::Stream> stream_; ///< used instead of `part_` if the target is written directly
};

} // namespace xpbd::lab
