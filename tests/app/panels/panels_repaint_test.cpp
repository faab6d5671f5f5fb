// What of the window is drawn anew: pictures of panes, and squares of the interface.
#include "desk.h"
#include "headless_renderer.h"

#include "window/platform/pictures/pane_pictures.h"
#include "window/platform/repaint.h"

#include <algorithm>
#include <memory>

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
    /// Pictures that a frame draws.
    std::size_t drawn() {
        const std::size_t before = pictures_->drawn_pictures();
        Repaint repaint;
        repaint.take(*ImGui::GetDrawData());
        repaint.drawn();
        pictures_->plan(desk_->state, snapshot_, desk_->layout, 720, false, repaint);
        pictures_->draw(desk_->state);
        const std::size_t count = pictures_->drawn_pictures() - before;
        EXPECT_TRUE(count == 0 || repaint.wanted()) << "what is drawn is shown";
        return count;
    }
    /// The same moment in another snapshot, to be changed.
    std::shared_ptr<lab::Snapshot> another() {
        const auto copy = std::make_shared<lab::Snapshot>(*snapshot_);
        snapshot_ = copy;
        return copy;
    }

    std::unique_ptr<PanePictures> pictures_;
    std::unique_ptr<Desk> desk_;
    std::shared_ptr<const lab::Snapshot> snapshot_;
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
    stage.picture.look.isolines = true;
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
    for (float x = 0; x < 1280; x += 128) {
        repaint.add({{x, 40}, {x + 10, 50}});
    }
    EXPECT_LE(repaint.areas().size(), Repaint::kMostAreas);
    repaint.add_all();
    EXPECT_EQ(repaint.areas()[0], (ScreenRect{{0, 0}, {1280, 720}}));
}

} // namespace
} // namespace xpbd::window
