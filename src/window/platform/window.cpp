#include "window/platform/window.h"

#include "core/excerpt.h"
#include "render/gl/gl_loader.h"
#include "system/display_server.h"
#include "system/names.h"
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

} // namespace

int run_window(const lab::WindowRequest& request) {
    system::leave_own_console();
    const system::Signals signals;
    std::optional<system::NothingToSave> early(std::in_place, signals, "interrupted before the window opened");
    const std::string folder = preferences_folder();
    const LoadedPreferences loaded = load_preferences(folder);
    for (const std::string& warning : loaded.warnings) {
        system::say(warning);
    }
    lab::Session session = request.session;
    std::optional<std::string> path = request.session_path;
    std::string trouble;
    if (!request.session_given && !loaded.preferences.last_session.empty()) {
        const Result<lab::Session> last = lab::load_session(loaded.preferences.last_session);
        if (last) {
            session = *last;
            session.frame = 0; // a window opens running unless a frame was asked for
            session.past.clear();
            path = loaded.preferences.last_session;
        } else {
            trouble = last.error().message;
        }
    }
    std::optional<system::LibrarySilence> silence(std::in_place);
    GlfwWindow window;
    if (const std::string fault = window.open(loaded.preferences); !fault.empty()) {
        return no_display(fault);
    }
    if (const Status status = render::load_gl(glfwGetProcAddress); !status) {
        return no_display(status.error().message);
    }
    Result<render::Renderer> renderer = render::Renderer::create();
    if (!renderer) {
        return no_display(renderer.error().message);
    }
    Result<std::unique_ptr<lab::ThreadedRunner>> runner = lab::ThreadedRunner::create(session, request.threads);
    if (!runner) {
        system::say(runner.error().message);
        return runner.error().kind == Error::Kind::file ? kFileFailed : kBadInput;
    }
    AppState state = make_app_state(session, loaded.preferences);
    if (path && system::path_of(*path).extension() != ".png") {
        state.session_path = path;
    }
    if (!trouble.empty()) {
        add_toast(state, Toast::Kind::error, "The last session does not open: " + trouble);
    }
    if (request.lesson) {
        state.preferences.first_start = false; // whoever asks for a lesson wants its first question
        open_lesson(state, *request.lesson);
    } else if (session.frame == 0) {
        state.link.outbox.emplace_back(lab::Play{true});
    }
    Application application(window.handle(), std::move(*renderer), std::move(*runner), std::move(state), signals,
                            folder);
    early.reset();
    application.run([&] { silence.reset(); });
    const std::size_t undrawn = application.finish();
    if (wayland_lost()) {
        end_without_display(undrawn);
    }
    if (undrawn > 0) {
        system::say("the window closed before " + counted(undrawn, "screenshot") + " could be drawn");
    }
    const int code = signals.received() == 0 ? 0 : signals.exit_code();
    if (code != 0) {
        system::say("interrupted; preferences and recordings are saved");
    }
    if (!application.end_work()) {
        std::fflush(nullptr);
        system::exit_at_once(code); // everything is saved: need not wait for a running factorisation
    }
    return code;
}

} // namespace xpbd::window
