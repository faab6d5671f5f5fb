// The frame loop of a page, and the functions that page.js calls.
#include "system/main_loop.h"
#include "system/web/browser.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

// clang-format off
EM_JS(char*, xpbd_page_address, (), {
    const text = typeof location === "undefined" ? "" : location.origin + location.pathname;
    const size = lengthBytesUTF8(text) + 1;
    const copy = _malloc(size);
    stringToUTF8(text, copy, size);
    return copy;
});
// The least of five steps that the clock takes [ms].
EM_JS(double, xpbd_clock_step, (), {
    let least = Infinity;
    for (let i = 0; i < 5; ++i) {
        const begin = performance.now();
        let now = begin;
        while (now === begin) {
            now = performance.now();
        }
        least = Math.min(least, now - begin);
    }
    return least;
});
EM_JS(int, xpbd_visit, (const char* text), {
    const address = UTF8ToString(text).trim();
    const folder = location.origin + location.pathname.slice(0, location.pathname.lastIndexOf("/") + 1);
    const own = address.startsWith(folder) && !address.includes(" ");
    if (own) {
        location.assign(address);
    }
    return own ? 1 : 0;
});
EM_JS(int, xpbd_fetches_thumbnail, (const char* name), {
    return Module.wantThumbnail(UTF8ToString(name)) ? 1 : 0;
});
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

bool visit(const std::string& address) {
    return xpbd_visit(address.c_str()) != 0;
}

bool fetches_thumbnail(const std::string& name) {
    return xpbd_fetches_thumbnail(name.c_str()) != 0;
}

double clock_step() {
    static const double step = xpbd_clock_step() / 1000;
    return step;
}

std::string page_address() {
    static const std::string address = [] { // the window needs it in every frame
        char* text = xpbd_page_address();
        std::string copy(text);
        std::free(text);
        return copy;
    }();
    return address;
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
