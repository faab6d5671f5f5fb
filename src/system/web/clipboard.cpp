// Pictures on the clipboard of a browser.
#include "system/clipboard.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

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
// clang-format on

namespace xpbd::system {

Status copy_picture(const ClipboardPicture& picture) {
    return xpbd_copy_picture(picture.png.data(), static_cast<int>(picture.png.size())) != 0
               ? ok()
               : Status(Error{"this browser takes no picture into the clipboard", Error::Kind::display});
}

} // namespace xpbd::system
