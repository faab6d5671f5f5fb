#include "app/ui_map_file.h"

#include "app/colouring.h"
#include "core/methods.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace xpbd::app {
namespace {

using Json = nlohmann::ordered_json;

/// What runs in a pane, and what was measured of it.
Json pane_json(const lab::PaneSnapshot& pane) {
    Json json;
    json["method"] = methods()[static_cast<std::size_t>(pane.settings.method)].key;
    json["iterations"] = pane.settings.iterations;
    json["stretch_stiffness"] = pane.settings.stretch_stiffness;
    json["stretch_compliance"] = pane.settings.stretch_compliance;
    json["sag"] = pane.measure.sag;
    json["effective_stiffness"] = pane.measure.effective_stiffness.value_or(0);
    json["diverged"] = pane.diverged;
    return json;
}

/// The pane whose body a click would grab, the particle that is held, and where it is in every pane [m].
Json grab_json(const GrabState& grab, const lab::Snapshot& snapshot) {
    Json json = {{"hover", grab.hover_pane}, {"held", grab.active ? grab.particle : -1}, {"at", Json::array()}};
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        const auto held = static_cast<std::size_t>(grab.particle);
        if (grab.active && held < pane.positions.size()) {
            const glm::vec3& at = pane.positions[held];
            json["at"].push_back({at.x, at.y, at.z});
        }
    }
    return json;
}

/// What the user has asked for and sees around the panes.
void add_screen(Json& json, const AppState& state) {
    json["view"] = static_cast<int>(state.picture.mode);
    for (const ColouringInfo& row : colourings()) {
        if (row.colouring == state.picture.colouring) {
            json["colouring"] = row.key;
        }
    }
    json["contact_forces"] = state.picture.contact_forces;
    json["help"] = state.show_help;
    json["first_start"] = state.preferences.first_start;
    json["zoomed"] = Json::array();
    for (const PlotZoom& zoom : state.plot_zoom) {
        json["zoomed"].push_back(zoom.zoomed);
    }
    json["settings_tab"] = state.settings_tab;
    json["settled"] = state.document == state.history.committed();
    json["stretch_stiffness"] = state.document.panes.front().stretch_stiffness;
    json["typing"] = state.typing;
}

} // namespace

std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, const InputSeen& seen) {
    Json json;
    std::array<char, 20> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx", static_cast<unsigned long long>(snapshot.hash));
    json["drawn"] = seen.drawn;
    json["key_presses"] = seen.key_presses;
    json["mouse"] = {seen.mouse.x, seen.mouse.y};
    json["mouse_down"] = seen.mouse_down;
    json["frame"] = snapshot.frame;
    json["hash"] = hash.data();
    json["playing"] = snapshot.playing;
    json["last_frame"] = snapshot.last_frame;
    json["looping"] = snapshot.looping;
    json["busy"] = snapshot.busy;
    json["panes"] = snapshot.panes.size();
    json["recording"] = state.recording.active;
    json["sweeping"] = state.sweep.job && state.sweep.job->running();
    for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
        json["pane_" + pane_label(static_cast<int>(i))] = pane_json(snapshot.panes[i]);
    }
    json["grab"] = grab_json(state.grab, snapshot);
    add_screen(json, state);
    json["toasts"] = Json::array();
    for (const Toast& toast : state.toasts) {
        json["toasts"].push_back(toast.text);
    }
    // One line per widget, so that a shell can cut it out: name, then x and y of the centre, then width and height.
    for (const auto& [name, rect] : state.ui_map.entries()) {
        json["widgets"][name] = {rect.center().x, rect.center().y, rect.width(), rect.height()};
    }
    std::string text = "{\n";
    for (const auto& [key, value] : json.items()) {
        if (key != "widgets") {
            text += "\"" + key + "\": " + value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + ",\n";
        }
    }
    text += "\"widgets\": {";
    const char* comma = "\n";
    for (const auto& [key, value] : json["widgets"].items()) {
        text += comma + nlohmann::json(key).dump() + ": " + value.dump();
        comma = ",\n";
    }
    return text + "\n}\n}\n";
}

} // namespace xpbd::app
