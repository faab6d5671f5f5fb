#include "window/platform/page_summary.h"

#include "core/base/excerpt.h"
#include "core/model/method_traits.h"
#include "lab/text/number_text.h"
#include "scenes/scenes.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace xpbd::window {

std::string page_summary(const AppState& state, const lab::Snapshot& snapshot) {
    const scenes::SceneInfo* scene = scenes::find_scene(state.document.scene.name);
    const std::string title(scene != nullptr ? scene->label : "xpbd-lab");
    std::string told = title + (snapshot.playing ? ", running." : ", paused.");
    for (std::size_t pane = 0; pane < snapshot.panes.size(); ++pane) {
        const Settings& settings = snapshot.panes[pane].settings;
        told += " Pane " + pane_label(static_cast<int>(pane)) + ": " + std::string(method_of(settings).label) + ", " +
                counted(static_cast<std::size_t>(settings.iterations), "iteration");
        for (const lab::ShownReadout& readout : lab::shown_readouts(snapshot, static_cast<int>(pane))) {
            if (!snapshot.playing && std::isfinite(readout.value)) { // running numbers would be read without an end
                told += ", " + std::string(readout.label) + " " + lab::reading_text(readout.value, readout.unit);
            }
        }
        told += ".";
    }
    const char* theme = state.theme() == render::Theme::light ? "light" : "dark";
    return nlohmann::json{{"title", title}, {"playing", snapshot.playing}, {"theme", theme}, {"told", told}}.dump();
}

} // namespace xpbd::window
