#include "window/platform/application.h"

#include "core/base/excerpt.h"
#include "lab/files/file.h"
#include "lab/files/link/link.h"
#include "scenes/scenes.h"
#include "system/folders.h"
#include "system/machine.h"
#include "system/names.h"
#include "system/opened_files.h"
#include "system/signals.h"
#include "system/standard_streams.h"
#include "window/commands/actions.h"
#include "window/commands/commands.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/platform/glfw_window.h"
#include "window/platform/pictures/copied_picture.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <glm/common.hpp>
#include <imgui.h>
#include <optional>
#include <thread>
#include <utility>

namespace xpbd::window {
namespace {

constexpr double kIdleSeconds = 0.25;    ///< between frames while nothing moves
constexpr double kLookSeconds = 0.004;   ///< between two checks for a new snapshot while the simulation plays
constexpr double kDrawingSeconds = 0.04; ///< per frame, for pictures off screen, so that the window keeps answering
constexpr double kStillSeconds = 0.008;  ///< per frame, for pictures of panes in high quality
constexpr double kWorkSeconds = 0.012;   ///< per frame, for steps of the simulation without threads
constexpr double kBusySeconds = 0.05;    ///< per frame, for steps without threads while a job shows its progress
constexpr double kWorkShare = 0.5;       ///< share of a frame's time for work without threads, where drawing is slow
constexpr double kBusyShare = 3;         ///< the same while a job shows its progress: draw rarely, step more
constexpr double kLongestFrame = 0.2;
constexpr double kSliceSeconds = 0.006;             ///< per frame, for other work without threads during play
constexpr double kLastDrawingSeconds = 2;           ///< for screenshots that were asked for before the window closes
constexpr std::size_t kLongestLine = 2000;          ///< of a fault on the terminal [bytes]
constexpr std::chrono::milliseconds kPatience(100); ///< longest wait for work that cannot be interrupted

/// Prints the fault, if there is one. True without a fault.
bool report(const Status& status) {
    if (!status) {
        system::say(excerpt(status.error().message, kLongestLine));
    }
    return static_cast<bool>(status);
}

} // namespace

Application::Application(GLFWwindow* window, render::Renderer renderer, std::unique_ptr<lab::ThreadedRunner> runner,
                         AppState state, const system::Signals& signals, std::string folder)
    : signals_(signals),
      folder_(std::move(folder)),
      window_(window),
      gui_(window),
      renderer_(std::move(renderer)),
      runner_(std::move(runner)),
      state_(std::move(state)),
      picture_(renderer_),
      shots_(renderer_),
      thumbnails_(renderer_),
      recordings_(renderer_),
      saved_(state_.preferences),
      wake_(signals.stop(), [] { glfwPostEmptyEvent(); }) {
    state_.about.driver = renderer_.driver();
    state_.stage.picture.quality = picture_.automatic().saved_quality();
    state_.stage.film_quality = picture_.automatic().film_quality();
    if (const std::string path = system::environment("XPBD_LAB_UI_MAP"); !path.empty()) {
        ui_map_.write_to(path);
        state_.ui_map.for_tests = true;
    }
    glfwGetWindowContentScale(window_, &window_events().content_scale, nullptr);
    note_size();
    window_events().display_lost = [this] { return finish(); };
}

Application::~Application() {
    window_events().display_lost = {};
}

bool Application::turn() {
    system::deliver_opened_files();
    const StopToken stop = signals_.stop();
    const auto ends = [&] {
        return state_.requests.quit || glfwWindowShouldClose(window_) != 0 || stop.stop_requested();
    };
    if (!ends() && (drawn_ == nullptr || (wait() && !stop.stop_requested()))) {
        frame();
    }
    if (!ends()) {
        work();
        return true;
    }
    if (!stop.stop_requested()) {
        draw_remaining();
    }
    return false;
}

/// Without threads (a browser): runs a slice of the background work. The simulation comes first, because delays are
/// most visible in the panes.
void Application::work() {
    if (system::has_threads()) {
        return;
    }
    const double frame = std::min(glfwGetTime() - pacer_.begun(), kLongestFrame);
    runner_->work(runner_->latest()->busy ? std::max(kBusySeconds, kBusyShare * frame)
                                          : std::max(kWorkSeconds, kWorkShare * frame));
    const bool playing = runner_->latest()->playing;
    lab::Background::go_on(std::max(playing ? kSliceSeconds : kWorkSeconds, kWorkShare * frame));
}

Saved Application::finish() {
    window_events().display_lost = {};
    Saved saved;
    saved.recording = report(recordings_.finish(state_));
    saved.undrawn = shots_.finish(state_);
    if (const std::string path = system::environment("XPBD_LAB_DUMP_SESSION"); !path.empty()) {
        report(lab::write_file(path, lab::write_session(screen_session(state_, *runner_->latest()))));
    }
    leave_presentation(state_);
    state_.preferences.first_start = false;
    saved.preferences = report(save_preferences(folder_, state_.preferences));
    return saved;
}

void Application::save() {
    Preferences now = state_.preferences;
    now.first_start = false;
    if (now != saved_) {
        report(save_preferences(folder_, now));
        saved_ = now;
    }
}

std::string Application::link() {
    lab::Session shown = session();
    if (runner_->latest()->playing) {
        shown.frame = 0;
        shown.past.clear();
    }
    if (shown != linked_) { // the page calls this often, and the link of a mesh takes a while
        const Result<std::string> link = lab::to_link(shown, "");
        link_ = link ? *link : "";
        linked_ = std::move(shown);
    }
    return link_;
}

bool Application::act(const std::string& id) {
    const std::shared_ptr<const lab::Snapshot> snapshot = runner_->latest();
    const std::vector<Command> all = commands(state_, *snapshot);
    const Command* command = find_command(all, id);
    if (command == nullptr || !command->unavailable.empty()) {
        return false;
    }
    command->run(state_, *snapshot);
    window_events().awake_until = glfwGetTime() + kIdleSeconds;
    return true;
}

bool Application::takes(double x, double y) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    const glm::vec2 place = glm::vec2(x, y) * pixels_per_unit(window_);
    return finger_acts(state_, *runner_->latest(), {width, height}, place);
}

