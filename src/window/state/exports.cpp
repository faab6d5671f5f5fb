#include "window/state/exports.h"

#include "lab/files/file.h"
#include "window/state/app_state.h"

namespace xpbd::window {

void save_result(AppState& state, const std::string& kind, const std::string& name, const std::string& ending,
                 const std::string& content) {
    const std::string chosen = output_folder(state.preferences);
    const std::string path = lab::unused_path((chosen.empty() ? "" : chosen + "/") + name, ending);
    const Status written = lab::write_file(path, content);
    if (written) {
        add_toast(state, Toast::Kind::info, kind + ": " + path, path);
    } else {
        add_toast(state, Toast::Kind::error, written.error().message);
    }
}

} // namespace xpbd::window
