// Messages for error codes of Windows.
#include "system/windows/api.h"

#include <cstddef>
#include <system_error>

namespace xpbd::system {
namespace {

/// Error codes with an equivalent in POSIX.
constexpr std::pair<DWORD, std::errc> kKnown[] = {
    {ERROR_FILE_NOT_FOUND, std::errc::no_such_file_or_directory},
    {ERROR_PATH_NOT_FOUND, std::errc::no_such_file_or_directory},
    {ERROR_INVALID_NAME, std::errc::no_such_file_or_directory},
    {ERROR_BAD_PATHNAME, std::errc::no_such_file_or_directory},
    {ERROR_BAD_NETPATH, std::errc::no_such_file_or_directory},
    {ERROR_INVALID_DRIVE, std::errc::no_such_file_or_directory},
    {ERROR_ACCESS_DENIED, std::errc::permission_denied},
    {ERROR_WRITE_PROTECT, std::errc::read_only_file_system},
    {ERROR_DISK_FULL, std::errc::no_space_on_device},
    {ERROR_HANDLE_DISK_FULL, std::errc::no_space_on_device},
    {ERROR_FILE_EXISTS, std::errc::file_exists},
    {ERROR_ALREADY_EXISTS, std::errc::file_exists},
    {ERROR_DIRECTORY, std::errc::not_a_directory},
    {ERROR_FILENAME_EXCED_RANGE, std::errc::filename_too_long},
    {ERROR_BROKEN_PIPE, std::errc::broken_pipe},
    {ERROR_NO_DATA, std::errc::broken_pipe},
    {ERROR_INVALID_HANDLE, std::errc::bad_file_descriptor},
    {ERROR_TOO_MANY_OPEN_FILES, std::errc::too_many_files_open},
    {ERROR_NOT_ENOUGH_MEMORY, std::errc::not_enough_memory},
};

/// The system's message in the user's language, without line end.
std::string system_message(DWORD code) {
    wchar_t text[512];
    const DWORD length = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, code, 0,
                                          text, static_cast<DWORD>(std::size(text)), nullptr);
    std::wstring_view line(text, length);
    while (!line.empty() && (line.back() <= L' ' || line.back() == L'.')) {
        line.remove_suffix(1);
    }
    return line.empty() ? "error " + std::to_string(code) : narrow(line);
}

} // namespace

Error reason(DWORD code) {
    if (code == ERROR_SHARING_VIOLATION || code == ERROR_LOCK_VIOLATION) {
        return Error{"another program has it open", Error::Kind::file};
    }
    for (const auto& [known, general] : kKnown) {
        if (known == code) {
            return Error{std::make_error_code(general).message(), Error::Kind::file};
        }
    }
    return Error{system_message(code), Error::Kind::file};
}

} // namespace xpbd::system
