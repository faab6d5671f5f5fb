// A picture that is drawn in small steps equals one that is drawn at once, whatever is drawn between the steps.
#include "headless_renderer.h"

#include "lab/run/runner.h"
#include "picture/picture_job.h"

#include <algorithm>
#include <cstdlib>
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace xpbd::picture {
namespace {

std::shared_ptr<const lab::Snapshot> default_snapshot_at(int frames) {
    const Result<lab::Session> session = lab::default_session();
    EXPECT_TRUE(session);
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return (*runner)->latest();
}

class PictureInSteps : public render::HeadlessRenderer {
protected:
    /// Two panes that are just too large for one part with their 2 x 2 samples, with parts of an odd height.
    static PictureOptions large() {
        PictureOptions options = small();
        options.quality = render::Quality::low; // this test is about the parts of a picture only
        options.width = 1501;
        options.height = 1577;
        return options;
    }
    static PictureOptions small() {
        PictureOptions options;
        options.width = 601;
        options.height = 307;
        options.supersampling = 2;
        options.quality = render::Quality::medium; // with ambient occlusion, which looks around each pixel
        return options;
    }
    static PictureJob begin(SceneViews& views, std::shared_ptr<const lab::Snapshot> snapshot,
                            const PictureOptions& options) {
        Result<PictureJob> job =
            PictureJob::begin(*renderer_, views, std::move(snapshot), std::vector<lab::Camera>(2), options);
        EXPECT_TRUE(job) << job.error().message;
        return std::move(*job);
    }
    static render::Image whole(const std::shared_ptr<const lab::Snapshot>& snapshot, const PictureOptions& options) {
        SceneViews views;
        PictureJob job = begin(views, snapshot, options);
        while (!job.done()) {
            EXPECT_TRUE(job.step(std::numeric_limits<double>::infinity()));
        }
        return job.take();
    }
};

TEST_F(PictureInSteps, HasThePixelsOfAWholeOneAndEachStepIsSmall) {
    const auto snapshot = default_snapshot_at(40);
    const render::Image expected = whole(snapshot, large());
    SceneViews views;
    PictureJob job = begin(views, snapshot, large());
    // A step may draw a strip of each of two panes' pixels, counted with their 2 x 2 samples, and a row more.
    double pixels = 0;
    for (const StampLayout::Pane& pane : job.layout().panes) {
        pixels += 4.0 * pane.view.width * pane.view.height;
    }
    const double most = (static_cast<double>(render::Renderer::kLeastStrip) + 2.0 * large().width) / pixels;
    int steps = 0;
    for (double before = 0; !job.done(); ++steps) {
        ASSERT_TRUE(job.step(0));
        EXPECT_GT(job.progress(), before) << "every step draws something";
        EXPECT_LE(job.progress() - before, most) << "step " << steps;
        before = job.progress();
    }
    EXPECT_GE(steps, static_cast<int>(pixels / static_cast<double>(render::Renderer::kLeastStrip)));
    EXPECT_DOUBLE_EQ(job.progress(), 1);
    // The edge of a strip cuts blocks of the rasteriser, and may there round a last bit otherwise.
    const render::Image image = job.take();
    ASSERT_EQ(image.pixels.size(), expected.pixels.size());
    int differ = 0, most_apart = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const int apart = std::abs(image.pixels[i] - expected.pixels[i]);
        differ += apart > 0 ? 1 : 0;
        most_apart = std::max(most_apart, apart);
    }
    EXPECT_LE(differ, 8) << "every pixel, in " << steps << " steps";
    EXPECT_LE(most_apart, 1);
}

TEST_F(PictureInSteps, IsTheSameWhateverIsDrawnInBetween) {
    const auto snapshot = default_snapshot_at(40);
    const auto other = default_snapshot_at(3);
    PictureOptions ghost = small();
    ghost.body = lab::BodyStyle::constraints; // lines: each strip of the picture cuts them
    ghost.mode = ViewMode::ghost;
    ghost.transparent = true;
    const render::Image expected = whole(snapshot, small());
    const render::Image expected_ghost = whole(other, ghost);
    SceneViews views, other_views;
    PictureJob job = begin(views, snapshot, small());
    while (!job.done()) {
        ASSERT_TRUE(job.step(0));
        PictureJob between = begin(other_views, other, ghost);
        while (!between.done()) {
            ASSERT_TRUE(between.step(0));
        }
        EXPECT_TRUE(between.take().pixels == expected_ghost.pixels);
    }
    EXPECT_TRUE(job.take().pixels == expected.pixels);
}

TEST_F(PictureInSteps, HasNoPixelOfABodyUnderTheLineOfTheGround) {
    Result<lab::Session> session = lab::default_session();
    session->panes[0].iterations = 2; // the cloth hangs far below its start
    const auto runner = std::move(*lab::InlineRunner::create(*session, 1));
    SceneViews views;
    for (const int frames : {0, 40, 60}) {
        runner->advance(frames);
        const std::shared_ptr<const lab::Snapshot> snapshot = runner->latest();
        const PictureOptions options = small();
        for (int pane = 0; pane < 2; ++pane) {
            render::View view = views.view(*snapshot, pane, {}, options, picture_scale(*snapshot, options));
            // Looking along the ground, it is the middle row.
            view.camera.pivot = {0, view.look.ground_height, 0};
            view.camera.pitch = 0;
            view.camera.distance = 20;
            view.look.transparent = true;
            view.look.ground = view.look.shadow = false;
            view.strokes.clear();
            const render::Image image = *renderer_->capture(view, 160, 161, 1);
            int above = 0, below = 0;
            for (int y = 0; y < image.height; ++y) {
                for (int x = 0; x < image.width; ++x) {
                    const bool body =
                        image.pixels[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                          static_cast<std::size_t>(x)) +
                                     3] > 0;
                    above += body && y <= 80 ? 1 : 0;
                    below += body && y > 80 ? 1 : 0;
                }
            }
            EXPECT_GT(above, 100);
            EXPECT_EQ(below, 0) << "pane " << pane << ", frame " << snapshot->frame;
        }
    }
}

TEST_F(PictureInSteps, OneThatIsDroppedLeavesNothingBehind) {
    const auto snapshot = default_snapshot_at(5);
    const render::Image expected = whole(snapshot, small());
    {
        SceneViews views;
        PictureJob job = begin(views, snapshot, large());
        ASSERT_TRUE(job.step(0));
        EXPECT_FALSE(job.done());
    }
    EXPECT_TRUE(whole(snapshot, small()).pixels == expected.pixels);
    EXPECT_EQ(snapshot.use_count(), 1) << "the frame is let go";
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

} // namespace
} // namespace xpbd::picture
