#pragma once

// Includes the system's header. Only the sources of this folder may include this file.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00 // Windows 10
#endif
#include <windows.h>

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace xpbd::system {

/// @name Conversion of text
/// The system uses UTF-16. Invalid sequences become U+FFFD.
/// @{
std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);
/// The name of a file for system calls. Names that are too long become absolute with the prefix \\?\ .
std::wstring wide_name(const std::string& name);
/// @}

/// The system's message for an error code. An error that POSIX has, too, gets the message of POSIX.
Error reason(DWORD code = ::GetLastError());

/// Closes its handle when destroyed.
class Handle {
public:
    explicit Handle(HANDLE handle = INVALID_HANDLE_VALUE) : handle_(handle) {}
    explicit Handle(std::intptr_t handle) : handle_(reinterpret_cast<HANDLE>(handle)) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle() {
        if (*this) {
            (void)::CloseHandle(handle_);
        }
    }
    explicit operator bool() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return handle_; }
    /// Passes the ownership to the caller.
    std::intptr_t release() { return reinterpret_cast<std::intptr_t>(std::exchange(handle_, INVALID_HANDLE_VALUE)); }

private:
    HANDLE handle_;
};
inline constexpr std::intptr_t kNoHandle = -1; ///< INVALID_HANDLE_VALUE
inline HANDLE handle_of(std::intptr_t number) {
    return reinterpret_cast<HANDLE>(number);
}

/// Opens a file so that others can still read, write, replace and remove it.
/// @param access the rights that are needed; @param creation CREATE_NEW or OPEN_EXISTING; @param flags further flags;
/// FILE_FLAG_BACKUP_SEMANTICS, which folders need, is always set
Handle open_shared(const std::string& name, DWORD access, DWORD creation = OPEN_EXISTING, DWORD flags = 0);

/// Writes part of a text: bytes to a file or a pipe, characters to a console of any code page. Returns the number of
/// bytes written, 0 on failure. Allocates no memory.
DWORD write_part(HANDLE handle, std::string_view text);
/// Writes a text whole, as write_part() does. Returns false on failure.
bool write_all(HANDLE handle, std::string_view text);

} // namespace xpbd::system
