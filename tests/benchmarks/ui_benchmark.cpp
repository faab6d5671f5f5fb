// CPU time of one frame of the window: of the interface alone (panels, readouts, plots; no driver), and of the whole
// frame, panes and interface, drawn by the driver of a context without a display. Neither simulates.
#include "lab/run/runner.h"
#include "picture/text/imgui_versions.h"
#include "render/gl/headless.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/platform/pictures/window_picture.h"
#include "window/state/comparison.h"

#include <backends/imgui_impl_opengl3.h>
#include <benchmark/benchmark.h>
#include <cstddef>
#include <glad/gl.h>
#include <memory>
#include <vector>

namespace {

using namespace xpbd;

constexpr int kFirstFrame = 60;
constexpr int kFrames = 30; ///< number of frames that a whole window shows

enum class Shown { first_screen, all_panels, six_panes };

/// A window's interface without a window, and a run that it shows.
class Desk {
public:
    Desk(float width, float height, Shown shown) : size_(width, height) {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {width, height};
        io.DeltaTime = 1.0f / 60;
        window::Preferences preferences;
        preferences.first_start = false;
        preferences.advanced = shown != Shown::first_screen;
        lab::Session session = *lab::default_session();
        state = window::make_app_state(session, preferences);
        if (shown == Shown::six_panes) {
            window::begin_comparison(state, *scenes::build(session.scene), window::Compared::iterations);
            state.link.outbox.clear(); // the runner starts with these commands
            session.panes = state.document.panes;
        }
        window::apply_style(preferences.theme, state.scale());
        fonts_ = window::load_fonts(state.scale());
        runner = std::move(*lab::InlineRunner::create(session));
        runner->advance(kFirstFrame);
    }
    ~Desk() { ImGui::DestroyContext(); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    /// Fills the plots with four minutes of samples.
    void fill_plots() {
        const lab::Snapshot& shown = *runner->latest();
        lab::Sample sample{0, 0, shown.branch, {}, {}};
        for (const lab::PaneSnapshot& pane : shown.panes) {
            sample.method.push_back(pane.measured_method);
            sample.readout.push_back(pane.readings);
        }
        window::observe(state, shown);
        for (int i = 0; i < 14000; ++i) {
            sample.frame = i;
            sample.time = i / 60.0;
            state.plots.series.add({sample});
        }
    }

    /// Builds a frame of the interface, up to its triangles.
    window::Layout frame(const lab::Snapshot& snapshot) {
        state.now += 1.0 / 60;
        window::observe(state, snapshot);
        ImGui::NewFrame();
        window::Ui ui{state, snapshot, window::palette(state.theme()), fonts_};
        const window::Layout layout = window::draw_interface(ui, {size_.x, size_.y});
        window::handle_mouse(state, snapshot, layout, {});
        window::settle_cameras(state, snapshot, layout);
        window::flush(state, *runner);
        ImGui::Render();
        return layout;
    }

    window::AppState state;
    std::unique_ptr<lab::InlineRunner> runner;

private:
    glm::vec2 size_;
    window::Fonts fonts_;
};

void interface_frame(benchmark::State& bench, float width, float height, Shown shown) {
    Desk desk(width, height, shown);
    imgui::draw_nowhere();
    desk.fill_plots();
    for (auto _ : bench) {
        desk.frame(*desk.runner->latest());
        benchmark::DoNotOptimize(ImGui::GetDrawData()->TotalVtxCount);
    }
}

/// Every frame has another snapshot, as during playback, so that the panes and the numbers are redrawn.
void whole_frame(benchmark::State& bench, float width, float height, render::Quality quality) {
    const Result<render::HeadlessContext> context = render::HeadlessContext::create();
    if (!context) {
        bench.SkipWithError(context.error().message.c_str());
        return;
    }
    Result<render::Renderer> renderer = render::Renderer::create();
    if (!renderer) {
        bench.SkipWithError(renderer.error().message.c_str());
        return;
    }
    bench.SetLabel(renderer->driver());
    Desk desk(width, height, Shown::first_screen);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    desk.state.preferences.quality = quality == render::Quality::low      ? window::QualityChoice::low
                                     : quality == render::Quality::medium ? window::QualityChoice::medium
                                                                          : window::QualityChoice::high;
    std::vector<std::shared_ptr<const lab::Snapshot>> snapshots;
    for (int i = 0; i < kFrames; ++i) {
        desk.runner->advance(1);
        snapshots.push_back(desk.runner->latest());
    }
    render::KeptPicture screen; // in place of the window's framebuffer
    const glm::ivec2 size(width, height);
    screen.fit(size.x, size.y);
    window::WindowPicture picture(*renderer);
    std::size_t next = 0;
    for (auto _ : bench) {
        const std::shared_ptr<const lab::Snapshot>& snapshot = snapshots[next++ % snapshots.size()];
        ImGui_ImplOpenGL3_NewFrame();
        const window::Layout layout = desk.frame(*snapshot);
        picture.take(desk.state, snapshot, layout, size, false);
        picture.draw(desk.state, screen.buffer.name());
        glFinish();
    }
    ImGui_ImplOpenGL3_Shutdown();
}

#define INTERFACE_FRAME(name, width, height, shown)                                                                    \
    BENCHMARK_CAPTURE(interface_frame, name, width, height, Shown::shown)->Unit(benchmark::kMillisecond)
#define WHOLE_FRAME(name, width, height, quality)                                                                      \
    BENCHMARK_CAPTURE(whole_frame, name, width, height, render::Quality::quality)                                      \
        ->Unit(benchmark::kMillisecond)                                                                                \
        ->MeasureProcessCPUTime()                                                                                      \
        ->UseRealTime()                                                                                                \
        ->MinWarmUpTime(0.5) // the driver compiles in the first frames

INTERFACE_FRAME(window_1280x720, 1280.0f, 720.0f, all_panels);
INTERFACE_FRAME(window_2560x1440, 2560.0f, 1440.0f, all_panels);
INTERFACE_FRAME(six_panes_1280x720, 1280.0f, 720.0f, six_panes);
INTERFACE_FRAME(six_panes_2560x1440, 2560.0f, 1440.0f, six_panes);
WHOLE_FRAME(low_1280x720, 1280.0f, 720.0f, low);
WHOLE_FRAME(medium_1280x720, 1280.0f, 720.0f, medium);
WHOLE_FRAME(low_1920x1080, 1920.0f, 1080.0f, low);

} // namespace
