#include "window/platform/ui_map_file.h"

#include "core/model/method_traits.h"
#include "picture/looks/colouring.h"
#include "picture/text/imgui_versions.h"
#include "scenes/changes/other_mesh.h"
#include "system/names.h"
#include "window/platform/display.h"
#include "window/platform/glfw_window.h"
#include "window/widgets/regions.h"

#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

namespace xpbd::window {
namespace {

using Json = nlohmann::ordered_json;

/// The settings of a pane that tests read, and its measured values.
Json pane_json(const lab::PaneSnapshot& pane) {
    Json json;
    json["method"] = method_of(pane.settings).key;
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
        const auto held = static_cast<std::size_t>(scenes::same_place(*snapshot.model, grab.particle, *pane.model));
        if (grab.active && held < pane.positions.size()) {
            const glm::vec3& at = pane.positions[held];
            json["at"].push_back({at.x, at.y, at.z});
        }
    }
    return json;
}

/// How the desktop shows the window.
Json window_json(const AppState& state, const UiMapFrame& frame) {
    return {{"wayland", frame.wayland},
            {"place", {frame.place.x, frame.place.y}},
            {"scale", state.content_scale},
            {"ratio", frame.ratio},
            {"pixels", {frame.pixels.x, frame.pixels.y}},
            {"maximised", state.preferences.window_maximised},
            {"full_screen", state.full_screen},
            {"focused", frame.focused}};
}

/// The user's choices around the panes: views, panels, dialogs.
void add_screen(Json& json, const AppState& state) {
    json["view"] = static_cast<int>(state.stage.picture.mode);
    json["colouring"] = picture::colouring_info(picture::colouring_of(state.document.scene, state.stage.picture)).key;
    json["contact_forces"] = state.stage.picture.contact_forces;
    json["help"] = state.help.open;
    json["presentation"] = state.presentation.on;
    json["first_start"] = state.preferences.first_start;
    json["zoomed"] = Json::array();
    for (const PlotZoom& zoom : state.plots.zoom) {
        json["zoomed"].push_back(zoom.zoomed);
    }
    json["settings_tab"] = state.panels.settings_tab;
    json["advanced"] = state.preferences.advanced;
    json["panels"] = state.panels.shown;
    json["panels_pinned"] = {state.preferences.scene_pinned, state.preferences.plots_pinned,
                             state.preferences.methods_pinned};
    json["iterations"] = state.document.panes.front().iterations;
    json["stretch_stiffness"] = state.document.panes.front().stretch_stiffness;
    json["typing"] = state.typing;
}

/// Number of positions and strains that are not finite, in panes that are not marked as diverged.
std::size_t bad_numbers(const lab::Snapshot& snapshot) {
    std::size_t count = 0;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        for (std::size_t i = 0; !pane.diverged && i < pane.positions.size(); ++i) {
            const glm::vec3& p = pane.positions[i];
            count += std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) ? 0u : 1u;
        }
        for (std::size_t i = 0; !pane.diverged && i < pane.strain.size(); ++i) {
            count += std::isfinite(pane.strain[i]) ? 0u : 1u;
        }
    }
    return count;
}

} // namespace

void UiMapFile::write(const AppState& state, const lab::Snapshot& snapshot, bool painted) {
    // Written every frame and not needed after a crash: renamed, but not flushed to the disk as lab::write_file does.
    const std::string beside = path_ + ".part";
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        frame_.gl_error = error;
    }
    const ImGuiIO& io = ImGui::GetIO();
    ++frame_.drawn;
    frame_.painted += painted ? 1 : 0;
    frame_.events_waiting = imgui::events_waiting(*ImGui::GetCurrentContext());
    if (frame_.events_waiting == 0) {
        frame_.key_presses = window_events().key_presses;
        frame_.scrolls = window_events().scrolls;
    }
    frame_.mouse = {io.MousePos.x, io.MousePos.y};
    frame_.mouse_buttons = 0;
    for (int button = 0; button < 3; ++button) {
        frame_.mouse_buttons |= io.MouseDown[button] ? 1 << button : 0;
    }
    frame_.double_clicks += ImGui::IsMouseDoubleClicked(0) ? 1 : 0;
    frame_.popups = open_popups();
    GLFWwindow* window = glfwGetCurrentContext();
    frame_.wayland = on_wayland();
    if (!frame_.wayland) {
        glfwGetWindowPos(window, &frame_.place.x, &frame_.place.y);
    }
    frame_.ratio = pixels_per_unit(window);
    frame_.pixels = {io.DisplaySize.x, io.DisplaySize.y};
    frame_.focused = glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE;
    std::ofstream(system::path_of(beside), std::ios::binary) << ui_map_json(state, snapshot, frame_);
    std::error_code code;
    std::filesystem::rename(system::path_of(beside), system::path_of(path_), code);
}

