#include "window/commands/actions.h"

#include "core/model/method_traits.h"
#include "lab/files/file.h"
#include "system/files.h"
#include "system/names.h"
#include "system/opened_files.h"
#include "system/page.h"
#include "window/stage/cameras.h"
#include "window/stage/collider_hand.h"
#include "window/state/side_panels.h"
#include "window/widgets/copying.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <filesystem>

namespace xpbd::window {
namespace {

constexpr std::array<double, 11> kSpeeds = {0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
constexpr double kScaleStep = 0.1;

void step_speed(AppState& state, const lab::Snapshot& snapshot, int direction) {
    // One step up or down from the nearest speed of the list.
    const auto nearest = std::min_element(kSpeeds.begin(), kSpeeds.end(), [&](double a, double b) {
        return std::abs(std::log(a / snapshot.asked_speed)) < std::abs(std::log(b / snapshot.asked_speed));
    });
    const auto index = std::clamp<std::ptrdiff_t>(nearest - kSpeeds.begin() + direction, 0, kSpeeds.size() - 1);
    state.link.outbox.emplace_back(lab::SetSpeed{kSpeeds[static_cast<std::size_t>(index)]});
}

void step_scene(AppState& state, int direction) {
    const auto table = scenes::scene_table();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const scenes::SceneInfo& row) { return row.key == state.document.scene.name; });
    auto index = found - table.begin();
    // A scene that needs a file or a description cannot be opened by its name alone: skips it.
    for (std::size_t tries = 0; tries < table.size(); ++tries) {
        index = (index + direction + std::ssize(table)) % std::ssize(table);
        const std::string_view key = table[static_cast<std::size_t>(index)].key;
        if (key != "mesh" && key != "custom") {
            choose_scene(state, key);
            return;
        }
    }
}

void set_view(AppState& state, picture::ViewMode mode, int pane) {
    state.stage.picture.mode = mode;
    if (pane >= 0 && pane < static_cast<int>(state.document.panes.size())) {
        state.stage.picture.active_pane = pane;
        state.panels.settings_tab = pane;
        state.panels.select_tab = true;
    }
}

/// XPBD becomes PBD, every other method becomes XPBD.
void toggle_method(AppState& state) {
    const int pane = target_pane(state);
    const Settings& settings = state.document.panes[static_cast<std::size_t>(pane)];
    const bool is_xpbd = settings.method == find_method(method_key::xpbd);
    set_parameter(state.document, pane, parameter_row("method"),
                  find_method(is_xpbd ? method_key::pbd : method_key::xpbd));
}

void restore(AppState& state, std::optional<History::Step> step) {
    if (!step) {
        return;
    }
    state.document = std::move(step->document);
    if (step->branch) {
        state.link.outbox.emplace_back(lab::SwitchBranch{*step->branch});
        state.link.branches.now = *step->branch;
        state.link.posted = state.document; // the branch has these settings already
    }
}

void change_scale(AppState& state, double by) {
    const double scale = static_cast<double>(state.interface_scale()) + by;
    state.preferences.scale = std::clamp(std::round(scale * 10) / 10, 0.5, 3.0);
}

} // namespace

namespace {

/// A dialog in the folder of the session's file, else of its mesh where that folder exists.
FileDialogState new_dialog(const AppState& state, FileDialogState::Purpose purpose) {
    FileDialogState dialog;
    dialog.purpose = purpose;
    dialog.open = true;
    std::error_code code;
    dialog.folder = system::text_of(std::filesystem::current_path(code));
    std::string name = purpose == FileDialogState::Purpose::save ? "session.json" : "";
    if (const std::string& mesh = state.document.scene.file; !mesh.empty()) {
        const std::filesystem::path path = std::filesystem::absolute(system::path_of(mesh), code);
        const std::string folder = system::text_of(path.parent_path());
        dialog.folder = system::kind_of(folder) == system::FileKind::folder ? folder : dialog.folder;
        name = name.empty() ? "" : system::text_of(path.stem()) + ".json";
    }
    if (state.session_path) {
        const std::filesystem::path path = std::filesystem::absolute(system::path_of(*state.session_path), code);
        dialog.folder = system::text_of(path.parent_path());
        name = system::text_of(path.filename());
    }
    name.copy(dialog.name.data(), dialog.name.size() - 1);
    return dialog;
}

} // namespace

