// Which parts of the window a frame redraws: the pictures of panes, and square tiles of the interface.
#include "desk.h"
#include "headless_renderer.h"

#include "render/gpu.h"
#include "window/platform/pictures/pane_pictures.h"
#include "window/platform/pictures/repaint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glad/gl.h>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

/// The panes of a desk, drawn off screen.
class PanePicturesDrawn : public render::HeadlessRenderer {
protected:
    void SetUp() override {
        pictures_ = std::make_unique<PanePictures>(*renderer_);
        desk_ = std::make_unique<Desk>(small_session(), ImVec2(1280, 720));
        snapshot_ = desk_->runner().latest();
    }
    /// Number of pictures that a frame draws.
    std::size_t drawn() {
        const std::size_t before = pictures_->drawn_pictures();
        Repaint repaint;
        repaint.take(*ImGui::GetDrawData());
        repaint.drawn();
        pictures_->plan(desk_->state, snapshot_, desk_->layout, 720, false, repaint);
        pictures_->draw(desk_->state);
        const std::size_t count = pictures_->drawn_pictures() - before;
        const bool renewed = std::exchange(shown_stills_, pictures_->drawn_stills()) != pictures_->drawn_stills();
        EXPECT_EQ(count > 0 || renewed, repaint.wanted()) << "what is drawn is shown";
        return count;
    }
    /// A copy of the snapshot, to be changed.
    std::shared_ptr<lab::Snapshot> another() {
        auto copy = std::make_shared<lab::Snapshot>(*snapshot_);
        snapshot_ = copy;
        return copy;
    }

    std::unique_ptr<PanePictures> pictures_;
    std::unique_ptr<Desk> desk_;
    std::shared_ptr<const lab::Snapshot> snapshot_;
    std::size_t shown_stills_ = 0;
};

TEST_F(PanePicturesDrawn, APausedPaneIsDrawnOnce) {
    EXPECT_EQ(drawn(), 2u);
    EXPECT_EQ(drawn(), 0u);
    another();
    EXPECT_EQ(drawn(), 0u) << "another snapshot of the same bodies";
    another()->panes[0].solve_ms = 7;
    EXPECT_EQ(drawn(), 0u) << "what no picture shows";
}

TEST_F(PanePicturesDrawn, AChangeOfEachKindDrawsThePanesThatItIsSeenIn) {
    StageState& stage = desk_->state.stage;
    ASSERT_EQ(drawn(), 2u);
    stage.cameras[1].yaw += 0.1f;
    EXPECT_EQ(drawn(), 1u) << "a camera";
    stage.picture.isolines = true;
    EXPECT_EQ(drawn(), 2u) << "a look";
    desk_->state.preferences.quality = QualityChoice::medium;
    EXPECT_EQ(drawn(), 2u) << "the quality";
    desk_->layout.panes[0].view.max.x -= 8;
    EXPECT_EQ(drawn(), 1u) << "the size of a pane";
    desk_->runner().advance(1);
    snapshot_ = desk_->runner().latest();
    EXPECT_EQ(drawn(), 2u) << "a step";
    another()->panes[1].positions[5].y += 0.1f;
    EXPECT_EQ(drawn(), 1u) << "a body that is held";
    another()->panes[0].settings.iterations += 1;
    EXPECT_EQ(drawn(), 1u) << "a parameter, which a measured colour may follow";
    stage.picture.overlay = true;
    EXPECT_EQ(drawn(), 2u) << "a ghost";
    another()->panes[1].positions[5].y += 0.1f;
    EXPECT_EQ(drawn(), 2u) << "the body that is a ghost beside the other one";
    EXPECT_EQ(drawn(), 0u);
}

