#include "window/platform/window.h"

#include "lab/files/file.h"
#include "lab/run/signals.h"
#include "render/gl_loader.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/platform/glfw_window.h"
#include "window/platform/recordings.h"
#include "window/platform/screenshots.h"
#include "window/platform/ui_map_file.h"
#include "window/state/actions.h"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <glad/gl.h>
#include <imgui.h>
#include <memory>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace xpbd::window {
namespace {

constexpr double kIdleSeconds = 0.25;       ///< between frames while nothing moves
constexpr double kLookSeconds = 0.004;      ///< between looks for a new snapshot while it plays
constexpr double kFallsBehind = 0.98;       ///< of the speed asked for
constexpr double kSlowFrame = 1.0 / 30;     ///< [s]
constexpr float kDoubleClickSeconds = 0.3f; ///< where frames are fast
constexpr double kRestStep = 0.1;
constexpr double kLongestRest = 1;
constexpr double kFullRate = 75;                    ///< frames per second at most
constexpr double kSharedPicture = 0.5;              ///< seconds between two pictures of a pane meanwhile
constexpr double kSharedRate = 30;                  ///< while a sweep wants the cores too
constexpr std::chrono::milliseconds kPatience(100); ///< with work that cannot be cut short
constexpr int kBadInput = 2;
constexpr int kFileFailed = 3;
constexpr int kNoDisplay = 4;

int no_display(const std::string& what) {
    std::fprintf(stderr,
                 "xpbd-lab: no window: %s; set DISPLAY (or WAYLAND_DISPLAY) and install an OpenGL 3.3 driver, or use "
                 "`xpbd-lab shot` or `xpbd-lab run`, which need no display\n",
                 what.c_str());
    return kNoDisplay;
}

/// Shows a folder in the desktop's file manager, without waiting for it.
void show_folder(const std::string& path) {
    std::error_code code;
    std::string folder = std::filesystem::absolute(path, code).parent_path().string();
    std::string program = "xdg-open";
    char* arguments[] = {program.data(), folder.data(), nullptr};
    pid_t child = 0;
    const lab::ChildAttributes attributes;
    if (posix_spawnp(&child, "xdg-open", nullptr, attributes.get(), arguments, environ) == 0) {
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();
    }
}

/// ImGui with its back ends.
class ImGuiScope {
public:
    explicit ImGuiScope(GLFWwindow* window) {
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        install_callbacks(window); // first, so that ImGui's call ours
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~ImGuiScope() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
    }
    ImGuiScope(const ImGuiScope&) = delete;
    ImGuiScope& operator=(const ImGuiScope&) = delete;
};

MouseInput read_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    MouseInput mouse;
    mouse.position = {io.MousePos.x, io.MousePos.y};
    mouse.delta = {io.MouseDelta.x, io.MouseDelta.y};
    mouse.wheel = io.MouseWheel;
    mouse.left = io.MouseDown[0];
    mouse.right = io.MouseDown[1];
    mouse.left_pressed = ImGui::IsMouseClicked(0);
    mouse.right_pressed = ImGui::IsMouseClicked(1);
    mouse.double_clicked = ImGui::IsMouseDoubleClicked(0);
    mouse.ctrl = io.KeyCtrl;
    mouse.shift = io.KeyShift;
    mouse.taken = io.WantCaptureMouse;
    return mouse;
}

/// The running window: one frame after the other.
class Application {
public:
    Application(GLFWwindow* window, render::Renderer renderer, std::unique_ptr<lab::ThreadedRunner> runner,
                AppState state, const lab::Signals& signals, std::string folder)
        : signals_(signals),
          folder_(std::move(folder)),
          window_(window),
          renderer_(std::move(renderer)),
          runner_(std::move(runner)),
          state_(std::move(state)),
          shots_(renderer_, views_),
          recordings_(renderer_, views_) {
        state_.about.driver = renderer_.driver();
        if (const char* path = std::getenv("XPBD_LAB_UI_MAP"); path != nullptr) {
            ui_map_path_ = path;
            state_.ui_map.enabled = true;
        }
        glfwGetWindowContentScale(window_, &window_events().content_scale, nullptr);
        note_size();
        window_events().display_lost = [this] { finish(); };
    }
    ~Application() { window_events().display_lost = {}; }
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    void run() {
        const std::stop_token stop = signals_.stop();
        const std::stop_callback wake(stop, [] { glfwPostEmptyEvent(); });
        while (!state_.requests.quit && glfwWindowShouldClose(window_) == 0 && !stop.stop_requested()) {
            if (wait() && !stop.stop_requested()) {
                frame();
            }
        }
    }

