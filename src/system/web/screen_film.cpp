// Films by the browser's MediaRecorder.
#include "system/screen_film.h"

#include <emscripten/em_js.h>

// clang-format off
EM_JS(int, xpbd_begin_film, (), {
    const canvas = document.getElementById("canvas");
    const type = ["video/webm;codecs=vp9", "video/webm", "video/mp4"].find(
        name => typeof MediaRecorder === "function" && MediaRecorder.isTypeSupported(name));
    if (!type || !canvas.captureStream) {
        return 0;
    }
    const film = new MediaRecorder(canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 12e6 });
    const parts = [];
    film.ondataavailable = event => parts.push(event.data);
    film.onstop = () => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(parts, { type: type }));
        const when = new Date().toISOString().slice(0, 19).replace(/[^0-9T]/g, "").replace("T", "_");
        link.download = "xpbd-lab_" + when + (type.startsWith("video/webm") ? ".webm" : ".mp4");
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    };
    film.start();
    Module.film = film;
    return 1;
});
EM_JS(void, xpbd_end_film, (), { Module.film.stop(); });
// clang-format on

namespace xpbd::system {

bool films_screen() {
    return true;
}

bool begin_screen_film() {
    return xpbd_begin_film() != 0;
}

void end_screen_film() {
    xpbd_end_film();
}

} // namespace xpbd::system
