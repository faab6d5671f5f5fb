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
    // A slow frame came after the key: the browser wants another press.
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
    return false; // what the program writes becomes a download
}

} // namespace xpbd::system

/// Called by the page with a file that was dropped or chosen, once it lies in the page's memory.
extern "C" EMSCRIPTEN_KEEPALIVE void xpbd_open_file(const char* path) {
    if (xpbd::system::opened()) {
        xpbd::system::opened()(path);
    }
}
