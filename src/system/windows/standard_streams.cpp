// Standard streams and consoles of Windows.
#include "system/standard_streams.h"

#include "system/windows/api.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <mutex>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

namespace xpbd::system {
namespace {

constexpr int kStandardError = 2; ///< file number in the C library
std::atomic<int> kept_error{-1};  ///< the user's standard error during LibrarySilence; -1 otherwise
std::atomic<bool> verbose{false};

HANDLE user_handle() {
    const int kept = kept_error;
    return kept < 0 ? ::GetStdHandle(STD_ERROR_HANDLE) : handle_of(::_get_osfhandle(kept));
}

/// True if this program is the only one that uses its console.
bool console_is_own() {
    DWORD processes[2] = {};
    return ::GetConsoleProcessList(processes, 2) == 1;
}

bool is_console(HANDLE handle) {
    DWORD mode = 0;
    return ::GetConsoleMode(handle, &mode) != 0;
}

/// True if a user has started the program from the desktop: it has a console of its own, or no standard streams. (A
/// service has no standard streams, either, but no screen.)
bool started_from_desktop() {
    static const bool result = [] {
        if (console_is_own()) {
            return true;
        }
        for (const DWORD stream : {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
            if (::GetStdHandle(stream) != nullptr) {
                return false;
            }
        }
        USEROBJECTFLAGS flags = {};
        return ::GetUserObjectInformationW(::GetProcessWindowStation(), UOI_FLAGS, &flags, sizeof flags, nullptr) !=
                   0 &&
               (flags.dwFlags & WSF_VISIBLE) != 0;
    }();
    return result;
}

std::atomic<bool> console_left{false}; ///< standard error was the console that leave_own_console() has closed

bool nobody_reads(HANDLE error) {
    return console_left || (started_from_desktop() && (error == nullptr || is_console(error)));
}

constexpr std::size_t kMostUnread = 2000; ///< most bytes that the message box shows

/// Text that could not be read by the user. Protected by a mutex, because worker threads write, too.
struct Unread {
    std::mutex mutex;
    std::string text;
};
Unread& unread() {
    static Unread instance;
    return instance;
}

} // namespace

void prepare_standard_streams() {
    // A closed stream has no handle on Windows. Writing to it fails, and its number is not given to another file.
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
    if (nobody_reads(user_handle())) {
        const std::lock_guard lock(unread().mutex);
        unread().text += text.substr(0, kMostUnread - std::min(kMostUnread, unread().text.size()));
    }
    (void)write_all(user_handle(), text);
}

bool user_sees_terminal() {
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(STD_ERROR_HANDLE), &mode) != 0 &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void leave_own_console() {
    if (!console_is_own()) {
        return;
    }
    console_left = is_console(::GetStdHandle(STD_ERROR_HANDLE));
    // The console's handles become invalid and can be reused for other files. The streams are redirected to the null
    // device.
    const auto let_go = [](std::FILE* stream, DWORD name, const wchar_t* mode) {
        const int number = ::_fileno(stream);
        if (number >= 0 && is_console(handle_of(::_get_osfhandle(number)))) {
            (void)!::_wfreopen(L"NUL", mode, stream);
        }
        if (is_console(::GetStdHandle(name))) {
            (void)::SetStdHandle(name, nullptr);
        }
    };
    let_go(stdin, STD_INPUT_HANDLE, L"rb");
    let_go(stdout, STD_OUTPUT_HANDLE, L"wb");
    let_go(stderr, STD_ERROR_HANDLE, L"wb");
    (void)::FreeConsole();
}

void show_unread() {
    const std::lock_guard lock(unread().mutex);
    if (!unread().text.empty()) {
        ::MessageBoxW(nullptr, wide(unread().text).c_str(), L"xpbd-lab", MB_OK | MB_ICONERROR);
    }
}

void exit_at_once(int code) {
    ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(code));
    for (;;) { // the process is being terminated
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
