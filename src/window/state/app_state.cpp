#include "window/state/app_state.h"
#include "system/names.h"
#include "system/page.h"
#include "window/state/side_panels.h"

#include "lab/files/assets.h"
#include "lab/files/link/link.h"
#include "lab/text/start_text.h"
#include "picture/memory_limits.h"
#include "scenes/changes/pins.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kToastSeconds = 6;
constexpr double kErrorSeconds = 12;
constexpr std::size_t kMaxToasts = 4;
constexpr std::size_t kMostRecent = 8;     ///< Preferences::recent
constexpr double kDoubleClickFactor = 1.2; ///< factor on the longest time of a double click

/// Takes over a session's look. Dark is the default: a session with the dark theme gets the theme of the preferences.
/// During a presentation the theme of the look is kept, and applied when the presentation ends.
void adopt_look(AppState& state, lab::Looks look) {
    if (look.theme == lab::Theme::dark) {
        look.theme = static_cast<lab::Theme>(state.preferences.theme);
    }
    if (state.presentation.on) {
        state.presentation.theme_before = std::exchange(look.theme, state.stage.picture.theme);
    }
    static_cast<lab::Looks&>(state.stage.picture) = std::move(look);
}

/// Replaces the document by a session, as one entry of the history: Ctrl+Z brings back the present document.
void adopt(AppState& state, const lab::Session& session) {
    const Document before = std::exchange(state.document, make_document(session));
    state.link.posted = state.document;
    state.history.replace(before, state.document);
    state.stage.cameras.fill(session.camera);
    if (session.look) {
        adopt_look(state, *session.look);
    }
    state.stage.moves = {};
    state.stage.cameras_linked = true;
    state.plots.series.clear();
    state.plots.zoom = {};
    state.stage.grab = {};
    state.match.job.reset();
    state.match.outcome.clear();
    state.link.wanted_frame.reset();
    keep_in_range(state);
    state.panels.select_tab = true;
}

/// Restarts a scene that has run until SceneInfo::again, except during a pull by the mouse, a lesson or a recording.
void restart_at_end(AppState& state, const lab::Snapshot& snapshot) {
    const scenes::SceneInfo* scene = scenes::find_scene(snapshot.scene.name);
    const bool over = scene != nullptr && scene->again > 0 && snapshot.time >= scene->again;
    const bool known = state.link.answered(snapshot);
    const bool replays = snapshot.looping || snapshot.frame < snapshot.last_frame; // a restart would delete the frames
    const bool plays = snapshot.playing && !snapshot.busy && !replays;
    const bool busy = state.recording.wanted || state.stage.grab.active || state.lessons.open();
    if (state.panels.restarts_at_end && over && plays && known && !busy) {
        state.link.outbox.emplace_back(lab::Restart{});
    }
}

} // namespace

AppState make_app_state(const lab::Session& session, const Preferences& preferences) {
    AppState state;
    state.preferences = preferences;
    state.stage.picture.theme = static_cast<lab::Theme>(preferences.theme);
    state.recording.format = picture::has_ffmpeg() ? picture::RecordFormat::mp4 : picture::RecordFormat::png;
    adopt(state, session);
    state.history.restart(state.document);
    return state;
}

bool shows_residuals(const AppState& state) {
    if (!state.panels.shown || !state.preferences.drawer || state.panels.show_sweep || state.presentation.on) {
        return false;
    }
    for (std::size_t slot = 0; slot < lab::kPlotSlots; ++slot) {
        if (by_iteration(plot_key(state.stage.picture, slot, state.document.scene.name))) {
            return true;
        }
    }
    return false;
}