void open_dialog(AppState& state, FileDialogState::Purpose purpose) {
    state.file_dialog = new_dialog(state, purpose);
}

bool needs_consent_to_replace(AppState& state, const std::string& path) {
    FileDialogState& dialog = state.file_dialog;
    if (!system::exists(path) || path == state.session_path.value_or("") || dialog.replaces == path) {
        return false;
    }
    dialog.replaces = path;
    dialog.error = system::text_of(system::path_of(path).filename()) + " exists; save once more to replace it";
    return true;
}

void save_chosen_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path) {
    const std::string name = session_name(path);
    if (name == path || !system::exists(name)) {
        save_session_file(state, snapshot, name);
        return;
    }
    open_dialog(state, FileDialogState::Purpose::save);
    FileDialogState& dialog = state.file_dialog;
    const std::filesystem::path file = system::path_of(name);
    dialog.folder = system::text_of(file.parent_path());
    dialog.name.fill('\0');
    system::text_of(file.filename()).copy(dialog.name.data(), dialog.name.size() - 1);
}

namespace {

using S = AppState;
using N = lab::Snapshot;

/// Frames the scene from the direction of a row of camera_presets().
template <std::size_t Row>
void look_from(S& state, const N&) {
    const picture::CameraPreset& preset = picture::camera_presets()[Row];
    frame_camera(state, target_pane(state), preset.yaw, preset.pitch);
}

constexpr Chord key(int sign) {
    return {.key = sign};
}

constexpr Chord ctrl(int key) {
    return {.key = key, .ctrl = true};
}

constexpr Chord shift(int key) {
    return {.key = key, .shift = true};
}

constexpr Chord ctrl_shift(int key) {
    return {.key = key, .ctrl = true, .shift = true};
}

const Action kActions[] = {
    {"play", "Simulation", "Play or pause", Chords(key(' '), key('P')), false,
     [](S& s, const N& n) { s.link.outbox.emplace_back(lab::Play{!n.playing}); }},
    {"step", "Simulation", "Step one frame on", Chords(key(kKeyRight), key('.')), true,
     [](S& s, const N&) { s.link.outbox.emplace_back(lab::StepFrames{1}); }},
    {"step_back", "Simulation", "Step one frame back", Chords(key(kKeyLeft), key(',')), true,
     [](S& s, const N&) { s.link.outbox.emplace_back(lab::StepFrames{-1}); }},
    {"restart", "Simulation", "Restart", Chords(key('R'), key(kKeyBackspace)), false,
     [](S& s, const N&) { s.link.outbox.emplace_back(lab::Restart{}); }},
    {"loop", "Simulation", "Play the recorded frames in a loop", key('O'), false,
     [](S& s, const N& n) {
         s.link.outbox.emplace_back(lab::SetLoop{!n.looping});
         if (!n.looping) {
             s.link.outbox.emplace_back(lab::Play{true});
         }
     }},
    {"ahead", "Simulation", "Compute five seconds in advance", key('A'), false,
     [](S& s, const N& n) { compute_ahead(s, n, 5); }},
    {"cancel", "Simulation", "Stop computing in advance, bringing a new body, or drawing a screenshot", key('X'), false,
     [](S& s, const N& n) { cancel_job(s, n); }},
    {"slower", "Simulation", "Slower", key('-'), true, [](S& s, const N& n) { step_speed(s, n, -1); }},
    {"faster", "Simulation", "Faster", key('='), true, [](S& s, const N& n) { step_speed(s, n, 1); }},
    {"method", "Simulation", "Toggle PBD and XPBD in the pane under the cursor", key('M'), false,
     [](S& s, const N&) { toggle_method(s); }},

    {"previous_scene", "Scene", "Previous scene", key('['), false, [](S& s, const N&) { step_scene(s, -1); }},
    {"next_scene", "Scene", "Next scene", key(']'), false, [](S& s, const N&) { step_scene(s, 1); }},
    {"pick_scene", "Scene", "Find a scene, a lesson, a setting, an action", ctrl('K'), false,
     [](S& s, const N&) { s.picker.open = !s.picker.open; }},

    {"view_a", "View", "Pane A alone", key('1'), false,
     [](S& s, const N&) { set_view(s, picture::ViewMode::single, 0); }},
    {"view_b", "View", "Pane B alone", key('2'), false,
     [](S& s, const N&) { set_view(s, picture::ViewMode::single, 1); }},
    {"view_both", "View", "Panes side by side", key('3'), false,
     [](S& s, const N&) { set_view(s, picture::ViewMode::side_by_side, -1); }},
    {"view_ghost", "View", "Ghost: the other pane's shape overlaid", key('4'), false,
     [](S& s, const N&) { set_view(s, picture::ViewMode::ghost, -1); }},
    {"link_cameras", "View", "Link the cameras", key('L'), false,
     [](S& s, const N&) { link_cameras(s, !s.stage.cameras_linked, target_pane(s)); }},
    {"frame", "View", "Frame the scene, reset the camera", Chords(key('F'), key(kKeyHome)), false,
     [](S& s, const N&) { frame_camera(s, target_pane(s), lab::Camera{}.yaw, lab::Camera{}.pitch); }},
    {"camera.three_quarters", "View", "Camera: three quarters", shift('1'), false, look_from<0>},
    {"camera.three_quarters_left", "View", "Camera: three quarters, from the left", shift('2'), false, look_from<1>},
    {"camera.front", "View", "Camera: front", shift('3'), false, look_from<2>},
    {"camera.side", "View", "Camera: side", shift('4'), false, look_from<3>},
    {"camera.top", "View", "Camera: top", shift('5'), false, look_from<4>},
    {"camera.above", "View", "Camera: from above", shift('6'), false, look_from<5>},
    {"look", "View", "Look: body, stage, light, theme", key('V'), false, [](S& s, const N&) { toggle(s, Side::look); }},
    {"panels", "View", "Hide or show the panels", key(kKeyTab), false,
     [](S& s, const N&) { s.panels.shown = !s.panels.shown; }},
    {"scene_panel", "View", "Scene and world: open or close their panel", key(kKeyF2), false,
     [](S& s, const N&) { toggle(s, Side::scene); }},
    {"pin_scene", "View", "Scene and world: pin their panel", shift(kKeyF2), false,
     [](S& s, const N&) { toggle_pin(s, Side::scene); }},
    {"plots", "View", "Plots", key(kKeyF3), false,
     [](S& s, const N&) { s.preferences.drawer = !s.preferences.drawer; }},
    {"pin_plots", "View", "Plots: pin them", shift(kKeyF3), false, [](S& s, const N&) { toggle_plots_pin(s); }},
    {"methods_panel", "View", "Methods: open or close their panel", key(kKeyF4), false,
     [](S& s, const N&) { toggle(s, Side::methods); }},
    {"pin_methods", "View", "Methods: pin their panel", shift(kKeyF4), false,
     [](S& s, const N&) { toggle_pin(s, Side::methods); }},
    {"presentation", "View", "Presentation: large, without panels", key(kKeyF5), false,
     [](S& s, const N&) { s.presentation.wanted = !s.presentation.wanted; }},
    {"full_screen", "View", "Full screen", key(kKeyF11), false,
     [](S& s, const N&) { s.full_screen = !s.full_screen; }},
    {"laser", "View", "Laser pointer: a red spot at the mouse", key('D'), false,
     [](S& s, const N&) { s.presentation.laser = !s.presentation.laser; }},
    {"scale_down", "View", "Smaller interface", ctrl('-'), true, [](S& s, const N&) { change_scale(s, -kScaleStep); }},
    // The second chord is Ctrl and + on most keyboards.
    {"scale_up", "View", "Larger interface", Chords(ctrl('='), ctrl_shift('=')), true,
     [](S& s, const N&) { change_scale(s, kScaleStep); }},

    {"shot", "Pictures", "Screenshot of the panes", Chords(key(kKeyF12), ctrl('P')), false,
     [](S& s, const N&) { s.requests.capture = CaptureKind::panes; }},
    {"shot_window", "Pictures", "Screenshot with the interface", shift(kKeyF12), false,
     [](S& s, const N&) { s.requests.capture = CaptureKind::with_interface; }},
    {"shot_transparent", "Pictures", "Screenshot with a transparent background", ctrl(kKeyF12), false,
     [](S& s, const N&) { s.requests.capture = CaptureKind::transparent; }},

    {"record", "Pictures", "Start or stop recording", key(kKeyF9), false,
     [](S& s, const N&) { s.recording.wanted = !s.recording.wanted; }},

    {"undo", "Session", "Undo a change of parameters", ctrl('Z'), true,
     [](S& s, const N&) { restore(s, s.history.undo(s.document, s.link.branches)); }},
    {"redo", "Session", "Redo", ctrl_shift('Z'), true,
     [](S& s, const N&) { restore(s, s.history.redo(s.document, s.link.branches)); }},
    {"save", "Session", "Save the session", ctrl('S'), false,
     [](S& s, const N& n) {
         if (s.session_path) {
             save_session_file(s, n, *s.session_path);
         } else {
             save_as(s, n);
         }
     }},
    {"open", "Session", "Open a session, a screenshot that carries one, or a mesh", ctrl('O'), false,
     [](S& s, const N&) { ask_for_file(s); }},
    {"copy", "Session", "Copy the session as text", ctrl('C'), false,
     [](S& s, const N& n) {
         copy_text(s, lab::write_session(saved_session(s, n)), "Session copied as text");
     }},
    {"copy_link",
     "Session",
     "Copy a link to the session",
     {},
     false,
     [](S& s, const N& n) { copy_link(s, saved_session(s, n)); }},
    {"paste", "Session", "Open the session or the link in the clipboard", ctrl('V'), false,
     [](S& s, const N&) { open_from_clipboard(s); }},
    {"help", "Session", "Help", Chords(key(kKeyF1), key('H')), false,
     [](S& s, const N&) { s.help.open = !s.help.open; }},
    {"save_as",
     "Session",
     "Save the session under another name",
     {},
     false,
     save_as},
    // The last row, for actions(): a page cannot close itself.
    {"quit", "Session", "Quit", ctrl('Q'), false, [](S& s, const N&) { s.requests.quit = true; }},
};

constexpr std::pair<std::string_view, std::string_view> kRingKeys[] = {
    {"F6, Shift+F6", "Show the ring; then the next or previous part of the window"},
    {"Tab, Shift+Tab", "With the ring: the next or previous control"},
    {"Arrow keys", "With the ring: the control beside it; on a slider one step"},
    {"Enter or Space", "With the ring: click; Enter on a slider types the value"},
    {"Shift+F10", "With the ring: the menu of a right click"},
    {"Esc", "Close a menu or a card; then hide the ring"},
};

constexpr std::pair<std::string_view, std::string_view> kGestures[] = {
    {"Drag on the body", "Pull it, the same in all panes; a pin moves"},
    {"Right click", "Pin the body there or free it; add colliders, weights and strings"},
    {"Ctrl+right click on the body", "Pin it there, or free it, without the menu"},
    {"Drag on a collider", "Move it, with Shift along the ground; the wheel sizes it, R turns it"},
    {"Drag beside the body, middle drag", "Orbit"},
    {"Right drag, Shift+drag", "Pan"},
    {"Wheel, two fingers on a touchpad", "Zoom"},
    {"Ctrl+drag", "Pull the body from a little beside it"},
    {"Double click", "Set the orbit pivot"},
    {"Double click or Ctrl+click on a slider", "Type the exact value"},
    {"Arrow keys over a slider", "One step down or up"},
    {"Right click on a slider", "Reset, copy, paste, send to the other pane"},
    {"Drop a .json, .png or .obj file", "Open its session, lesson or mesh"},
};

constexpr std::pair<int, std::string_view> kKeyNames[] = {
    {kKeySpace, "Space"}, {kKeyTab, "Tab"},     {kKeyBackspace, "Backspace"},
    {kKeyLeft, "Left"},   {kKeyRight, "Right"}, {kKeyHome, "Home"},
    {kKeyF1, "F1"},       {kKeyF2, "F2"},       {kKeyF3, "F3"},
    {kKeyF4, "F4"},       {kKeyF5, "F5"},       {kKeyF6, "F6"},
    {kKeyF9, "F9"},       {kKeyF11, "F11"},     {kKeyF12, "F12"},
};

std::string key_name(int key) {
    for (const auto& [named, name] : kKeyNames) {
        if (named == key) {
            return std::string(name);
        }
    }
    return std::string(1, static_cast<char>(key));
}

} // namespace

