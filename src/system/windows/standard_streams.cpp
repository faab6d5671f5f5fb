#include "system/standard_streams.h"

#include "system/windows/api.h"

#include <atomic>
#include <cstdio>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

namespace xpbd::system {
namespace {

constexpr int kStandardError = 2; ///< number of the C library's
std::atomic<int> kept_error{-1};  ///< the user's standard error while libraries have none
std::atomic<bool> verbose{false};

HANDLE user_handle() {
    const int kept = kept_error;
    return kept < 0 ? ::GetStdHandle(STD_ERROR_HANDLE) : handle_of(::_get_osfhandle(kept));
}

} // namespace

void prepare_standard_streams() {
    // A stream that is closed has no handle, and writing to it fails; no other file can get its place.
    for (std::FILE* stream : {stdin, stdout, stderr}) {
        if (::_fileno(stream) >= 0) {
            (void)::_setmode(::_fileno(stream), _O_BINARY);
        }
    }
    for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        if (::GetConsoleMode(::GetStdHandle(stream), &mode) != 0) {
            (void)::SetConsoleMode(::GetStdHandle(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        }
    }
}

std::vector<std::string> command_line(int, char**) {
    int count = 0;
    wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> result;
    for (int i = 0; i < count; ++i) {
        result.push_back(narrow(words[i]));
    }
    ::LocalFree(words);
    return result;
}

void write_to_user(std::string_view text) {
    while (!text.empty()) {
        const DWORD written = write_part(user_handle(), text);
        if (written == 0) {
            return;
        }
        text.remove_prefix(written);
    }
}

bool user_sees_terminal() {
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(STD_ERROR_HANDLE), &mode) != 0 &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void exit_at_once(int code) {
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
    for (;;) { // it is on its way
        ::Sleep(INFINITE);
    }
}

void let_libraries_print() {
    verbose = true;
}

bool libraries_print() {
    return verbose;
}

LibrarySilence::LibrarySilence() {
    const int nowhere = verbose ? -1 : ::_wopen(L"NUL", _O_WRONLY | _O_BINARY);
    if (nowhere < 0) {
        return;
    }
    std::fflush(stderr);
    kept_ = ::_dup(kStandardError);
    if (kept_ >= 0) {
        kept_error = kept_;
        ::_dup2(nowhere, kStandardError);
    }
    ::_close(nowhere);
}

LibrarySilence::~LibrarySilence() {
    if (kept_ >= 0) {
        std::fflush(stderr);
        ::_dup2(kept_, kStandardError);
        kept_error = -1;
        ::_close(kept_);
    }
}

} // namespace xpbd::system