void flush(AppState& state, lab::Runner& runner) {
    follow_match(state);
    const std::uint64_t done = runner.latest()->commands_done;
    const auto post = [&](lab::Command command) { return state.link.last_command = runner.post(std::move(command)); };
    // The runner steps a new body from frame 0. Until that is done, further changes that bring a body wait.
    const bool bodies = lab::brings_bodies(state.link.posted.panes, state.document.panes);
    if (state.document.panes != state.link.posted.panes && (!bodies || done >= state.link.bodies_command)) {
        const std::uint64_t command = post(lab::SetPanes{state.document.panes});
        state.link.bodies_command = bodies ? command : state.link.bodies_command;
        state.link.posted.panes = state.document.panes;
    }
    if (!(state.document.world == state.link.posted.world)) {
        post(lab::SetWorld{state.document.world});
        state.link.posted.world = state.document.world;
    }
    if (done >= state.link.scene_command && !(state.document.scene == state.link.posted.scene)) {
        state.link.scene_command = post(lab::SetScene{state.document.scene});
        state.link.posted.scene = state.document.scene;
    }
    state.plots.series.add(runner.take_samples());
    const lab::SetDetail detail{
        shows_residuals(state),
        picture::needs_forces(state.document.scene, state.stage.picture) || asks_for_forces(state.lessons), true};
    if (!(detail == state.link.detail)) {
        post(detail);
        state.link.detail = detail;
    }
    const auto limit = static_cast<std::size_t>(state.preferences.timeline_mb) << 20;
    if (limit != state.link.timeline_limit) {
        post(lab::SetTimelineLimit{limit});
        state.link.timeline_limit = limit;
    }
    // The seek is posted before other commands: after Play it would stop the run again.
    if (state.link.wanted_frame && (done >= state.link.seek_command || !state.link.outbox.empty())) {
        state.link.seek_command = post(lab::Seek{*state.link.wanted_frame});
        state.link.wanted_frame.reset();
    }
    for (lab::Command& command : state.link.outbox) {
        post(std::move(command));
    }
    state.link.outbox.clear();
}

namespace {

/// A frame of the past on screen may have other parameters: the document, and so the panels, take them over.
void adopt_shown(AppState& state, const lab::Snapshot& snapshot) {
    Document& document = state.document;
    if (!same_run(document, state.link.posted)) {
        return; // the user is changing something
    }
    std::vector<Settings> shown;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        shown.push_back(pane.settings);
    }
    const bool other_pins = scenes::differ_in_changes_only(document.scene, snapshot.scene);
    if (!(document.world == snapshot.world) || document.panes != shown || other_pins) {
        state.history.commit(document, state.link.branches);
        adopt_settings(document, snapshot.world, std::move(shown));
        if (other_pins) {
            document.scene.changes = snapshot.scene.changes;
            state.link.posted.scene = document.scene;
        }
        state.link.posted.world = document.world;
        state.link.posted.panes = document.panes;
        state.history.rebase(document);
    }
}

void follow_branches(AppState& state, const lab::Snapshot& snapshot) {
    const std::uint64_t before = state.link.branches.now;
    state.link.branches = {snapshot.branch, snapshot.cuts};
    if (before != snapshot.branch && state.link.branches.can_put_back(before) && snapshot.branch > before) {
        add_toast(state, Toast::Kind::info,
                  "A new branch from frame " + std::to_string(snapshot.branches.back().first_frame - 1) +
                      " on. Ctrl+Z brings back what was recorded.");
    }
}

} // namespace

void observe(AppState& state, const lab::Snapshot& snapshot) {
    follow_presentation(state);
    if (snapshot.error_serial != state.link.seen_error) {
        state.link.seen_error = snapshot.error_serial;
        add_toast(state, Toast::Kind::error, snapshot.error);
        if (snapshot.commands_done >= state.link.last_command) {
            // The edit was refused: show again what really runs.
            state.document.scene = snapshot.scene;
            state.document.world = snapshot.world;
            state.document.comparison.reset();
            state.document.panes.clear();
            for (const lab::PaneSnapshot& pane : snapshot.panes) {
                state.document.panes.push_back(pane.settings);
            }
            state.link.posted = state.document;
        }
    }
    if (state.link.answered(snapshot)) {
        adopt_shown(state, snapshot);
        follow_branches(state, snapshot);
    }
    state.plots.series.follow(snapshot);
    restart_at_end(state, snapshot);
    follow_lesson(state, snapshot);
    keep_in_range(state);
    std::erase_if(state.toasts, [&](const Toast& toast) { return toast.until <= state.now; });
}

void keep_in_range(AppState& state) {
    const int last = static_cast<int>(state.document.panes.size()) - 1;
    state.panels.settings_tab = std::clamp(state.panels.settings_tab, 0, last);
    state.stage.picture.active_pane = std::clamp(state.stage.picture.active_pane, 0, last);
}

void settle(AppState& state, bool widget_held, double double_click) {
    if (widget_held) {
        state.last_edit = state.now;
    } else if (state.now - state.last_edit > kDoubleClickFactor * double_click) {
        state.history.commit(state.document, state.link.branches);
    }
}

void add_toast(AppState& state, Toast::Kind kind, std::string text, std::string path) {
    const double seconds = kind == Toast::Kind::error ? kErrorSeconds : kToastSeconds;
    state.toasts.push_back({kind, system::without_page_folders(std::move(text)), std::move(path), state.now + seconds});
    if (state.toasts.size() > kMaxToasts) {
        state.toasts.erase(state.toasts.begin());
    }
}

