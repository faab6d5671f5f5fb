// File access by functions of Windows.
#include "system/files.h"

#include "system/windows/api.h"

#include <algorithm>

namespace xpbd::system {
namespace {

bool names_pipe(const std::string& path) {
    return path.starts_with(R"(\\.\pipe\)") || path.starts_with("//./pipe/");
}

FileKind kind_of_handle(HANDLE handle) {
    BY_HANDLE_FILE_INFORMATION info{};
    switch (::GetFileType(handle)) {
    case FILE_TYPE_DISK:
        return ::GetFileInformationByHandle(handle, &info) != 0 &&
                       (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0
                   ? FileKind::folder
                   : FileKind::regular;
    case FILE_TYPE_PIPE:
        return FileKind::pipe;
    default:
        return FileKind::device;
    }
}

} // namespace

FileKind kind_of(const std::string& path) {
    if (names_pipe(path)) {
        return FileKind::pipe; // not opened, because that would use up the pipe's instance
    }
    const DWORD attributes = ::GetFileAttributesW(wide_name(path).c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        return FileKind::none;
    }
    // Follows links; attributes alone would not do, as NUL, CON and others have some, too.
    const Handle handle = open_shared(path, 0);
    return handle                                             ? kind_of_handle(handle.get())
           : (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? FileKind::none
           : (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0     ? FileKind::folder
                                                              : FileKind::regular;
}

std::optional<FileIdentity> identity_of(const std::string& path) {
    if (names_pipe(path)) {
        return std::nullopt;
    }
    const Handle handle = open_shared(path, 0);
    BY_HANDLE_FILE_INFORMATION info{};
    if (!handle || ::GetFileInformationByHandle(handle.get(), &info) == 0) {
        return std::nullopt;
    }
    return FileIdentity{info.dwVolumeSerialNumber,
                        (static_cast<std::uint64_t>(info.nFileIndexHigh) << 32) | info.nFileIndexLow};
}

Status check_write_access(const std::string& path) {
    const FileKind kind = kind_of(path);
    if (kind == FileKind::pipe) {
        return ok();
    }
    if (kind == FileKind::regular && (::GetFileAttributesW(wide_name(path).c_str()) & FILE_ATTRIBUTE_READONLY) != 0) {
        return reason(ERROR_ACCESS_DENIED); // also for users whose rights override the attribute
    }
    const Handle handle = open_shared(path, kind == FileKind::folder ? FILE_ADD_FILE : GENERIC_WRITE);
    return handle ? ok() : Status(reason());
}

std::size_t longest_name(const std::string&) {
    return 255; // counted in UTF-16 units, which are fewer than bytes of UTF-8
}

Result<InputFile> InputFile::open(const std::string& path, Wait) {
    Handle handle = open_shared(path, GENERIC_READ);
    if (!handle) {
        return reason();
    }
    LARGE_INTEGER size{};
    const bool sized = ::GetFileSizeEx(handle.get(), &size) != 0;
    const FileKind kind = kind_of_handle(handle.get());
    InputFile file(handle.release());
    file.kind_ = kind;
    file.size_ = sized && kind == FileKind::regular ? static_cast<std::uint64_t>(size.QuadPart) : 0;
    return file;
}

InputFile::InputFile(InputFile&& other) noexcept
    : handle_(std::exchange(other.handle_, kNoHandle)), kind_(other.kind_), size_(other.size_) {}

InputFile::~InputFile() {
    const Handle closes(handle_);
}

Result<std::size_t> InputFile::read(std::span<char> buffer) {
    DWORD count = 0;
    const auto most = static_cast<DWORD>(std::min<std::size_t>(buffer.size(), 1u << 30));
    if (::ReadFile(handle_of(handle_), buffer.data(), most, &count, nullptr) == 0) {
        const DWORD code = ::GetLastError();
        if (code != ERROR_BROKEN_PIPE && code != ERROR_HANDLE_EOF) { // these two are the end of a pipe
            return reason(code);
        }
    }
    return std::size_t{count};
}

} // namespace xpbd::system
