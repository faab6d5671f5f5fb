// CPU time of one frame of the interface (panels, readouts, plots; no driver, no simulation) with the default session,
// and with the grid of six panes.
#include "lab/run/runner.h"
#include "picture/imgui_versions.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/state/panes/comparison.h"

#include <benchmark/benchmark.h>
#include <memory>

namespace {

using namespace xpbd;

/// The first screen with all its panels open and a full minute in the plots.
void interface_frame(benchmark::State& bench, float width, float height, bool six_panes) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.DeltaTime = 1.0f / 60;
    window::Preferences preferences;
    preferences.first_start = false;
    preferences.advanced = true;
    lab::Session session = *lab::default_session();
    window::AppState state = window::make_app_state(session, preferences);
    if (six_panes) {
        window::begin_comparison(state, *scenes::build(session.scene), window::Compared::iterations);
        state.link.outbox.clear(); // the runner begins with them
        session.panes = state.document.panes;
    }
    window::apply_style(preferences.theme, state.scale());
    const window::Fonts fonts = window::load_fonts(state.scale());
    imgui::draw_nowhere();
    const std::unique_ptr<lab::InlineRunner> runner = std::move(*lab::InlineRunner::create(session));
    runner->advance(60);
    const lab::Snapshot& shown = *runner->latest();
    lab::Sample sample{0, 0, shown.branch, {}, {}};
    for (const lab::PaneSnapshot& pane : shown.panes) {
        sample.method.push_back(pane.measured_method);
        sample.readout.push_back(pane.readings);
    }
    window::observe(state, shown);
    for (int i = 0; i < 14000; ++i) { // four minutes of plots
        sample.frame = i;
        sample.time = i / 60.0;
        state.plots.series.add({sample});
    }
    for (auto _ : bench) {
        const std::shared_ptr<const lab::Snapshot> snapshot = runner->latest();
        state.now += 1.0 / 60;
        window::observe(state, *snapshot);
        ImGui::NewFrame();
        window::Ui ui{state, *snapshot, window::palette(preferences.theme), fonts};
        const window::Layout layout = window::draw_interface(ui, {width, height});
        window::handle_mouse(state, *snapshot, layout, {});
        window::settle_cameras(state, *snapshot, layout);
        window::flush(state, *runner);
        ImGui::Render();
        benchmark::DoNotOptimize(ImGui::GetDrawData()->TotalVtxCount);
    }
    ImGui::DestroyContext();
}

BENCHMARK_CAPTURE(interface_frame, window_1280x720, 1280.0f, 720.0f, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(interface_frame, window_2560x1440, 2560.0f, 1440.0f, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(interface_frame, six_panes_1280x720, 1280.0f, 720.0f, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(interface_frame, six_panes_2560x1440, 2560.0f, 1440.0f, true)->Unit(benchmark::kMillisecond);

} // namespace