lab::Looks shown_looks(const AppState& state) {
    lab::Looks looks = state.stage.picture;
    looks.theme = state.presentation.on ? state.presentation.theme_before : looks.theme;
    return looks;
}

lab::Session screen_session(const AppState& state, const lab::Snapshot& snapshot) {
    lab::Session session = lab::session_of(snapshot);
    session.camera = state.stage.camera_goal(state.stage.picture.active_pane);
    session.look = shown_looks(state);
    // A new pane may not be in the snapshot yet.
    session.look->active_pane = std::min(session.look->active_pane, static_cast<int>(session.panes.size()) - 1);
    return session;
}

lab::Session saved_session(const AppState& state, const lab::Snapshot& snapshot) {
    lab::Session session = screen_session(state, snapshot);
    if (snapshot.playing) {
        session.frame = 0;
        session.past.clear();
    }
    return session;
}

namespace {

void post_session(AppState& state, const lab::Session& session) {
    state.link.outbox.emplace_back(lab::OpenSession{session});
    if (session.frame == 0) {
        state.link.outbox.emplace_back(lab::Play{true});
    }
}

/// Text about an opened file: its name, the unit of a mesh, and how the scene starts.
std::string opened_text(const std::string& name, const scenes::SceneSpec& scene) {
    std::string text = "Opened " + name;
    const Result<Model> model = scene.mesh ? scenes::build(scene) : Error{};
    if (!model) {
        return text;
    }
    if (lab::is_mesh_name(name)) {
        text += ", pinned at its top";
        if (const double scale = scenes::scene_value(scene, "scale")[0]; scale != 1) {
            text += scale == 0.01 ? ", read as centimetres" : ", read as millimetres";
        }
    }
    for (const std::string& line : lab::start_lines(scene, *model)) {
        text += "\n" + line;
    }
    return text;
}

/// Shows a toast about a session that has replaced another one. `changed`: the user had changed the replaced session,
/// so that the toast gets a button to undo.
void tell_replaced(AppState& state, bool changed, std::string text) {
    add_toast(state, Toast::Kind::info, std::move(text));
    state.toasts.back().undo = changed;
}

} // namespace

void open_session(AppState& state, const lab::Session& session) {
    adopt(state, session);
    post_session(state, session);
}

std::optional<std::string> saving_path(const std::string& path) {
    const bool other = lab::has_ending(path, ".png") || lab::is_mesh_name(path) || lab::is_asset(path);
    return other || system::in_page() ? std::nullopt : std::optional(path);
}

bool is_session_name(std::string_view name) {
    return lab::has_ending(name, ".json") || lab::has_ending(name, ".xpbd");
}

std::string session_name(const std::string& path) {
    return is_session_name(path) ? path : path + ".json";
}

void note_recent(AppState& state, const std::string& path) {
    if (system::in_page()) {
        return;
    }
    const std::string whole = system::absolute_name(path);
    std::vector<std::string>& recent = state.preferences.recent;
    std::erase(recent, whole);
    recent.insert(recent.begin(), whole);
    recent.resize(std::min(recent.size(), kMostRecent));
}

Status open_file(AppState& state, const std::string& path) {
    if (lab::holds_lesson(path)) {
        const Result<lab::Lesson> lesson = lab::load_lesson(path);
        if (!lesson) {
            return lesson.error();
        }
        open_lesson(state, path);
        note_recent(state, path);
        return ok();
    }
    const Result<lab::Session> session = lab::load_session(path);
    if (!session) {
        return session.error();
    }
    const bool changed = state.history.can_undo(state.document);
    adopt(state, *session);
    post_session(state, *session);
    // Ctrl+S must not overwrite a picture, a mesh or a figure, and the next start must not open it.
    state.session_path = saving_path(path);
    if (state.session_path) {
        state.preferences.last_session = system::absolute_name(path);
    }
    note_recent(state, path);
    tell_replaced(state, changed, opened_text(system::text_of(system::path_of(path).filename()), session->scene));
    return ok();
}

bool open_session_file(AppState& state, const std::string& path) {
    const Status opened = open_file(state, path);
    if (!opened) {
        add_toast(state, Toast::Kind::error, opened.error().message);
    }
    return static_cast<bool>(opened);
}