/// The pixels of a slot, bottom row first.
std::vector<std::uint8_t> slot_pixels(render::Renderer& renderer, const ScreenRect& view, std::size_t slot) {
    render::KeptPicture screen;
    const render::Rect rect{0, 0, static_cast<int>(view.width()), static_cast<int>(view.height())};
    screen.fit(rect.width, rect.height);
    EXPECT_TRUE(renderer.show(rect, screen.buffer.name(), slot));
    std::vector<std::uint8_t> pixels(std::size_t{4} * static_cast<std::size_t>(rect.width) *
                                     static_cast<std::size_t>(rect.height));
    glBindFramebuffer(GL_FRAMEBUFFER, screen.buffer.name());
    glReadPixels(0, 0, rect.width, rect.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels;
}

TEST_F(PanePicturesDrawn, WhatDoesNotChangeIsDrawnOnceMoreInTheBestQuality) {
    AppState& state = desk_->state;
    state.preferences.quality = QualityChoice::high;
    ASSERT_EQ(drawn(), 2u);
    EXPECT_EQ(pictures_->still_due(), std::numeric_limits<double>::infinity()) << "it has the best quality";
    std::array<std::vector<std::uint8_t>, 2> best;
    for (std::size_t pane = 0; pane < 2; ++pane) {
        best[pane] = slot_pixels(*renderer_, desk_->layout.panes[pane].view, pane);
    }
    state.preferences.quality = QualityChoice::low;
    ASSERT_EQ(drawn(), 2u);
    EXPECT_DOUBLE_EQ(pictures_->still_due(), state.now + 0.3);
    pictures_->draw_still(state.now + 0.2, 0);
    EXPECT_EQ(pictures_->begun_stills(), 0u) << "too early";

    std::size_t steps = 0;
    const auto draw_stills = [&] {
        state.now = pictures_->still_due();
        while (std::isfinite(pictures_->still_due())) {
            pictures_->draw_still(state.now, 0);
            EXPECT_EQ(drawn(), 0u);
            ++steps;
        }
    };
    draw_stills();
    EXPECT_EQ(pictures_->drawn_stills(), 2u);
    EXPECT_GT(steps, 2u) << "bit by bit";
    for (std::size_t pane = 0; pane < 2; ++pane) {
        EXPECT_TRUE(slot_pixels(*renderer_, desk_->layout.panes[pane].view, pane) == best[pane]) << pane;
    }

    state.stage.cameras[1].yaw += 0.1f;
    ASSERT_EQ(drawn(), 1u);
    EXPECT_DOUBLE_EQ(pictures_->still_due(), state.now + 0.3);
    state.now += 0.4;
    pictures_->draw_still(state.now, 0);
    EXPECT_EQ(pictures_->begun_stills(), 3u);
    state.stage.cameras[1].yaw += 0.1f;
    ASSERT_EQ(drawn(), 1u) << "while the other one is drawn";
    EXPECT_DOUBLE_EQ(pictures_->still_due(), state.now + 0.3) << "which is dropped";
    draw_stills();
    EXPECT_EQ(pictures_->begun_stills(), 4u);
    EXPECT_EQ(pictures_->drawn_stills(), 3u) << "the other pane keeps its own";

    another()->playing = true;
    state.stage.cameras[1].yaw += 0.1f;
    ASSERT_EQ(drawn(), 1u);
    EXPECT_EQ(pictures_->still_due(), std::numeric_limits<double>::infinity()) << "it will change";
}

TEST_F(PanePicturesDrawn, BodiesThatHaveSettledKeepTheirBestPictureWhileTheRunPlaysOn) {
    desk_.reset();                                                     // ImGui has one context
    desk_ = std::make_unique<Desk>(small_session(), ImVec2(800, 450)); // speeds are in pixels, whatever their number
    snapshot_ = desk_->runner().latest();
    AppState& state = desk_->state;
    state.preferences.quality = QualityChoice::low;
    for (lab::Camera& camera : state.stage.cameras) {
        camera.distance = 5;
    }
    const double pixel = 10 * std::tan(0.3) / static_cast<double>(desk_->layout.panes[0].view.height()); // [m]
    // Pictures drawn in `seconds`, while particle 5 of the first pane falls at `speed` [px/s].
    const auto play = [&](double seconds, double speed) {
        std::size_t count = 0;
        for (int i = 0; i < static_cast<int>(std::lround(60 * seconds)); ++i) {
            state.now += 1.0 / 60;
            const auto next = another();
            next->playing = true;
            ++next->frame;
            next->panes[0].positions[5].y -= static_cast<float>(speed / 60 * pixel);
            count += drawn();
            pictures_->draw_still(state.now, 1);
        }
        return count;
    };
    play(0.1, 0);
    EXPECT_EQ(play(3, 6), 2 * 180u) << "too fast for the eye to miss";
    EXPECT_EQ(pictures_->begun_stills(), 0u);
    EXPECT_LE(play(1.5, 0.2), 2 * 64u);
    EXPECT_EQ(pictures_->drawn_stills(), 2u);
    EXPECT_EQ(play(5, 1), 0u) << "it creeps on";
    EXPECT_GE(pictures_->drawn_stills(), 2u + 8u) << "which is drawn every half pixel";
    EXPECT_GT(play(0.5, 30), 2 * 20u);

    play(2, 0);
    ASSERT_EQ(play(0.1, 0), 0u);
    const std::size_t stills = pictures_->drawn_stills();
    another()->playing = false;
    EXPECT_EQ(drawn(), 0u) << "a pause changes nothing";
    ++another()->frame;
    EXPECT_EQ(drawn(), 2u) << "a frame that the hand steps to is seen at once";
    EXPECT_EQ(pictures_->drawn_stills(), stills);
}

TEST(Repaint, OnlyWhatHasChangedIsDrawnAnew) {
    Desk desk(small_session(), {1280, 720});
    Repaint repaint;
    const auto take = [&] {
        desk.frame();
        repaint.take(*ImGui::GetDrawData());
    };
    take();
    ASSERT_EQ(repaint.areas().size(), 1u);
    EXPECT_EQ(repaint.areas()[0], (ScreenRect{{0, 0}, {1280, 720}})) << "at first all of it";
    repaint.drawn();
    take();
    EXPECT_FALSE(repaint.wanted()) << "a frame like the one before";

    const ScreenRect button = desk.rect("restart");
    desk.move(button.center());
    desk.frame(2);
    take();
    ASSERT_TRUE(repaint.wanted()) << "the button is lit";
    float pixels = 0;
    bool covered = false;
    for (const ScreenRect& area : repaint.areas()) {
        pixels += area.width() * area.height();
        covered = covered || area.contains(button.center());
    }
    EXPECT_TRUE(covered);
    EXPECT_LT(pixels, 0.1f * 1280 * 720);
    repaint.drawn();
    EXPECT_FALSE(repaint.wanted());

    repaint.add({{400, 300}, {600, 450}});
    ASSERT_EQ(repaint.areas().size(), 1u);
    EXPECT_EQ(repaint.areas()[0], (ScreenRect{{384, 288}, {608, 480}}));
    for (int x = 0; x < 1280; x += 128) {
        repaint.add({{x, 40}, {x + 10, 50}});
    }
    EXPECT_LE(repaint.areas().size(), Repaint::kMostAreas);
    repaint.add_all();
    EXPECT_EQ(repaint.areas()[0], (ScreenRect{{0, 0}, {1280, 720}}));
}

} // namespace
} // namespace xpbd::window