void ask_for_file(AppState& state) {
    if (!system::choose_file()) {
        open_dialog(state, FileDialogState::Purpose::open);
    }
}

void save_as(AppState& state, const lab::Snapshot& snapshot) {
    if (system::in_page()) { // the file becomes a download
        save_session_file(state, snapshot, system::absolute_name(state.document.scene.name + ".json"));
        return;
    }
    FileDialogState dialog = new_dialog(state, FileDialogState::Purpose::save);
    if (!system::choose_new_file(dialog.folder, dialog.name.data())) {
        state.file_dialog = std::move(dialog);
    }
}

std::span<const Action> actions() {
    const std::span<const Action> all(kActions);
    return system::in_page() ? all.first(all.size() - 1) : all;
}

const Action& action(std::string_view id) {
    const auto found =
        std::find_if(std::begin(kActions), std::end(kActions), [&](const Action& row) { return row.id == id; });
    assert(found != std::end(kActions));
    return *found;
}

std::span<const std::pair<std::string_view, std::string_view>> ring_keys() {
    return kRingKeys;
}

std::span<const std::pair<std::string_view, std::string_view>> mouse_gestures() {
    return kGestures;
}

std::string chord_name(const Chord& chord) {
    std::string name = chord.ctrl ? "Ctrl+" : "";
    name += chord.shift ? "Shift+" : "";
    return name + key_name(chord.key);
}

