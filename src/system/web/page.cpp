#include "system/page.h"
#include "system/web/browser.h"

#include <cstdlib>

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
// 1 if the browser is asked; 0 if the user has pasted within the last second, so that the window has the text.
EM_JS(int, xpbd_ask_clipboard, (), {
    if (performance.now() - (Module.pasted || -Infinity) < 1000) {
        return 0;
    }
    const refused = () => Module.notice("The browser does not show the clipboard to this page. Press Ctrl+V instead.");
    if (!navigator.clipboard || !navigator.clipboard.readText) {
        refused();
    } else {
        navigator.clipboard.readText().then(text => Module.ccall("xpbd_pasted", null, ["string"], [text]), refused);
    }
    return 1;
});
// clang-format on

namespace xpbd::system {
namespace {

std::function<void(const std::string&)>& waiting() {
    static std::function<void(const std::string&)> got;
    return got;
}

} // namespace

bool ask_clipboard(const std::function<void(const std::string& text)>& got) {
    waiting() = got;
    return xpbd_ask_clipboard() != 0;
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

std::string without_page_folders(std::string text) {
    for (const std::string folder : {kOpenedFolder, kDownloadFolder}) {
        for (std::size_t at; (at = text.find(folder + "/")) != std::string::npos;) {
            text.erase(at, folder.size() + 1);
        }
    }
    return text;
}

} // namespace xpbd::system

/// The text of the clipboard that xpbd_ask_clipboard() asked for.
extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_pasted(const char* text) {
    if (xpbd::system::waiting()) {
        xpbd::system::waiting()(text);
    }
}
