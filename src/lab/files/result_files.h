#pragma once

#include "core/result.h"
#include "core/stop.h"
#include "lab/files/part_file.h"
#include "lab/files/session/session.h"
#include "system/stream.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::lab {

/// Finds out before a long run what would fail after it: a missing or write-protected folder or file (kind: file), one
/// file for two results, and a result that would replace a file that is read (kind: bad_input). `outputs` maps an
/// option to its path; "" is not asked for, "-" is standard output. `inputs` are what each is, in a word, and its path.
Status check_outputs(const std::map<std::string, std::string>& outputs,
                     const std::vector<std::pair<std::string, std::string>>& inputs = {});

/// The files behind a session, for check_outputs(): its own, "" where there is none, and its mesh.
std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path,
                                                           const lab::Session& session);

/// A result file that grows while a run goes on. What is written stands in a PartFile until finish() renames it:
/// PATH is never half-written, and a killed run leaves its rows in the part file, until the next run to the same PATH.
/// "-" and devices are written directly.
class GrowingFile {
public:
    /// Creates the part file, which goes where finish() is not reached; fails where that cannot be. A pipe's reader is
    /// waited for until `stop` is requested.
    static Result<GrowingFile> create(const std::string& path, const StopToken& stop = {});
    GrowingFile(GrowingFile&& other) noexcept = default;
    GrowingFile& operator=(GrowingFile&&) = delete;

    /// Fails on a full disk, or where the reader of standard output has gone.
    Status append(std::string_view text);
    /// Flushes and puts the file in its place.
    Status finish();

private:
    explicit GrowingFile(PartFile part) : part_(std::move(part)) {}
    explicit GrowingFile(system::Stream stream) : stream_(std::move(stream)) {}

    std::optional<PartFile> part_;         ///< none where the target is written directly
    std::string waiting_;                  ///< for the part file: short rows are written together
    std::optional<system::Stream> stream_; ///< instead of the file, where the target is written directly
};

} // namespace xpbd::lab
