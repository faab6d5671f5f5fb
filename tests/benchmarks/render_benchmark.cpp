// Time to draw a frame of the default session's two panes, by the driver that a context without a display has.
#include "lab/run/runner.h"
#include "picture/picture.h"
#include "render/gl/headless.h"

#include <benchmark/benchmark.h>
#include <cstddef>
#include <glad/gl.h>
#include <memory>
#include <vector>

namespace {

using namespace xpbd;

constexpr int kFrame = 120;

/// A framebuffer in place of the window's.
struct Screen {
    GLuint texture = 0;
    GLuint framebuffer = 0;

    Screen(int width, int height) {
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    ~Screen() {
        glDeleteFramebuffers(1, &framebuffer);
        glDeleteTextures(1, &texture);
    }
};

void draw_panes(benchmark::State& bench, int width, int height, render::Quality quality) {
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
    const std::unique_ptr<lab::InlineRunner> runner = std::move(*lab::InlineRunner::create(*lab::default_session()));
    runner->advance(kFrame);
    const std::shared_ptr<const lab::Snapshot> snapshot = runner->latest();
    const Screen screen(width, height);
    picture::SceneViews views;
    picture::PictureOptions options;
    options.width = width / 2;
    options.height = height;
    options.quality = quality;
    const picture::ColourScale scale = picture::picture_scale(*snapshot, options);
    for (auto _ : bench) {
        for (int pane = 0; pane < 2; ++pane) {
            const auto slot = static_cast<std::size_t>(pane);
            renderer->draw(views.view(*snapshot, pane, {}, options, scale), options.width, height, slot);
            renderer->show({pane * options.width, 0, options.width, height}, screen.framebuffer, slot);
        }
        glFinish();
    }
}

#define DRAW_PANES(name, width, height, quality)                                                                       \
    BENCHMARK_CAPTURE(draw_panes, name, width, height, render::Quality::quality)                                       \
        ->Unit(benchmark::kMillisecond)                                                                                \
        ->MeasureProcessCPUTime()                                                                                      \
        ->UseRealTime()                                                                                                \
        ->MinWarmUpTime(0.5) // the driver compiles in the first frames

// 992 x 512: the pictures of a window of 1280 x 720, 55 % of it.
DRAW_PANES(low_992x512, 992, 512, low);
DRAW_PANES(medium_992x512, 992, 512, medium);
DRAW_PANES(low_1280x720, 1280, 720, low);
DRAW_PANES(medium_1280x720, 1280, 720, medium);
DRAW_PANES(high_1280x720, 1280, 720, high);
DRAW_PANES(high_2560x1440, 2560, 1440, high);
DRAW_PANES(low_3840x2160, 3840, 2160, low);
DRAW_PANES(medium_3840x2160, 3840, 2160, medium);
DRAW_PANES(high_3840x2160, 3840, 2160, high);

} // namespace
