#include "app/ui_map_file.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace xpbd::app {

std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, long long drawn) {
    nlohmann::ordered_json json;
    std::array<char, 20> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx", static_cast<unsigned long long>(snapshot.hash));
    json["drawn"] = drawn;
    json["frame"] = snapshot.frame;
    json["hash"] = hash.data();
    json["playing"] = snapshot.playing;
    json["last_frame"] = snapshot.last_frame;
    json["looping"] = snapshot.looping;
    json["busy"] = snapshot.busy;
    json["panes"] = snapshot.panes.size();
    json["recording"] = state.recording.active;
    json["sweeping"] = state.sweep.job && state.sweep.job->running();
    json["view"] = static_cast<int>(state.picture.mode);
    json["stretch_stiffness"] = state.document.panes.front().stretch_stiffness;
    json["typing"] = state.typing;
    json["toasts"] = nlohmann::ordered_json::array();
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
