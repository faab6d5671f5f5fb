#include "app/app_state.h"

#include "app/memory_limits.h"
#include "app/panels.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace xpbd::app {
namespace {

constexpr double kToastSeconds = 6;
constexpr double kErrorSeconds = 12;
constexpr double kDoubleClickSeconds = 0.35;
constexpr std::size_t kMaxToasts = 4;

void adopt(AppState& state, const lab::Session& session) {
    state.document = make_document(session);
    state.posted = state.document;
    state.history.restart(state.document);
    state.cameras.fill(session.camera);
    state.cameras_linked = true;
    state.series.clear();
    state.plot_zoom = {};
    state.grab = {};
    state.wanted_frame.reset();
    keep_in_range(state);
    state.select_tab = true;
}

} // namespace

AppState make_app_state(const lab::Session& session, const Preferences& preferences) {
    AppState state;
    state.preferences = preferences;
    state.picture.look.theme = preferences.theme;
    state.recording.format = has_ffmpeg() ? RecordFormat::mp4 : RecordFormat::png;
    adopt(state, session);
    return state;
}

void flush(AppState& state, lab::Runner& runner) {
    const std::uint64_t done = runner.latest()->commands_done;
    const auto post = [&](lab::Command command) { return state.last_command = runner.post(std::move(command)); };
    if (state.document.panes != state.posted.panes) {
        post(lab::SetPanes{state.document.panes});
        state.posted.panes = state.document.panes;
    }
    if (!(state.document.world == state.posted.world)) {
        post(lab::SetWorld{state.document.world});
        state.posted.world = state.document.world;
    }
    if (done >= state.scene_command && !(state.document.scene == state.posted.scene)) {
        state.scene_command = post(lab::SetScene{state.document.scene});
        state.posted.scene = state.document.scene;
    }
    const lab::SetDetail detail{wants_residuals(state), needs_forces(state.picture)};
    if (!(detail == state.posted_detail)) {
        post(detail);
        state.posted_detail = detail;
    }
    const auto limit = static_cast<std::size_t>(state.preferences.timeline_mb) << 20;
    if (limit != state.posted_timeline_limit) {
        post(lab::SetTimelineLimit{limit});
        state.posted_timeline_limit = limit;
    }
    for (lab::Command& command : state.outbox) {
        post(std::move(command));
    }
    state.outbox.clear();
    if (state.wanted_frame && done >= state.seek_command) {
        state.seek_command = post(lab::Seek{*state.wanted_frame});
        state.wanted_frame.reset();
    }
}

void observe(AppState& state, const lab::Snapshot& snapshot) {
    if (snapshot.error_serial != state.seen_error) {
        state.seen_error = snapshot.error_serial;
        add_toast(state, Toast::Kind::error, snapshot.error);
        if (snapshot.commands_done >= state.last_command) {
            // The edit was refused: show again what really runs.
            state.document.scene = snapshot.scene;
            state.document.world = snapshot.world;
            state.document.panes.clear();
            for (const lab::PaneSnapshot& pane : snapshot.panes) {
                state.document.panes.push_back(pane.settings);
            }
            state.posted = state.document;
        }
    }
    if (snapshot.commands_done >= state.last_command) {
        state.series.record(snapshot);
    }
    keep_in_range(state);
    std::erase_if(state.toasts, [&](const Toast& toast) { return toast.until <= state.now; });
}

void keep_in_range(AppState& state) {
    const int last = static_cast<int>(state.document.panes.size()) - 1;
    state.settings_tab = std::clamp(state.settings_tab, 0, last);
    state.picture.active_pane = std::clamp(state.picture.active_pane, 0, last);
}

void settle(AppState& state, bool widget_held) {
    if (widget_held) {
        state.last_edit = state.now;
    } else if (state.now - state.last_edit > kDoubleClickSeconds) {
        state.history.commit(state.document);
    }
}

void add_toast(AppState& state, Toast::Kind kind, std::string text, std::string path) {
    const double seconds = kind == Toast::Kind::error ? kErrorSeconds : kToastSeconds;
    state.toasts.push_back({kind, std::move(text), std::move(path), state.now + seconds});
    if (state.toasts.size() > kMaxToasts) {
        state.toasts.erase(state.toasts.begin());
    }
}