bool Application::end_work() {
    if (state_.sweep.job) {
        state_.sweep.job->cancel();
    }
    if (state_.match.job) {
        state_.match.job->cancel();
    }
    if (state_.lessons.job) {
        state_.lessons.job->cancel();
    }
    const auto until = std::chrono::steady_clock::now() + kPatience;
    const bool ended = runner_->stop(kPatience);
    while (sweeping() && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return ended && !sweeping();
}

/// The window's size, for the next start.
void Application::note_size() {
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE || glfwGetWindowMonitor(window_) != nullptr) {
        return;
    }
    Preferences& preferences = state_.preferences;
    preferences.window_maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
    if (!preferences.window_maximised) {
        glm::ivec2 size(0);
        glfwGetWindowSize(window_, &size.x, &size.y);
        const float points = pixels_per_unit(window_) / std::max(window_events().content_scale, 0.1f);
        size = glm::max(kSmallestWindow, glm::ivec2(glm::round(glm::vec2(size) * points)));
        preferences.window_width = size.x;
        preferences.window_height = size.y;
    }
}

/// True where something on screen may have changed since the last frame.
bool Application::moves() const {
    return runner_->latest() != drawn_ || shots_.pending() || recordings_.active() || state_.recording.wanted ||
           thumbnails_.busy(state_) || !window_events().dropped.empty() || !window_events().chosen.empty() ||
           window_events().ask_for_file || sweeping() || cameras_move(state_) || shows_line(state_) ||
           !state_.toasts.empty() || state_.keyboard.busy() || state_.ui_map.for_tests ||
           glfwGetTime() < window_events().awake_until || glfwGetTime() >= picture_.still_due();
}

FramePacer::Pace Application::pace() const {
    if (state_.ui_map.for_tests && glfwGetTime() < window_events().awake_until) {
        return FramePacer::Pace::hurried;
    }
    return sweeping() ? FramePacer::Pace::shared : FramePacer::Pace::full;
}

/// Sleeps while nothing moves, else until the next frame is due. False where there is nothing new to draw.
bool Application::wait() {
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) {
        glfwWaitEventsTimeout(kIdleSeconds);
        return moves();
    }
    if (!moves()) {
        // A new snapshot is no event of GLFW and does not end the wait, so that the wait is short during play.
        const auto snapshot = runner_->latest();
        const double idle = std::clamp(picture_.still_due() - glfwGetTime(), kLookSeconds, kIdleSeconds);
        glfwWaitEventsTimeout(snapshot->playing || snapshot->busy ? kLookSeconds : idle);
        return moves();
    }
    // Limits the frame rate where the driver does not wait for the screen (no vsync).
    const double rest = pacer_.due(pace()) - glfwGetTime();
    if (rest > 0) {
        glfwWaitEventsTimeout(rest);
    } else {
        glfwPollEvents();
    }
    // The waits above return at once in a browser: the frame is then drawn in a later turn, when it is due.
    return system::has_threads() || glfwGetTime() >= pacer_.due(pace()) || glfwGetTime() < window_events().awake_until;
}