std::string shortcut_text(const Action& action, bool all) {
    std::string text;
    for (const Chord& chord : action.chords) {
        text += (text.empty() ? "" : " or ") + chord_name(chord);
        if (!all) {
            break;
        }
    }
    return text;
}

namespace {

/// True for the key of an open card whose search box has the keyboard, if that key writes no text: it closes the card.
bool ends_open_card(const AppState& state, const Action& row, const Chord& chord) {
    const bool open = (row.id == "help" && state.help.open) || (row.id == "pick_scene" && state.picker.open);
    return open && (chord.ctrl || chord.key == kKeyF1);
}

/// True for what a frame of another page offers: no dialog, menu or card, which would cover its few pixels.
bool is_in_frame(const Action& row) {
    return row.group == "Simulation" || row.id == "frame" || row.id == "undo" || row.id == "redo" ||
           row.id.starts_with("view_") || row.id.starts_with("camera.");
}

} // namespace

bool dispatch(AppState& state, const lab::Snapshot& snapshot, const Chord& chord, bool repeated) {
    if (state.keyboard.take(chord, {state.typing, state.over_stage}, repeated)) {
        return true;
    }
    if (state.entry.arrows && (chord == Chord{kKeyLeft} || chord == Chord{kKeyRight})) {
        return false;
    }
    if ((chord == Chord{'R'} || chord == Chord{.key = 'R', .shift = true}) && turn_collider(state)) {
        return true;
    }
    for (const Action& row : actions()) {
        const bool offered = !state.presentation.embedded || is_in_frame(row);
        if (offered && std::find(row.chords.begin(), row.chords.end(), chord) != row.chords.end()) {
            if (state.typing && !ends_open_card(state, row, chord)) {
                return false;
            }
            if (!repeated || row.repeats) {
                row.run(state, snapshot);
                show_to_audience(state, chord_name(chord) + "   " + std::string(row.text));
            }
            return true;
        }
    }
    return false;
}

} // namespace xpbd::window
