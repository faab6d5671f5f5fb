// The frame loop of a page, and the functions that page.js calls.
#include "system/main_loop.h"
#include "system/web/browser.h"

#include <cstring>
#include <memory>
#include <utility>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

// clang-format off
EM_JS(void, xpbd_tell_typing, (int typing), { Module.onTyping(!!typing); });
// clang-format on

namespace xpbd::system {
namespace {

std::unique_ptr<MainLoop>& running() {
    static std::unique_ptr<MainLoop> loop;
    return loop;
}

void turn() {
    static bool typing = false;
    if (!running()) {
        return;
    }
    if (running()->turn()) {
        emscripten_cancel_main_loop();
        running().reset();
    } else if (const bool now = running()->typing(); std::exchange(typing, now) != now) {
        xpbd_tell_typing(now ? 1 : 0);
    }
}

} // namespace

int keep_going(const MainLoop& loop) {
    running() = std::make_unique<MainLoop>(loop);
    // false: main() returns. The alternative, simulating an infinite loop, throws an exception that destroys main()'s
    // objects.
    emscripten_set_main_loop(turn, 0, false);
    return 0;
}

bool takes_finger(double x, double y) {
    return running() && running()->takes(x, y);
}

bool is_typing() {
    return running() && running()->typing();
}
} // namespace xpbd::system

extern "C" {

/// @name Functions that the page calls
/// @{
EMSCRIPTEN_KEEPALIVE void xpbd_save() {
    if (const auto& loop = xpbd::system::running()) {
        loop->save();
    }
}

EMSCRIPTEN_KEEPALIVE int xpbd_would_lose() {
    const auto& loop = xpbd::system::running();
    return loop && loop->would_lose() ? 1 : 0;
}

/// The caller must free the text of xpbd_session(), xpbd_link() and xpbd_summary(). Null before the window is open.
EMSCRIPTEN_KEEPALIVE char* xpbd_session() {
    const auto& loop = xpbd::system::running();
    return loop ? ::strdup(loop->session().c_str()) : nullptr;
}

EMSCRIPTEN_KEEPALIVE char* xpbd_link() {
    const auto& loop = xpbd::system::running();
    return loop ? ::strdup(loop->link().c_str()) : nullptr;
}

EMSCRIPTEN_KEEPALIVE char* xpbd_summary() {
    const auto& loop = xpbd::system::running();
    return loop ? ::strdup(loop->summary().c_str()) : nullptr;
}

/// Stops the frames (1) or starts them again (0).
EMSCRIPTEN_KEEPALIVE void xpbd_rest(int rests) {
    if (xpbd::system::running()) {
        rests != 0 ? emscripten_pause_main_loop() : emscripten_resume_main_loop();
    }
}

/// 1 if there is such an action and it has run.
EMSCRIPTEN_KEEPALIVE int xpbd_act(const char* id) {
    const auto& loop = xpbd::system::running();
    return loop && loop->act(id) ? 1 : 0;
}

/// Outcome of the last copy to the browser's clipboard: "" or the reason of a failure.
EMSCRIPTEN_KEEPALIVE void xpbd_copied(const char* fault) {
    if (const auto& loop = xpbd::system::running()) {
        loop->copied(fault);
    }
}
/// @}
}
