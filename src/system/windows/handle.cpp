// Conversion of text, and handles.
#include "system/windows/api.h"

#include <algorithm>
#include <cstddef>

namespace xpbd::system {
namespace {

/// Longer names get a prefix in wide_name(): without it some system calls accept 248 characters, others 260.
constexpr std::size_t kLongestName = 240;

/// Number of bytes, at most `most`, that one call passes to a console: only whole characters.
std::size_t console_part(std::string_view text, std::size_t most) {
    std::size_t size = std::min(text.size(), most);
    while (size > 1 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u) {
        --size;
    }
    return size;
}

} // namespace

std::wstring wide(std::string_view text) {
    const int bytes = static_cast<int>(text.size());
    const int length = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0);
    std::wstring result(static_cast<std::size_t>(length), L'\0');
    (void)::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, result.data(), length);
    return result;
}

std::string narrow(std::wstring_view text) {
    const int letters = static_cast<int>(text.size());
    const int length = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), letters, nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<std::size_t>(length), '\0');
    (void)::WideCharToMultiByte(CP_UTF8, 0, text.data(), letters, result.data(), length, nullptr, nullptr);
    return result;
}

std::wstring wide_name(const std::string& name) {
    std::wstring given = wide(name);
    if (given.size() < kLongestName || given.starts_with(L"\\\\")) {
        return given;
    }
    std::wstring whole(::GetFullPathNameW(given.c_str(), 0, nullptr, nullptr), L'\0');
    whole.resize(::GetFullPathNameW(given.c_str(), static_cast<DWORD>(whole.size()), whole.data(), nullptr));
    return whole.empty() ? given : L"\\\\?\\" + whole;
}

Handle open_shared(const std::string& name, DWORD access, DWORD creation, DWORD flags) {
    return Handle(::CreateFileW(wide_name(name).c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                nullptr, creation, FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr));
}

DWORD write_part(HANDLE handle, std::string_view text) {
    DWORD mode = 0;
    DWORD written = 0;
    if (::GetConsoleMode(handle, &mode) == 0) {
        const auto bytes = static_cast<DWORD>(std::min<std::size_t>(text.size(), 1u << 30));
        return ::WriteFile(handle, text.data(), bytes, &written, nullptr) != 0 ? written : 0;
    }
    wchar_t letters[1024];
    const auto bytes = static_cast<int>(console_part(text, std::size(letters)));
    const int length =
        ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, letters, static_cast<int>(std::size(letters)));
    const bool shown = ::WriteConsoleW(handle, letters, static_cast<DWORD>(length), &written, nullptr) != 0;
    return shown ? static_cast<DWORD>(bytes) : 0;
}

bool write_all(HANDLE handle, std::string_view text) {
    while (!text.empty()) {
        const DWORD written = write_part(handle, text);
        if (written == 0) {
            return false;
        }
        text.remove_prefix(written);
    }
    return true;
}

} // namespace xpbd::system