bool UiMap::shows_no_number(std::string_view text) {
    const auto letter = [&](std::size_t i) {
        return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) != 0;
    };
    for (const std::string_view word : {std::string_view("nan"), std::string_view("inf")}) {
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) {
                return true;
            }
        }
    }
    return false;
}

std::string ui_map_json(const AppState& state, const lab::Snapshot& snapshot, const UiMapFrame& frame) {
    Json json;
    std::array<char, 20> hash{};
    std::snprintf(hash.data(), hash.size(), "%016llx", static_cast<unsigned long long>(snapshot.hash));
    json["drawn"] = frame.drawn;
    json["key_presses"] = frame.key_presses;
    json["scrolls"] = frame.scrolls;
    json["mouse"] = {frame.mouse.x, frame.mouse.y};
    json["mouse_buttons"] = frame.mouse_buttons;
    json["double_clicks"] = frame.double_clicks;
    json["events_waiting"] = frame.events_waiting;
    json["painted"] = frame.painted;
    json["frame"] = snapshot.frame;
    json["hash"] = hash.data();
    json["playing"] = snapshot.playing;
    json["last_frame"] = snapshot.last_frame;
    json["looping"] = snapshot.looping;
    json["busy"] = snapshot.busy;
    json["panes"] = snapshot.panes.size();
    json["recording"] = state.recording.active;
    json["recorded"] = state.recording.frames;
    json["drawing"] = state.drawing.progress.has_value();
    json["sweeping"] = state.sweep.job && state.sweep.job->running();
    for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
        json["pane_" + pane_label(static_cast<int>(i))] = pane_json(snapshot.panes[i]);
    }
    json["grab"] = grab_json(state.stage.grab, snapshot);
    json["window"] = window_json(state, frame);
    add_screen(json, state);
    // True when the present document is an entry of the history, and the panes show it.
    json["settled"] = state.document == state.history.committed() && state.document.panes == state.link.posted.panes &&
                      state.link.answered(snapshot);
    json["scene"] = state.document.scene.name;
    json["lesson"] = state.lessons.open() ? state.lessons.lesson->key : "";
    json["pinned"] = state.document.scene.changes.pinned.size();
    json["released"] = state.document.scene.changes.released.size();
    json["particles"] = snapshot.model->particle_count();
    json["timeline_bytes"] = snapshot.timeline_bytes;
    json["popups"] = frame.popups;
    json["gl_error"] = frame.gl_error;
    json["hovered"] = state.ui_map.hovered;
    json["unnamed"] = state.ui_map.unnamed;
    json["odd_texts"] = state.ui_map.odd_texts();
    json["bad_numbers"] = bad_numbers(snapshot);
    json["toasts"] = Json::array();
    for (const Toast& toast : state.toasts) {
        json["toasts"].push_back(toast.text);
    }
    const auto dump = [](const nlohmann::ordered_json& value) {
        return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    std::string text = "{\n";
    for (const auto& [key, value] : json.items()) {
        text += "\"" + key + "\": " + dump(value) + ",\n";
    }
    // One line per widget, so that a shell can cut it out: name, x and y of the centre, width and height, corners of
    // the window's visible part; whether it takes clicks, is a slider, is disabled; name of the window.
    text += "\"widgets\": {";
    const char* comma = "\n";
    for (const UiEntry& entry : state.ui_map.entries()) {
        const ScreenRect& rect = entry.rect;
        const ScreenRect& clip = entry.clip;
        const nlohmann::ordered_json value = {rect.center().x, rect.center().y, rect.width(),   rect.height(),
                                              clip.min.x,      clip.min.y,      clip.max.x,     clip.max.y,
                                              entry.id != 0,   entry.slider,    entry.disabled, entry.window};
        text += comma + dump(entry.name) + ": " + dump(value);
        comma = ",\n";
    }
    return text + "\n}\n}\n";
}

} // namespace xpbd::window