    /// Ends screenshots under way and writes what outlives the window. Asks the display nothing: it may be lost.
    void finish() {
        window_events().display_lost = {};
        recordings_.finish(state_);
        shots_.finish(state_);
        if (const char* path = std::getenv("XPBD_LAB_DUMP_SESSION"); path != nullptr) {
            report(lab::write_file(path, lab::write_session(screen_session(state_, *runner_->latest()))));
        }
        state_.preferences.first_start = false;
        report(save_preferences(folder_, state_.preferences));
    }

    /// Ends what computes beside the window. False where some of it cannot be cut short, and is still busy.
    bool end_work() {
        if (state_.sweep.job) {
            state_.sweep.job->cancel();
        }
        const auto until = std::chrono::steady_clock::now() + kPatience;
        const bool ended = runner_->stop(kPatience);
        while (sweeping() && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return ended && !sweeping();
    }

private:
    static void report(const Status& status) {
        if (!status) {
            std::fprintf(stderr, "xpbd-lab: %s\n", status.error().message.c_str());
        }
    }

    /// The window's size, for the next start.
    void note_size() {
        if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE) {
            glfwGetWindowSize(window_, &state_.preferences.window_width, &state_.preferences.window_height);
        }
    }

    bool sweeping() const { return state_.sweep.job && state_.sweep.job->running(); }

    /// True where something on screen may have changed since the last frame.
    bool moves() const {
        return runner_->latest() != drawn_ || shots_.pending() || recordings_.active() || state_.recording.wanted ||
               sweeping() || !state_.toasts.empty() || state_.ui_map.enabled ||
               glfwGetTime() < window_events().awake_until;
    }

