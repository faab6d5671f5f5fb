// Reads and writes whole files, with limits and with messages for the user.
#include "lab/files/file.h"

#include "core/base/excerpt.h"
#include "lab/files/part_file.h"
#include "system/files.h"
#include "system/names.h"
#include "system/stream.h"

#include <filesystem>
#include <system_error>

namespace xpbd::lab {
namespace {

namespace fs = std::filesystem;

/// Longest chain of links that is followed; longer chains are circular.
constexpr int kMostLinks = 40;

/// Longest part of a path in a message: longer than most paths, but much shorter than a hostile file could contain.
constexpr std::size_t kShownPath = 400;

Error file_error(const std::string& path, const std::string& action, const std::string& reason) {
    return Error{excerpt(path, kShownPath) + ": cannot " + action + ": " + reason, Error::Kind::file};
}

std::string reason_of(std::errc code) {
    return std::make_error_code(code).message();
}

/// Text like "64 MiB".
std::string size_text(std::size_t bytes) {
    return bytes >= (std::size_t{1} << 20) ? std::to_string(bytes >> 20) + " MiB" : std::to_string(bytes) + " bytes";
}

/// The name of a file that is not a regular one.
const char* name_of(system::FileKind kind) {
    return kind == system::FileKind::pipe ? "a pipe" : kind == system::FileKind::socket ? "a socket" : "a device";
}

/// Writes directly to a device or a pipe, which must not be replaced by a rename.
Status write_stream(const std::string& path, std::string_view content, const StopToken& stop) {
    Result<system::Stream> stream = system::Stream::open(path, stop);
    return stream ? stream->write(content) : Status(stream.error());
}

/// Reads to the end of the file. Fails beyond `largest` bytes.
Result<std::string> read_all(system::InputFile& file, const std::string& path, std::size_t largest) {
    std::string content;
    char buffer[1 << 16];
    for (;;) {
        const Result<std::size_t> count = file.read(buffer);
        if (!count) {
            return file_error(path, "read", count.error().message);
        }
        if (*count == 0) {
            return content;
        }
        content.append(buffer, *count);
        if (content.size() > largest) {
            return too_large(path, largest);
        }
    }
}

} // namespace

Error write_error(const std::string& path, const std::string& reason) {
    return file_error(path, "write", reason);
}

Error too_large(const std::string& path, std::size_t largest) {
    return Error{excerpt(path, kShownPath) + ": larger than " + size_text(largest) + ", the most that is read of it",
                 Error::Kind::file};
}

Result<std::string> read_file(const std::string& path, std::size_t largest) {
    Result<system::InputFile> file = system::InputFile::open(path);
    if (!file) {
        return file_error(path, "read", file.error().message);
    }
    if (file->kind() == system::FileKind::folder) {
        return file_error(path, "read", reason_of(std::errc::is_a_directory));
    }
    if (file->kind() != system::FileKind::regular) {
        return Error{excerpt(path, kShownPath) + ": this is " + name_of(file->kind()) + "; only regular files are read",
                     Error::Kind::file};
    }
    if (file->size() > largest) {
        return too_large(path, largest);
    }
    return read_all(*file, path, largest); // the size is not relied on: the file may grow, and /proc reports no sizes
}

Result<std::string> read_handed_file(const std::string& path, std::size_t largest) {
    const bool handed = path == "/dev/stdin" || path.starts_with("/dev/fd/");
    if (!handed || system::kind_of(path) != system::FileKind::pipe) {
        return read_file(path, largest);
    }
    Result<system::InputFile> file = system::InputFile::open(path, system::InputFile::Wait::yes);
    return file ? read_all(*file, path, largest) : file_error(path, "read", file.error().message);
}

Error exists_already(const std::string& path) {
    return Error{excerpt(path, kShownPath) + ": exists already; choose another name, or --force"};
}

std::string link_target(const std::string& path) {
    std::error_code code;
    fs::path target = system::path_of(path);
    for (int links = 0; links < kMostLinks && fs::is_symlink(target, code); ++links) {
        const fs::path next = fs::read_symlink(target, code);
        if (code) {
            return path;
        }
        target = target.parent_path() / next; // an absolute path replaces the folder
    }
    return system::text_of(target);
}

bool same_file(const std::string& a, const std::string& b) {
    const auto first = system::identity_of(a);
    const auto second = system::identity_of(b);
    if (first && second) {
        return *first == *second;
    }
    const auto whole = [](const std::string& path) {
        std::error_code code;
        const fs::path target = system::path_of(link_target(path));
        const fs::path canonical = fs::weakly_canonical(fs::absolute(target, code), code);
        return code ? target : canonical;
    };
    return whole(a) == whole(b);
}

std::string folder_of(const std::string& path) {
    const fs::path parent = system::path_of(path).parent_path();
    return parent.empty() ? "./" : system::text_of(parent);
}

Status write_file(const std::string& path, std::string_view content, const StopToken& stop, system::Existing existing) {
    if (path == "-") {
        return write_stream(path, content, stop);
    }
    if (path.empty()) {
        return Error{"cannot write a file without a name", Error::Kind::file};
    }
    const std::string target = link_target(path); // a link is kept; its target is written
    const system::FileKind kind = system::kind_of(target);
    if (kind == system::FileKind::folder) {
        return file_error(path, "write", reason_of(std::errc::is_a_directory));
    }
    if (kind == system::FileKind::regular) {
        // A rename would ignore that the user has write-protected the file.
        const Status writable = system::check_write_access(target);
        if (!writable) {
            return file_error(path, "write", writable.error().message);
        }
    } else if (kind != system::FileKind::none) {
        return write_stream(target, content, stop);
    }
    // If several processes write the same file, the last one replaces it as a whole; with Existing::kept, the first one
    // creates it and the others fail.
    Result<PartFile> part = PartFile::create(target, path);
    if (!part) {
        return part.error();
    }
    const Status written = part->write(content);
    return written ? part->commit(existing) : written;
}

std::string unused_path(const std::string& stem, const std::string& extension) {
    std::error_code code;
    std::string path = stem + extension;
    for (int number = 2; fs::exists(fs::symlink_status(system::path_of(path), code)); ++number) {
        path = stem + "_" + std::to_string(number) + extension;
    }
    return path;
}

} // namespace xpbd::lab
