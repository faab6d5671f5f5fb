// The files of `run` that contain one or more frames.
#pragma once

#include "core/base/stop.h"
#include "lab/experiment/experiment.h"
#include "lab/files/result_files.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xpbd::cli {

/// A result file of `run` that receives one frame after another. The file is created with its first frame, so that a
/// named pipe whose reader waits for the end of the run does not block the run's start. See lab::GrowingFile.
class FrameFile {
public:
    using Text = std::string (*)(const lab::Experiment&); ///< makes the text of the current frame
    /// `path` as on the command line, "" = no file. `header` precedes the first frame. `every` K: the file contains the
    /// frames 0, K, 2K, ...; 0 = the last frame only.
    FrameFile(std::string path, std::string header, Text text, std::int64_t every, const StopToken& stop);

    bool wants(std::int64_t frame) const { return !path_.empty() && every_ > 0 && frame % every_ == 0; }
    bool wants_last() const { return !path_.empty() && every_ == 0; }
    /// Appends the current frame. Fails if the file cannot be created or written; the new file is then removed and an
    /// existing one is kept.
    Status add(const lab::Experiment& experiment) { return add(text_(experiment)); }
    /// Appends a frame given as text.
    Status add(std::string_view text);
    /// Completes the file and gives it its name.
    Status finish();

private:
    std::string path_;
    std::string header_; ///< "" after it was written
    Text text_;
    std::int64_t every_;
    StopToken stop_;
    std::optional<lab::GrowingFile> file_; ///< empty before the first frame
};

} // namespace xpbd::cli
