#include "lab/files/result_files.h"

#include "lab/files/file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

Error file_error(const std::string& path, int code) {
    return Error{path + ": cannot write: " + std::generic_category().message(code), Error::Kind::file};
}

Status check_writable(const std::string& path) {
    const fs::path file(path);
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code code;
    if (!fs::is_directory(folder, code)) {
        return Error{path + ": the folder " + folder.string() + " does not exist", Error::Kind::file};
    }
    if (fs::is_directory(file, code)) {
        return Error{path + ": this is a folder; name a file", Error::Kind::file};
    }
    if (fs::exists(file, code)) {
        if (::access(path.c_str(), W_OK) != 0) {
            return file_error(path, errno);
        }
        if (!fs::is_regular_file(file, code)) {
            return ok(); // a device or a pipe is written to, not replaced
        }
    }
    if (::access(folder.c_str(), W_OK) != 0) {
        return Error{path + ": the folder " + folder.string() + " cannot be written to", Error::Kind::file};
    }
    return ok();
}

} // namespace

Status check_outputs(const std::map<std::string, std::string>& outputs,
                     const std::vector<std::pair<std::string, std::string>>& inputs) {
    const auto lead_to_one = [](const std::string& a, const std::string& b) {
        return a == "-" || b == "-" ? a == b : lab::same_file(a, b);
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
            if (!input.empty() && lab::same_file(input, path)) {
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

std::vector<std::pair<std::string, std::string>> inputs_of(const std::string& session_path,
                                                           const lab::Session& session) {
    return {{"session", session_path}, {"mesh", session.scene.file}};
}

void GrowingFile::Closer::operator()(std::FILE* file) const {
    std::fclose(file);
}

GrowingFile::GrowingFile(std::string path, lab::PartFile part, std::FILE* file)
    : path_(std::move(path)), part_(std::move(part)), file_(file) {}

GrowingFile::GrowingFile(lab::Stream stream) : stream_(std::move(stream)) {}

Result<GrowingFile> GrowingFile::create(const std::string& path, const std::stop_token& stop) {
    std::error_code code;
    // A link keeps pointing where it did.
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path, code), code);
    const std::string target = fs::is_symlink(path, code) ? canonical.string() : path;
    struct stat existing {};
    if (path == "-" || (::stat(target.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode))) {
        Result<lab::Stream> stream = lab::Stream::open(path, stop);
        return stream ? Result<GrowingFile>(GrowingFile(std::move(*stream))) : stream.error();
    }
    Result<lab::PartFile> part = lab::PartFile::create(target, path);
    if (!part) {
        return part.error();
    }
    const int descriptor = ::fcntl(part->descriptor(), F_DUPFD_CLOEXEC, 0);
    std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "w");
    if (file == nullptr) {
        return file_error(path, errno);
    }
    return GrowingFile(path, std::move(*part), file);
}

Error GrowingFile::failure() const {
    return file_error(path_, errno);
}

Status GrowingFile::append(std::string_view text) {
    if (stream_) { // a reader of the pipe gets every frame at once
        return stream_->write(text);
    }
    return std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() ? ok() : Status(failure());
}

Status GrowingFile::finish() {
    if (stream_) {
        return ok();
    }
    if (std::fflush(file_.get()) != 0) {
        return failure();
    }
    return part_->commit();
}

} // namespace xpbd::lab