    /// Sleeps while nothing moves, else until the next frame is due. False where there is nothing new to draw.
    bool wait() {
        if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) {
            glfwWaitEventsTimeout(kIdleSeconds);
            return moves();
        }
        if (!moves()) {
            // Snapshots come without an event.
            const auto snapshot = runner_->latest();
            glfwWaitEventsTimeout(snapshot->playing || snapshot->busy ? kLookSeconds : kIdleSeconds);
            return moves();
        }
        // Where the driver does not wait for the screen, we must not run ahead of it.
        const double due = std::max(last_frame_ + 1.0 / (sweeping() ? kSharedRate : kFullRate),
                                    frame_end_ + rest_ * (frame_end_ - last_frame_));
        if (due > glfwGetTime()) {
            glfwWaitEventsTimeout(due - glfwGetTime());
        } else {
            glfwPollEvents();
        }
        return true;
    }

    /// Where frames are slow to draw (no graphics card) and the simulation falls behind, drawing gives way: it rests up
    /// to as long as it draws. Events end a rest, so that the interface still answers at once.
    void adapt_rest(const lab::Snapshot& snapshot) {
        const bool behind = snapshot.playing && snapshot.measured_speed < kFallsBehind * snapshot.asked_speed;
        const bool slow = frame_end_ - last_frame_ > kSlowFrame;
        rest_ = std::clamp(rest_ + (behind && slow ? kRestStep : -kRestStep), 0.0, kLongestRest);
    }

    void frame() {
        last_frame_ = glfwGetTime();
        state_.now = last_frame_;
        const std::shared_ptr<const lab::Snapshot> snapshot = runner_->latest();
        observe(state_, *snapshot);
        for (const KeyPress& press : std::exchange(window_events().keys, {})) {
            dispatch(state_, *snapshot, press.chord, press.repeated);
        }
        for (const std::string& path : std::exchange(window_events().dropped, {})) {
            open_session_file(state_, path);
            break; // one session at a time
        }
        int width = 0, height = 0;
        glfwGetFramebufferSize(window_, &width, &height);
        if (width == 0 || height == 0 || glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE) {
            flush(state_, *runner_);
            drawn_ = snapshot;
            return;
        }
        note_size();
        restyle(width);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        // Two clicks take three frames at least: where frames are slow, a double click may take longer.
        ImGui::GetIO().MouseDoubleClickTime = std::max(kDoubleClickSeconds, 6 * ImGui::GetIO().DeltaTime);
        begin_taps();
        ImGui::NewFrame();
        end_taps(window_);
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        Ui ui{state_, *snapshot, palette(state_.preferences.theme), fonts_};
        const Layout layout = draw_interface(ui, {display.x, display.y});
        handle_mouse(state_, *snapshot, layout, read_mouse());
        settle_cameras(state_, *snapshot, layout);
        flush(state_, *runner_);
        ImGui::Render();
        draw(*snapshot, layout, width, height, static_cast<float>(width) / display.x);
        serve_requests(*snapshot, width, height);
        glfwSwapBuffers(window_);
        drawn_ = snapshot;
        frame_end_ = glfwGetTime();
        adapt_rest(*snapshot);
        set_title();
        write_ui_map(*snapshot);
    }

    /// Fonts and sizes anew where scale or theme changed.
    void restyle(int framebuffer_width) {
        int window_width = 0;
        glfwGetWindowSize(window_, &window_width, nullptr);
        // Where window coordinates are points already (macOS), the system scales them.
        const float points =
            window_width > 0 ? static_cast<float>(framebuffer_width) / static_cast<float>(window_width) : 1;
        state_.content_scale = std::clamp(window_events().content_scale / points, 0.5f, 4.0f);
        if (state_.scale() != styled_scale_) {
            fonts_ = load_fonts(state_.scale());
            for (const std::string& warning : fonts_.warnings) {
                std::fprintf(stderr, "xpbd-lab: %s\n", warning.c_str());
            }
#if IMGUI_VERSION_NUM < 19200
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
        }
        if (state_.scale() != styled_scale_ || state_.preferences.theme != styled_theme_ || !styled_) {
            apply_style(state_.preferences.theme, state_.scale());
            styled_scale_ = state_.scale();
            styled_theme_ = state_.preferences.theme;
            styled_ = true;
        }
    }

    void draw(const lab::Snapshot& snapshot, const Layout& layout, int width, int height, float ratio) {
        const ImVec4 back = ImGui::ColorConvertU32ToFloat4(palette(state_.preferences.theme).background);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, width, height);
        glClearColor(back.x, back.y, back.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        // While a sweep wants the cores, the interface comes before the pictures.
        const bool keep = sweeping() && last_frame_ - last_picture_ < kSharedPicture;
        last_picture_ = keep ? last_picture_ : last_frame_;
        std::optional<picture::ColourScale> scale; // where a picture is drawn at all
        for (const PaneRects& pane : layout.panes) {
            if (pane.pane >= static_cast<int>(snapshot.panes.size())) {
                continue;
            }
            const ScreenRect& view = pane.view;
            const render::Rect rect{static_cast<int>(view.min.x * ratio), height - static_cast<int>(view.max.y * ratio),
                                    static_cast<int>(view.width() * ratio), static_cast<int>(view.height() * ratio)};
            if (rect.width < 1 || rect.height < 1) {
                continue;
            }
            const auto slot = static_cast<std::size_t>(pane.pane);
            if (keep && renderer_.repeat(rect, 0, slot)) {
                continue;
            }
            picture::PictureOptions options = state_.stage.picture;
            options.width = rect.width;
            options.height = rect.height;
            if (!scale) {
                scale = picture::picture_scale(snapshot, state_.stage.picture);
            }
            renderer_.draw(views_.view(snapshot, pane.pane, state_.stage.cameras[slot], options, *scale), rect, 0, slot,
                           sweeping());
        }
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }

    void serve_requests(const lab::Snapshot& snapshot, int width, int height) {
        if (const auto kind = std::exchange(state_.requests.capture, std::nullopt)) {
            shots_.take(state_, snapshot, *kind, width, height);
        }
        shots_.collect(state_);
        recordings_.follow(state_, snapshot, *runner_, width, height);
        if (!state_.requests.open_folder.empty()) {
            show_folder(std::exchange(state_.requests.open_folder, {}));
        }
    }

    void set_title() {
        const scenes::SceneInfo* scene = scenes::find_scene(state_.document.scene.name);
        std::string title = "xpbd-lab";
        if (state_.session_path) {
            title = std::filesystem::path(*state_.session_path).filename().string() + " - " + title;
        } else if (scene != nullptr) {
            title = std::string(scene->label) + " - " + title;
        }
        if (title != title_) {
            title_ = title;
            glfwSetWindowTitle(window_, title.c_str());
        }
    }

    void write_ui_map(const lab::Snapshot& snapshot) {
        if (ui_map_path_.empty()) {
            return;
        }
        // Every frame, and of no worth after a crash: renamed whole, but not waited for as lab::write_file does.
        const std::string beside = ui_map_path_ + ".part";
        if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
            map_frame_.gl_error = error;
        }
        const ImGuiIO& io = ImGui::GetIO();
        ++map_frame_.drawn;
        map_frame_.key_presses = window_events().key_presses;
        map_frame_.mouse = {io.MousePos.x, io.MousePos.y};
        map_frame_.mouse_down = io.MouseDown[0];
        map_frame_.popups = open_popups();
        std::ofstream(beside) << ui_map_json(state_, snapshot, map_frame_);
        std::error_code code;
        std::filesystem::rename(beside, ui_map_path_, code);
    }

    const lab::Signals& signals_;
    std::string folder_; ///< of the preferences
    GLFWwindow* window_;
    render::Renderer renderer_;
    picture::SceneViews views_;
    std::unique_ptr<lab::ThreadedRunner> runner_;
    AppState state_;
    Screenshots shots_;
    Recordings recordings_;
    Fonts fonts_;
    std::shared_ptr<const lab::Snapshot> drawn_;
    double last_frame_ = 0;   ///< when the last frame was begun [s]
    double frame_end_ = 0;    ///< and when it was shown
    double rest_ = 0;         ///< between frames, of what a frame takes [1]
    double last_picture_ = 0; ///< when the panes were drawn last
    float styled_scale_ = 0;
    render::Theme styled_theme_ = render::Theme::dark;
    bool styled_ = false;
    std::string title_;
    std::string ui_map_path_;
    UiMapFrame map_frame_;
};

} // namespace

