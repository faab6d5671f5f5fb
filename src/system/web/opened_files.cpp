// Files that the user chooses or drops on the page.
#include "system/opened_files.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <utility>

// clang-format off
EM_JS(void, xpbd_choose_file, (), {
    const choose = () => document.getElementById("file").click();
    if (!navigator.userActivation || navigator.userActivation.isActive) {
        choose();
        return;
    }
    // The browser allows the dialog only soon after an input event. The frame was too slow, so the next press opens it.
    const events = ["pointerup", "keydown"];
    const once = () => {
        events.forEach(name => removeEventListener(name, once, true));
        choose();
    };
    events.forEach(name => addEventListener(name, once, true));
});
// clang-format on

namespace xpbd::system {
namespace {

std::function<void(const std::string&)>& opened() {
    static std::function<void(const std::string&)> open;
    return open;
}

} // namespace

void watch_opened_files(OpenedFiles files) {
    opened() = std::move(files.open);
}

void deliver_opened_files() {}

bool choose_file() {
    xpbd_choose_file();
    return true;
}

bool choose_new_file(const std::string&, const std::string&) {
    return false; // a saved file becomes a download, which needs no dialog
}

} // namespace xpbd::system

/// page.js calls this function for a dropped or chosen file, after writing the file to the page's memory.
extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_open_file(const char* path) {
    if (xpbd::system::opened()) {
        xpbd::system::opened()(path);
    }
}
