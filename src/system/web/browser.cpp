#include "system/web/browser.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

// clang-format off
EM_JS(void, xpbd_keep_file, (const char* path), {
    const name = UTF8ToString(path);
    if (typeof window === "undefined") {
        return; // node has no storage
    }
    try {
        window.localStorage.setItem("xpbd-lab:" + name, FS.readFile(name, { encoding: "utf8" }));
    } catch (error) {
        // The storage is full or forbidden: preferences then last as long as the page.
    }
});

EM_JS(void, xpbd_download_file, (const char* path), {
    if (typeof document === "undefined") {
        return; // node has no downloads
    }
    const name = UTF8ToString(path);
    const types = { png: "image/png", csv: "text/csv", json: "application/json", obj: "model/obj" };
    const bytes = FS.readFile(name);
    const type = types[name.split(".").pop()] || "application/octet-stream";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: type }));
    link.download = name.split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});
// clang-format on

namespace xpbd::system {

void tell_browser_of_file(const std::string& path) {
    const auto lies_in = [&](const std::string& folder) { return path.starts_with(folder + "/"); };
    if (lies_in(kKeptFolder)) {
        xpbd_keep_file(path.c_str());
    } else if (lies_in(kDownloadFolder)) {
        xpbd_download_file(path.c_str());
    }
}

} // namespace xpbd::system
