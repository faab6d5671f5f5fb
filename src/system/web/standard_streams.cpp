// Standard streams of a page, and of a test under node.
#include "system/standard_streams.h"

#include <cstdio>

#include <emscripten/em_js.h>
#include <emscripten/em_macros.h>

// clang-format off
EM_JS(void, xpbd_exit, (int code), {
    if (typeof process !== "undefined") {
        process.exit(code); // exit of a test under node
    }
    Module.onAbort("exit code " + code);
});
// clang-format on

namespace xpbd::system {

void prepare_standard_streams() {}

std::vector<std::string> command_line(int argc, char** argv) {
    return {argv, argv + argc};
}

void write_to_user(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

bool user_sees_terminal() {
    return false;
}

void leave_own_console() {}

void show_unread() {}

void exit_at_once(int code) {
    xpbd_exit(code);
    __builtin_trap(); // not an exception, which could be caught
}

void let_libraries_print() {}

bool libraries_print() {
    return true;
}

LibrarySilence::LibrarySilence() = default;

LibrarySilence::~LibrarySilence() {
    static_cast<void>(kept_); // nothing was silenced: the output goes to the browser's console, which users do not open
}

} // namespace xpbd::system
