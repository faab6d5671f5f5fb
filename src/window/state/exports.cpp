#include "window/state/exports.h"

#include "lab/files/file.h"
#include "window/state/app_state.h"

namespace xpbd::window {

void save_table(AppState& state, const std::string& name, const std::string& csv) {
    const std::string chosen = output_folder(state.preferences);
    const std::string path = lab::unused_path((chosen.empty() ? "" : chosen + "/") + name, ".csv");
    const Status written = lab::write_file(path, csv);
    if (written) {
        add_toast(state, Toast::Kind::info, "Table: " + path, path);
    } else {
        add_toast(state, Toast::Kind::error, written.error().message);
    }
}

} // namespace xpbd::window
