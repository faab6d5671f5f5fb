#pragma once

#include "core/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/files/result_files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xpbd::cli {

/// A result file of `run` that gets what one frame holds, then another's. It is created with its first frame, so that
/// a pipe whose turn comes at the end of the run is not waited for at its start; see lab::GrowingFile.
class FrameFile {
public:
    using Text = std::string (*)(const lab::Experiment&);
    /// `path` as on the command line, "" = not asked for. `header` comes before the first frame. `every`: the frames 0,
    /// K, 2K, ...; 0 = the last one only.
    FrameFile(std::string path, std::string header, Text text, std::int64_t every, const StopToken& stop);

    bool wants(std::int64_t frame) const { return !path_.empty() && every_ > 0 && frame % every_ == 0; }
    bool wants_last() const { return !path_.empty() && every_ == 0; }
    /// Appends the current frame. Fails where the file cannot be created or written; then it goes, and what stood in
    /// its place stays.
    Status add(const lab::Experiment& experiment) { return add(text_(experiment)); }
    /// The same with its text.
    Status add(std::string_view text);
    /// Puts the file in its place, where it is whole.
    Status finish();

private:
    std::string path_;
    std::string header_; ///< not yet written
    Text text_;
    std::int64_t every_;
    StopToken stop_;
    std::optional<lab::GrowingFile> file_; ///< from the first frame on
};

} // namespace xpbd::cli
