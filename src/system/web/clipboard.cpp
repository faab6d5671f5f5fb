// Pictures on the clipboard of a browser, and texts from it.
#include "system/clipboard.h"
#include "system/main_loop.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <functional>
#include <string>

// clang-format off
EM_JS(int, xpbd_copy_picture, (const char* bytes, int size), {
    if (typeof ClipboardItem === "undefined" || !navigator.clipboard || !navigator.clipboard.write) {
        return 0;
    }
    const blob = new Blob([HEAPU8.slice(bytes, bytes + size)], { type: "image/png" });
    const tell = fault => Module.ccall("xpbd_copied", null, ["string"], [fault]);
    navigator.clipboard.write([new ClipboardItem({ "image/png": blob })])
        .then(() => tell(""), () => tell("the browser takes no picture from this page"));
    return 1;
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

Status copy_picture(const ClipboardPicture& picture) {
    return xpbd_copy_picture(picture.png.data(), static_cast<int>(picture.png.size())) != 0
               ? ok()
               : Status(Error{"this browser takes no picture into the clipboard", Error::Kind::display});
}

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

} // namespace xpbd::system

/// The text of the clipboard that xpbd_ask_clipboard() asked for.
extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_pasted(const char* text) {
    if (xpbd::system::waiting()) {
        xpbd::system::waiting()(text);
    }
}
