#include "app/outputs.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace xpbd::app {
namespace {

namespace fs = std::filesystem;

Error file_error(const std::string& path, int code) {
    return Error{path + ": cannot write: " + std::generic_category().message(code), Error::Kind::file};
}

/// One spelling for every way to name a file.
std::string identity(const std::string& path) {
    std::error_code code;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path, code), code);
    return code ? path : canonical.string();
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

Status check_outputs(const std::map<std::string, std::string>& outputs, const std::string& input) {
    std::map<std::string, std::string> option_of;
    for (const auto& [option, path] : outputs) {
        if (path.empty()) {
            continue;
        }
        const std::string file = path == "-" ? path : identity(path);
        const auto [other, is_new] = option_of.emplace(file, option);
        if (!is_new) {
            return Error{option + " " + path + ": " + other->second + " writes there already; give each its own file"};
        }
        if (path == "-") {
            continue;
        }
        if (!input.empty() && file == identity(input)) {
            return Error{option + " " + path + ": this is the session that is read; name another file"};
        }
        Status writable = check_writable(path);
        if (!writable) {
            return writable;
        }
    }
    return ok();
}

void GrowingFile::Closer::operator()(std::FILE* file) const {
    std::fclose(file);
}

GrowingFile::GrowingFile(std::string path, std::string target, std::string temporary, std::FILE* file)
    : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)), file_(file) {}

GrowingFile::GrowingFile(lab::Stream stream) : stream_(std::move(stream)) {}

GrowingFile::~GrowingFile() {
    if (file_ && !temporary_.empty()) {
        (void)::unlink(temporary_.c_str());
    }
}

Result<GrowingFile> GrowingFile::create(const std::string& path, const std::stop_token& stop) {
    std::error_code code;
    // A link keeps pointing where it did.
    const std::string target = fs::is_symlink(path, code) ? identity(path) : path;
    struct stat existing {};
    const bool exists = ::stat(target.c_str(), &existing) == 0;
    if (path == "-" || (exists && !S_ISREG(existing.st_mode))) {
        Result<lab::Stream> stream = lab::Stream::open(path, stop);
        return stream ? Result<GrowingFile>(GrowingFile(std::move(*stream))) : stream.error();
    }
    const std::string temporary = target + ".part-" + std::to_string(::getpid());
    std::FILE* file = std::fopen(temporary.c_str(), "w");
    if (file == nullptr) {
        return file_error(path, errno);
    }
    if (exists) {
        (void)::fchmod(::fileno(file), existing.st_mode & 0777); // best effort: the new file keeps the old one's rights
    }
    return GrowingFile(path, target, temporary, file);
}

Error GrowingFile::failure() const {
    return file_error(path_, errno);
}

Status GrowingFile::append(std::string_view text) {
    if (stream_) { // who reads along gets every frame as it comes
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
    if (::fsync(::fileno(file_.get())) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
        return failure();
    }
    temporary_.clear();
    return std::fclose(file_.release()) == 0 ? ok() : Status(failure());
}

} // namespace xpbd::app
