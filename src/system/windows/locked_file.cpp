// Files with a byte-range lock.
#include "system/locked_file.h"

#include "system/windows/api.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace xpbd::system {
namespace {

/// @name Renaming since Windows 10: atomic, even if a program has the file open. Older SDKs lack the declarations.
/// @{
constexpr auto kDispositionEx = static_cast<FILE_INFO_BY_HANDLE_CLASS>(21);
constexpr auto kRenameEx = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
constexpr DWORD kDelete = 1;
constexpr DWORD kDeleteAtOnce = 2;
constexpr DWORD kReplace = 1;
constexpr DWORD kReplaceOpen = 2;
struct RenameInfo {
    DWORD flags;
    HANDLE root;
    DWORD length; ///< length of the name in bytes
    wchar_t name[1];
};
/// @}

/// Attempts of take_name() to rename: virus scanners and the search index open new files exclusively for a moment.
constexpr int kAttempts = 80;
constexpr DWORD kBetween = 25; ///< time between two attempts [ms]

/// Locks a byte far beyond the content: locking the content's bytes would keep a child from writing them.
bool lock(HANDLE handle) {
    OVERLAPPED place{};
    place.OffsetHigh = 0x40000000;
    return ::LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) != 0;
}

/// True if a file of this name is marked for removal and exists until the last program that has it open closes it.
bool is_going(const std::string& path) {
    return ::GetFileAttributesW(wide_name(path).c_str()) != INVALID_FILE_ATTRIBUTES ||
           ::GetLastError() == ERROR_ACCESS_DENIED;
}

/// True if the open file has this name and only this one.
bool has_name(HANDLE handle, const std::string& path) {
    const Handle named = open_shared(path, 0, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
    BY_HANDLE_FILE_INFORMATION a{}, b{};
    return named && ::GetFileInformationByHandle(handle, &a) != 0 &&
           ::GetFileInformationByHandle(named.get(), &b) != 0 && a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
           a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow && a.nNumberOfLinks == 1 &&
           (a.dwFileAttributes & (FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY)) == 0;
}

/// Opens the file with the right to remove or rename it. create() does not request this right, because most programs
/// cannot open a file while another process has it.
Handle open_to_change_name(const std::string& path) {
    return open_shared(path, DELETE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
}

void remove(const std::string& path) {
    const Handle file = open_to_change_name(path);
    DWORD at_once = kDelete | kDeleteAtOnce;
    if (file && ::SetFileInformationByHandle(file.get(), kDispositionEx, &at_once, sizeof(at_once)) == 0) {
        FILE_DISPOSITION_INFO on_closing{TRUE};
        (void)::SetFileInformationByHandle(file.get(), FileDispositionInfo, &on_closing, sizeof(on_closing));
    }
}

bool rename(const std::string& path, const std::string& target, Existing existing) {
    const bool replaces = existing == Existing::replaced;
    const std::wstring given = wide_name(target);
    std::wstring whole(::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(::GetFullPathNameW(given.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    const std::size_t bytes = whole.size() * sizeof(wchar_t);
    std::vector<std::byte> buffer(sizeof(RenameInfo) + bytes);
    const RenameInfo info{replaces ? kReplace | kReplaceOpen : 0, nullptr, static_cast<DWORD>(bytes), {}};
    std::memcpy(buffer.data(), &info, sizeof(info));
    std::memcpy(buffer.data() + offsetof(RenameInfo, name), whole.data(), bytes);
    // The second call is for systems before Windows 10 and for FAT. It fails if a program has the target open.
    return ::SetFileInformationByHandle(open_to_change_name(path).get(), kRenameEx, buffer.data(),
                                        static_cast<DWORD>(buffer.size())) != 0 ||
           ::MoveFileExW(wide_name(path).c_str(), given.c_str(),
                         (replaces ? MOVEFILE_REPLACE_EXISTING : 0) | MOVEFILE_WRITE_THROUGH) != 0;
}

} // namespace

Result<std::optional<LockedFile>> LockedFile::create(const std::string& path) {
    Handle handle = open_shared(path, GENERIC_WRITE, CREATE_NEW);
    if (!handle) {
        const DWORD code = ::GetLastError();
        return code == ERROR_FILE_EXISTS || code == ERROR_ALREADY_EXISTS ||
                       (code == ERROR_ACCESS_DENIED && is_going(path))
                   ? Result<std::optional<LockedFile>>(std::nullopt)
                   : reason(code);
    }
    if (!lock(handle.get()) || !has_name(handle.get(), path)) {
        return std::optional<LockedFile>{}; // another process removed the file as abandoned before it was locked
    }
    return std::optional(LockedFile(path, handle.release()));
}

void LockedFile::remove_abandoned(const std::string& path) {
    const Handle handle = open_shared(path, GENERIC_WRITE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle && lock(handle.get()) && has_name(handle.get(), path)) {
        remove(path);
    }
}

LockedFile::LockedFile(std::string path, std::intptr_t handle) : path_(std::move(path)), handle_(handle) {}

LockedFile::LockedFile(LockedFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), handle_(std::exchange(other.handle_, kNoHandle)) {}

LockedFile::~LockedFile() {
    if (!path_.empty()) {
        remove(path_);
    }
    close_now();
}

void LockedFile::close_now() {
    const Handle closes(std::exchange(handle_, kNoHandle));
}

void LockedFile::take_permissions_of(const std::string&) {} // a new file inherits its folder's permissions

Status LockedFile::write(std::string_view content) {
    return write_all(handle_of(handle_), content) ? ok() : Status(reason());
}

Status LockedFile::take_name(const std::string& target, Existing existing) {
    if (::FlushFileBuffers(handle_of(handle_)) == 0) {
        return reason();
    }
    for (int attempt = 1; !rename(path_, target, existing); ++attempt) {
        const DWORD code = ::GetLastError();
        if (attempt == kAttempts || (code != ERROR_SHARING_VIOLATION && code != ERROR_ACCESS_DENIED)) {
            return reason(code);
        }
        ::Sleep(kBetween);
    }
    path_.clear();
    close_now();
    return ok();
}

} // namespace xpbd::system
