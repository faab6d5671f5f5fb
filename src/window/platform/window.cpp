#include "window/platform/window.h"

#include "core/base/excerpt.h"
#include "render/gl/gl_loader.h"
#include "system/display_server.h"
#include "system/folders.h"
#include "system/main_loop.h"
#include "system/names.h"
#include "system/page.h"
#include "system/signals.h"
#include "system/standard_streams.h"
#include "window/platform/application.h"
#include "window/platform/display.h"
#include "window/platform/glfw_window.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace xpbd::window {
namespace {

constexpr int kBadInput = 2;
constexpr int kFileFailed = 3;
constexpr int kNoDisplay = 4;

int no_display(const std::string& what) {
    system::say("no window: " + what + "; " + system::kDisplayNeeds);
    return kNoDisplay;
}

/// A window with everything that lives as long as it does.
class Running {
public:
    /// Opens the window. Returns an exit code if that fails.
    std::optional<int> open(const lab::WindowRequest& request);
    /// Runs a frame. Returns the exit code after the last one.
    std::optional<int> turn();
    Application& application() { return *application_; }

private:
    void choose_session(const lab::WindowRequest& request, const LoadedPreferences& loaded);
    int end();

    system::Signals signals_;
    std::optional<system::NothingToSave> early_{std::in_place, signals_, "interrupted before the window opened"};
    lab::Session session_;
    std::optional<std::string> path_;
    std::string trouble_; ///< fault of the last session's file; "" = none
    std::optional<system::LibrarySilence> silence_;
    GlfwWindow window_;
    std::optional<Application> application_;
};

void Running::choose_session(const lab::WindowRequest& request, const LoadedPreferences& loaded) {
    session_ = request.session;
    path_ = request.session_path;
    if (request.session_given || loaded.preferences.last_session.empty()) {
        return;
    }
    const Result<lab::Session> last = lab::load_session(loaded.preferences.last_session);
    if (!last) {
        trouble_ = last.error().message;
        return;
    }
    session_ = *last;
    session_.frame = 0; // a window opens running unless a frame was asked for
    session_.past.clear();
    if (request.session.look) { // given with a lesson
        session_.look = request.session.look;
    }
    path_ = loaded.preferences.last_session;
}

std::optional<int> Running::open(const lab::WindowRequest& request) {
    const std::string folder = preferences_folder();
    const LoadedPreferences loaded = load_preferences(folder);
    for (const std::string& warning : loaded.warnings) {
        system::say(warning);
    }
    choose_session(request, loaded);
    silence_.emplace();
    if (const std::string fault = window_.open(loaded.preferences); !fault.empty()) {
        return no_display(fault);
    }
    if (const Status status = render::load_gl(glfwGetProcAddress); !status) {
        return no_display(status.error().message);
    }
    Result<render::Renderer> renderer = render::Renderer::create();
    if (!renderer) {
        return no_display(renderer.error().message);
    }
    Result<std::unique_ptr<lab::ThreadedRunner>> runner = lab::ThreadedRunner::create(session_, request.threads);
    if (!runner) {
        system::say(runner.error().message);
        return runner.error().kind == Error::Kind::file ? kFileFailed : kBadInput;
    }
    AppState state = make_app_state(session_, loaded.preferences);
    if (request.session_path) {
        note_recent(state, *request.session_path);
    }
    state.session_path = path_ ? saving_path(*path_) : std::nullopt;
    if (!trouble_.empty()) {
        add_toast(state, Toast::Kind::error, "The last session does not open: " + trouble_);
    }
    if (request.lesson) {
        state.preferences.first_start = false; // the first question of a lesson, and no welcome over it
        open_lesson(state, *request.lesson);
    } else if (session_.frame == 0) {
        state.link.outbox.emplace_back(lab::Play{true});
    }
    state.fingers = !system::environment("XPBD_LAB_FINGERS").empty();
    if (system::in_page() && request.session_given) {
        state.preferences.first_start = false; // the card would cover the body of a link or a scene
    }
    if (!system::environment("XPBD_LAB_EMBEDDED").empty()) {
        state.preferences.first_start = false;
        state.presentation.embedded = true;
        if (!session_.look) { // most notes are black on white
            state.stage.picture.theme = lab::Theme::light;
        }
        state.presentation.wanted = true;
    }
    application_.emplace(window_.handle(), std::move(*renderer), std::move(*runner), std::move(state), signals_,
                         folder);
    early_.reset();
    return std::nullopt;
}

std::optional<int> Running::turn() {
    const bool more = application_->turn();
    silence_.reset(); // the first frame is on screen
    return more ? std::nullopt : std::optional(end());
}

int Running::end() {
    const Saved saved = application_->finish();
    if (wayland_lost()) {
        end_without_display(saved);
    }
    if (saved.undrawn > 0) {
        system::say("the window closed before " + counted(saved.undrawn, "screenshot") + " could be drawn");
    }
    const int code = signals_.received() == 0 ? 0 : signals_.exit_code();
    if (code != 0) {
        system::say("interrupted; " + in_words(saved));
    }
    if (!application_->end_work()) {
        std::fflush(nullptr);
        system::exit_at_once(code); // everything is saved: need not wait for a running factorisation
    }
    return code;
}

} // namespace

int run_window(const lab::WindowRequest& request) {
    system::leave_own_console();
    const auto running = std::make_shared<Running>();
    if (const std::optional<int> code = running->open(request)) {
        return *code;
    }
    return system::keep_going(
        {.turn = [running] { return running->turn(); },
         .save = [running] { running->application().save(); },
         .would_lose = [running] { return running->application().would_lose(); },
         .session = [running] { return lab::write_session(running->application().session()); },
         .link = [running] { return running->application().link(); },
         .typing = [running] { return running->application().typing(); },
         .copied = [running](const std::string& fault) { running->application().note_copied(fault); },
         .act = [running](const std::string& id) { return running->application().act(id); },
         .summary = [running] { return running->application().summary(); },
         .takes = [running](double x, double y) { return running->application().takes(x, y); }});
}

} // namespace xpbd::window
