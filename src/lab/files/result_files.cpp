#include "lab/files/result_files.h"

#include "lab/files/file.h"
#include "system/files.h"
#include "system/names.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

/// Rows are collected up to this size [bytes] before they are written, because a call of the file system takes longer
/// than writing the bytes of a row.
constexpr std::size_t kTogether = 65536;

Status check_writable(const std::string& path) {
    const fs::path parent = system::path_of(path).parent_path();
    const std::string folder = parent.empty() ? "." : system::text_of(parent);
    if (system::kind_of(folder) != system::FileKind::folder) {
        return Error{path + ": the folder " + folder + " does not exist", Error::Kind::file};
    }
    const system::FileKind kind = system::kind_of(path);
    if (kind == system::FileKind::folder) {
        return Error{path + ": this is a folder; name a file", Error::Kind::file};
    }
    if (kind != system::FileKind::none) {
        const Status writable = system::check_write_access(path);
        if (!writable) {
            return write_error(path, writable.error().message);
        }
        if (kind != system::FileKind::regular) {
            return ok(); // devices and pipes are written directly and not replaced
        }
    }
    if (!system::check_write_access(folder)) {
        return Error{path + ": the folder " + folder + " cannot be written to", Error::Kind::file};
    }
    return ok();
}

} // namespace

Status check_outputs(const std::map<std::string, std::string>& outputs,
                     const std::vector<std::pair<std::string, std::string>>& inputs) {
    const auto lead_to_one = [](const std::string& a, const std::string& b) {
        return a == "-" || b == "-" ? a == b : same_file(a, b);
    };
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        const auto& [option, path] = *output;
        if (path.empty()) {
            continue;
        }
        for (auto other = outputs.begin(); other != output; ++other) {
            if (!other->second.empty() && lead_to_one(other->second, path)) {
                return Error{option + " " + path + ": " + other->first +
                             " writes there already; give each its own file"};
            }
        }
        if (path == "-") {
            continue;
        }
        for (const auto& [what, input] : inputs) {
            if (!input.empty() && same_file(input, path)) {
                return Error{option + " " + path + ": this is the " + what + " that is read; name another file"};
            }
        }
        Status writable = check_writable(path);
        if (!writable) {
            return writable;
        }
    }
    return ok();
}

Result<GrowingFile> GrowingFile::create(const std::string& path, const StopToken& stop) {
    const std::string target = link_target(path); // a link is kept; its target is written
    const system::FileKind kind = path == "-" ? system::FileKind::pipe : system::kind_of(target);
    if (kind != system::FileKind::none && kind != system::FileKind::regular) {
        Result<system::Stream> stream = system::Stream::open(path, stop);
        return stream ? Result<GrowingFile>(GrowingFile(std::move(*stream))) : stream.error();
    }
    Result<PartFile> part = PartFile::create(target, path);
    return part ? Result<GrowingFile>(GrowingFile(std::move(*part))) : part.error();
}

Status GrowingFile::append(std::string_view text) {
    if (stream_) { // the pipe's reader gets each frame immediately
        return stream_->write(text);
    }
    waiting_ += text;
    if (waiting_.size() < kTogether) {
        return ok();
    }
    Status written = part_->write(waiting_);
    waiting_.clear();
    return written;
}

Status GrowingFile::finish() {
    if (stream_) {
        return ok();
    }
    const Status written = part_->write(waiting_);
    return written ? part_->commit() : written;
}

} // namespace xpbd::lab