int run_window(const WindowOptions& options) {
    const lab::Signals signals;
    std::optional<lab::NothingToSave> early(std::in_place, signals, "interrupted before the window opened");
    const std::string folder = preferences_folder();
    const LoadedPreferences loaded = load_preferences(folder);
    for (const std::string& warning : loaded.warnings) {
        std::fprintf(stderr, "xpbd-lab: %s\n", warning.c_str());
    }
    lab::Session session = options.session;
    std::optional<std::string> path = options.session_path;
    std::string trouble;
    if (!options.session_given && !loaded.preferences.last_session.empty()) {
        const Result<lab::Session> last = lab::load_session(loaded.preferences.last_session);
        if (last) {
            session = *last;
            session.frame = 0; // a window that nobody asked for a frame opens running
            path = loaded.preferences.last_session;
        } else {
            trouble = last.error().message;
        }
    }
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
    Result<std::unique_ptr<lab::ThreadedRunner>> runner = lab::ThreadedRunner::create(session, options.threads);
    if (!runner) {
        std::fprintf(stderr, "xpbd-lab: %s\n", runner.error().message.c_str());
        return runner.error().kind == Error::Kind::file ? kFileFailed : kBadInput;
    }
    AppState state = make_app_state(session, loaded.preferences);
    if (path && std::filesystem::path(*path).extension() != ".png") {
        state.session_path = path;
    }
    if (!trouble.empty()) {
        add_toast(state, Toast::Kind::error, "The last session does not open: " + trouble);
    }
    if (session.frame == 0) {
        state.link.outbox.emplace_back(lab::Play{true});
    }
    const ImGuiScope imgui(window.handle());
    Application application(window.handle(), std::move(*renderer), std::move(*runner), std::move(state), signals,
                            folder);
    early.reset();
    application.run();
    application.finish();
    const int code = signals.received() == 0 ? 0 : signals.exit_code();
    if (code != 0) {
        std::fprintf(stderr, "xpbd-lab: interrupted; preferences and recordings are saved\n");
    }
    if (!application.end_work()) {
        std::fflush(nullptr);
        ::_exit(code); // all is saved: the window need not wait for a factorisation
    }
    return code;
}

} // namespace xpbd::window
