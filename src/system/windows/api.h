#pragma once

// The system's own header, for the sources of this folder alone.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00 // Windows 10
#endif
#include <windows.h>

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace xpbd::system {

/// @name Text
/// The system's is UTF-16. What is not valid becomes U+FFFD.
/// @{
std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);
/// The name of a file as the system takes it: one that is too long for it becomes whole, behind \\?\.
std::wstring wide_name(const std::string& name);
/// @}

/// The system's reason for an error code, in the words that the other systems have for it.
Error reason(DWORD code = ::GetLastError());

/// A handle that is closed on leaving.
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
    /// Leaves it to the caller.
    std::intptr_t release() { return reinterpret_cast<std::intptr_t>(std::exchange(handle_, INVALID_HANDLE_VALUE)); }

private:
    HANDLE handle_;
};
inline constexpr std::intptr_t kNoHandle = -1; ///< INVALID_HANDLE_VALUE
inline HANDLE handle_of(std::intptr_t number) {
    return reinterpret_cast<HANDLE>(number);
}

/// Opens a file without keeping others from reading, writing, replacing or removing it.
/// @param access what for; @param creation CREATE_NEW or OPEN_EXISTING; @param flags besides those for folders
Handle open_shared(const std::string& name, DWORD access, DWORD creation = OPEN_EXISTING, DWORD flags = 0);

/// Writes a part of the text: bytes to a file or a pipe, characters to a console, whatever code page that has. The
/// bytes that are written, 0 where it fails. Needs no memory.
DWORD write_part(HANDLE handle, std::string_view text);

} // namespace xpbd::system