Status save_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path) {
    if (Status status = lab::save_session(path, saved_session(state, snapshot)); !status) {
        return status;
    }
    state.session_path = saving_path(path);
    if (state.session_path) {
        state.preferences.last_session = system::absolute_name(path);
    }
    note_recent(state, path);
    add_toast(state, Toast::Kind::info, "Saved " + path, path);
    return ok();
}

bool save_session_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path) {
    const Status saved = save_file(state, snapshot, path);
    if (!saved) {
        add_toast(state, Toast::Kind::error, saved.error().message);
    }
    return static_cast<bool>(saved);
}

bool open_session_text(AppState& state, const std::string& text) {
    const bool link = lab::is_link(text);
    const Result<lab::Session> session = link ? lab::from_link(text) : lab::parse_session(text, "clipboard");
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return false;
    }
    const bool changed = state.history.can_undo(state.document);
    open_session(state, *session);
    state.session_path.reset();
    tell_replaced(state, changed, link ? "Link opened" : "Session pasted");
    return true;
}

Result<std::string> session_link(const lab::Session& session) {
    const std::string page = system::page_address();
    return lab::to_link(session, page.empty() ? lab::kLinkAddress : page);
}

void choose_scene(AppState& state, std::string_view key) {
    const Result<lab::Session> session = lab::default_session(key);
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return;
    }
    open_new_session(state, *session, std::string(scenes::find_scene(key)->label));
}

void open_new_session(AppState& state, const lab::Session& session, const std::string& name) {
    const bool changed = state.history.can_undo(state.document);
    open_session(state, session);
    state.session_path.reset();
    state.preferences.last_session.clear();
    if (changed) {
        tell_replaced(state, true, "Opened " + name);
    }
}

picture::PictureOptions shot_options(const AppState& state, CaptureKind kind, int width, int height) {
    const Preferences& preferences = state.preferences;
    picture::PictureOptions options = state.stage.picture;
    options.supersampling = preferences.supersampling;
    options.width = width;
    options.height = height;
    if (preferences.shot_size == ShotSize::full_hd) {
        options.width = 1920;
        options.height = 1080;
    } else if (preferences.shot_size == ShotSize::ultra_hd) {
        options.width = 3840;
        options.height = 2160;
    } else if (preferences.shot_size == ShotSize::custom) {
        options.width = preferences.shot_width;
        options.height = preferences.shot_height;
    }
    options.transparent = kind == CaptureKind::transparent;
    options.quality = chosen_quality(preferences, options.quality);
    return options;
}

Status check_picture_size(const picture::PictureOptions& options) {
    const auto pixels = static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height);
    if (pixels <= picture::kLargestPicture) {
        return ok();
    }
    return Error{"a picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                 " pixels is too large for the window, which makes up to " +
                 std::to_string(picture::kLargestPicture / 1000000) + " million pixels (8K)" +
                 (system::in_page() ? "" : "; `xpbd-lab shot` makes larger ones")};
}

void compute_ahead(AppState& state, const lab::Snapshot& snapshot, double seconds) {
    // Whole seconds give whole frames, despite the rounding of dt.
    const double frames = std::clamp(std::ceil(seconds / snapshot.world.dt - 1e-9), 1.0, 1e7);
    state.link.outbox.emplace_back(lab::RunAhead{static_cast<int>(frames)});
}

void focus_parameter(AppState& state, const std::string& name) {
    constexpr double kMarked = 3; // [s]
    state.panels.shown = true;
    state.panels.focus = {name, true, state.now + kMarked};
    if (const Side side = state.panels.focus.of_pane() ? Side::methods : Side::scene; !open(state, side)) {
        toggle(state, side);
    }
    if (state.panels.focus.of_pane()) {
        const SettingsParameter* row = find_settings_parameter(std::string_view(name).substr(name.find('.') + 1));
        state.preferences.advanced = state.preferences.advanced || row == nullptr || row->info.advanced ||
                                     state.acting.panes_of(parameter_row(row->info.key)).empty();
    }
}

void cancel_job(AppState& state, const lab::Snapshot& snapshot) {
    if (state.drawing.progress && !snapshot.busy) {
        state.drawing.cancel = true;
    } else {
        state.link.outbox.emplace_back(lab::Cancel{});
    }
}

int target_pane(const AppState& state) {
    const int count = static_cast<int>(state.document.panes.size());
    return state.stage.hovered_pane >= 0 && state.stage.hovered_pane < count ? state.stage.hovered_pane
                                                                             : state.stage.picture.active_pane;
}

std::string pane_label(int pane) {
    return {static_cast<char>('A' + pane)};
}

} // namespace xpbd::window