lab::Session screen_session(const AppState& state, const lab::Snapshot& snapshot) {
    lab::Session session;
    session.scene = snapshot.scene;
    session.world = snapshot.world;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        session.panes.push_back(pane.settings);
    }
    session.camera = state.cameras[static_cast<std::size_t>(state.picture.active_pane)];
    session.frame = snapshot.frame;
    return session;
}

lab::Session saved_session(const AppState& state, const lab::Snapshot& snapshot) {
    lab::Session session = screen_session(state, snapshot);
    if (snapshot.playing) {
        session.frame = 0;
    }
    return session;
}

void open_session(AppState& state, const lab::Session& session) {
    adopt(state, session);
    state.outbox.emplace_back(lab::OpenSession{session});
    if (session.frame == 0) {
        state.outbox.emplace_back(lab::Play{true});
    }
}

bool open_session_file(AppState& state, const std::string& path) {
    const Result<lab::Session> session = lab::load_session(path);
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return false;
    }
    open_session(state, *session);
    const std::filesystem::path file(path);
    // A picture is opened, never overwritten by Ctrl+S, and not what the next start should bring.
    const bool picture = file.extension() == ".png";
    state.session_path = picture ? std::nullopt : std::optional(path);
    if (!picture) {
        std::error_code code;
        state.preferences.last_session = std::filesystem::absolute(file, code).string();
    }
    add_toast(state, Toast::Kind::info, "Opened " + file.filename().string());
    return true;
}

bool save_session_file(AppState& state, const lab::Snapshot& snapshot, const std::string& path) {
    const Status status = lab::save_session(path, saved_session(state, snapshot));
    if (!status) {
        add_toast(state, Toast::Kind::error, status.error().message);
        return false;
    }
    state.session_path = path;
    std::error_code code;
    state.preferences.last_session = std::filesystem::absolute(path, code).string();
    add_toast(state, Toast::Kind::info, "Saved " + path, path);
    return true;
}

bool open_session_text(AppState& state, const std::string& text) {
    const Result<lab::Session> session = lab::parse_session(text, "clipboard");
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return false;
    }
    open_session(state, *session);
    state.session_path.reset();
    add_toast(state, Toast::Kind::info, "Session pasted");
    return true;
}

void choose_scene(AppState& state, std::string_view key) {
    const Result<lab::Session> session = lab::default_session(key);
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return;
    }
    open_session(state, *session);
    state.session_path.reset();
    state.preferences.last_session.clear();
}

PictureOptions shot_options(const AppState& state, CaptureKind kind, int width, int height) {
    const Preferences& preferences = state.preferences;
    PictureOptions options = state.picture;
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
    return options;
}

Status check_picture_size(const PictureOptions& options) {
    const auto pixels = static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height);
    if (pixels <= kLargestPicture) {
        return ok();
    }
    return Error{"a picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                 " pixels is too large for the window, which makes up to " + std::to_string(kLargestPicture / 1000000) +
                 " million pixels (8K); `xpbd-lab shot` makes larger ones"};
}

void compute_ahead(AppState& state, const lab::Snapshot& snapshot, double seconds) {
    // Whole seconds are whole frames, whatever the rounding of dt.
    const double frames = std::clamp(std::ceil(seconds / snapshot.world.dt - 1e-9), 1.0, 1e7);
    state.outbox.emplace_back(lab::RunAhead{static_cast<int>(frames)});
}

void set_camera(AppState& state, int pane, const lab::Camera& camera) {
    if (state.cameras_linked) {
        state.cameras.fill(camera);
    } else {
        state.cameras[static_cast<std::size_t>(pane)] = camera;
    }
}

int target_pane(const AppState& state) {
    const int count = static_cast<int>(state.document.panes.size());
    return state.hovered_pane >= 0 && state.hovered_pane < count ? state.hovered_pane : state.picture.active_pane;
}

std::string pane_label(int pane) {
    return {static_cast<char>('A' + pane)};
}

} // namespace xpbd::app
