#pragma once

#include "core/result.h"
#include "lab/stream.h"

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace xpbd::app {

/// Finds out before a long run what would fail after it: a missing or write-protected folder or file (kind: file), one
/// file for two results, and a result that would replace `input` (kind: bad_input). `outputs` maps an option to its
/// path; "" is not asked for, "-" is standard output.
Status check_outputs(const std::map<std::string, std::string>& outputs, const std::string& input);

/// A result file that grows while a run goes on. What is written stands in `PATH.part-PID` until finish() renames it:
/// PATH is never half-written, and a killed run leaves its rows in the part file. "-" and devices are written directly.
class GrowingFile {
public:
    /// Creates the part file; fails where that cannot be. A pipe's reader is waited for until `stop` is requested.
    static Result<GrowingFile> create(const std::string& path, const std::stop_token& stop = {});
    /// Takes the part file away where finish() was not reached.
    ~GrowingFile();
    GrowingFile(GrowingFile&& other) noexcept = default;
    GrowingFile& operator=(GrowingFile&&) = delete;

    /// Fails on a full disk, or where the reader of standard output has gone.
    Status append(std::string_view text);
    /// Flushes and puts the file in its place.
    Status finish();

private:
    struct Closer {
        void operator()(std::FILE* file) const;
    };
    GrowingFile(std::string path, std::string target, std::string temporary, std::FILE* file);
    explicit GrowingFile(lab::Stream stream);
    Error failure() const;

    std::string path_;      ///< as the user wrote it, for messages
    std::string target_;    ///< file that it leads to
    std::string temporary_; ///< "" once it is in its place
    std::unique_ptr<std::FILE, Closer> file_;
    std::optional<lab::Stream> stream_; ///< instead of the file, where the target is written directly
};

} // namespace xpbd::app