void Application::take_events(const lab::Snapshot& snapshot) {
    for (const KeyPress& press : std::exchange(window_events().keys, {})) {
        dispatch(state_, snapshot, press.chord, press.repeated);
    }
    if (const auto use = std::exchange(window_events().ask_for_file, {})) {
        open_dialog(state_, *use);
    }
    if (const std::string path = std::exchange(window_events().chosen, {}); !path.empty()) {
        save_chosen_file(state_, snapshot, path);
    }
    for (const std::string& path : std::exchange(window_events().dropped, {})) {
        open_session_file(state_, path);
        break; // one session at a time
    }
}

void Application::frame() {
    state_.now = glfwGetTime();
    pacer_.begin(state_.now);
    const std::shared_ptr<const lab::Snapshot> snapshot = runner_->latest();
    observe(state_, *snapshot);
    take_events(*snapshot);
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width == 0 || height == 0 || glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) {
        flush(state_, *runner_);
        drawn_ = snapshot;
        return;
    }
    GlfwWindow::set_full_screen(window_, state_.full_screen);
    note_size();
    gui_.begin_frame(state_, {width, height});
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    Ui ui{state_, *snapshot, palette(state_.theme()), gui_.fonts()};
    const Layout layout = draw_interface(ui, {display.x, display.y});
    handle_mouse(state_, *snapshot, layout, read_mouse());
    settle_cameras(state_, *snapshot, layout);
    flush(state_, *runner_);
    ImGui::Render();
    // Draws only what has changed: without a graphics card drawing takes most of a frame, and many frames are alike.
    picture_.take(state_, snapshot, layout, {width, height}, sweeping());
    if (gui_.restyled()) {
        picture_.add_all();
    }
    const bool anew = std::exchange(window_events().damaged, false) || state_.requests.capture ||
                      state_.requests.region || picture_.wanted();
    if (anew) {
        picture_.draw(state_, 0);
    }
    serve_requests(snapshot, width, height); // after the drawing: a picture of the window reads the drawn frame
    if (anew) {
        glfwSwapBuffers(window_);
    }
    drawn_ = snapshot;
    pacer_.end(glfwGetTime(), *snapshot);
    set_title();
    if (ui_map_.wanted()) {
        ui_map_.write(state_, *snapshot, anew);
    }
}

void Application::serve_requests(const std::shared_ptr<const lab::Snapshot>& snapshot, int width, int height) {
    if (const auto kind = std::exchange(state_.requests.capture, std::nullopt)) {
        shots_.take(state_, snapshot, *kind, width, height);
    }
    const bool shot = shots_.drawing(); // one picture at a time: screenshots first
    shots_.follow(state_, kDrawingSeconds);
    thumbnails_.follow(state_, shot ? 0 : kDrawingSeconds);
    recordings_.follow(state_, snapshot, *runner_, width, height, shot ? 0 : kDrawingSeconds);
    // A slice of drawing would delay the next frame while the user moves the mouse.
    const bool hand_rests = glfwGetTime() - window_events().touched >= PanePictures::kUnchanged;
    if (hand_rests && !shot && !recordings_.active() && !thumbnails_.busy(state_)) {
        picture_.draw_still(state_.now, kStillSeconds);
    }
    if (const auto region = std::exchange(state_.requests.region, std::nullopt)) {
        take_region(state_, *region, width, height);
    }
    if (!state_.requests.open_folder.empty()) {
        const std::string file = std::exchange(state_.requests.open_folder, {});
        std::error_code code;
        system::show_folder(system::text_of(std::filesystem::absolute(system::path_of(file), code).parent_path()));
    }
    if (!state_.requests.open_file.empty()) {
        system::show_file(std::exchange(state_.requests.open_file, {}));
    }
    if (!state_.requests.copy_picture.empty()) {
        copy_picture_file(state_, std::exchange(state_.requests.copy_picture, {}));
    }
}

/// A screenshot that was asked for just before the window closes is still drawn, where that does not take long.
void Application::draw_remaining() {
    const double until = glfwGetTime() + kLastDrawingSeconds;
    while (shots_.drawing() && glfwGetTime() < until && !signals_.stop().stop_requested()) {
        shots_.follow(state_, kDrawingSeconds);
    }
}

void Application::set_title() {
    const scenes::SceneInfo* scene = scenes::find_scene(state_.document.scene.name);
    std::string title = "xpbd-lab";
    if (state_.session_path) {
        title = system::text_of(system::path_of(*state_.session_path).filename()) + " - " + title;
    } else if (scene != nullptr) {
        title = std::string(scene->label) + " - " + title;
    }
    if (title != title_) {
        title_ = title;
        glfwSetWindowTitle(window_, title.c_str());
    }
}

} // namespace xpbd::window
