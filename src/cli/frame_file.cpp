#include "cli/frame_file.h"

#include <utility>

namespace xpbd::cli {

FrameFile::FrameFile(std::string path, std::string header, Text text, std::int64_t every, const StopToken& stop)
    : path_(std::move(path)), header_(std::move(header)), text_(text), every_(every), stop_(stop) {}

Status FrameFile::add(std::string_view text) {
    if (!file_) {
        Result<lab::GrowingFile> file = lab::GrowingFile::create(path_, stop_);
        if (!file) {
            return file.error();
        }
        file_.emplace(std::move(*file));
    }
    Status written = file_->append(std::exchange(header_, ""));
    written = written ? file_->append(text) : written;
    if (!written) {
        file_.reset();
    }
    return written;
}

Status FrameFile::finish() {
    return file_ ? file_->finish() : ok();
}

} // namespace xpbd::cli
