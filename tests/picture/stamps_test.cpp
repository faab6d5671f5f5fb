// The stamp: text beside the panes of a picture, which covers no pixel of them.
#include "headless_renderer.h"

#include "core/model/method_traits.h"
#include "lab/run/runner.h"
#include "picture/picture_job.h"
#include "picture/text/stamp_text.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace xpbd::picture {
namespace {

/// Two panes that also differ in substeps and bending.
std::shared_ptr<const lab::Snapshot> stamped_at(int frames) {
    Result<lab::Session> session = lab::default_session();
    EXPECT_TRUE(lab::apply_assignment(*session, "scene.resolution=8x8"));
    session->panes[0].substeps = 1;
    session->panes[1].substeps = 3;
    session->panes[1].iterations = session->panes[0].iterations;
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner);
    (*runner)->advance(frames);
    return (*runner)->latest();
}

bool parts_overlap(const PicturePart& a, const PicturePart& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const std::uint8_t* pixel_of(const render::Image& image, int x, int y) {
    return image.pixels.data() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + x);
}

class Stamp : public render::HeadlessRenderer {
protected:
    static render::Image draw(const std::shared_ptr<const lab::Snapshot>& snapshot, const PictureOptions& options) {
        SceneViews views;
        Result<render::Image> image = take_picture(*renderer_, views, *snapshot, std::vector<lab::Camera>(4), options);
        EXPECT_TRUE(image);
        return std::move(*image);
    }
    static PictureOptions sized(int width, int height) {
        PictureOptions options;
        options.width = width;
        options.height = height;
        options.supersampling = 1;
        return options;
    }
};

TEST(StampText, BeginsWithTheParametersThatDiffer) {
    const auto snapshot = stamped_at(10);
    for (int pane = 0; pane < 2; ++pane) {
        const StampText text = stamp_text(*snapshot, pane);
        EXPECT_EQ(text.title, pane == 0 ? "A  PBD" : "B  XPBD");
        ASSERT_EQ(text.parameters.size(), 3u);
        EXPECT_EQ(text.parameters[0], pane == 0 ? "1 substep" : "3 substeps");
        EXPECT_EQ(text.parameters[1].find(pane == 0 ? "k = " : "α = "), 0u);
        EXPECT_NE(text.parameters[2].find(" iterations"), std::string::npos) << "the same in both: last";
        std::string readings;
        for (const std::string& reading : text.readings) {
            readings += reading + "\n";
        }
        for (const char* word : {"sag ", " m\n", "mean strain ", " %\n", "effective stiffness ", "N/m"}) {
            EXPECT_NE(readings.find(word), std::string::npos) << word << " is missing in:\n" << readings;
        }
    }
}

TEST(StampText, CarriesTheBadgesOfThePane) {
    lab::Snapshot snapshot = *stamped_at(0);
    for (lab::PaneSnapshot& pane : snapshot.panes) {
        pane.measure.relative_dual = 0.9;
        pane.measure.max_strain = 0;
    }
    EXPECT_EQ(stamp_text(snapshot, 0).badges, std::vector<std::string>{}) << "PBD converges to nothing";
    EXPECT_EQ(stamp_text(snapshot, 1).badges, std::vector<std::string>{"NOT CONVERGED"});
}

TEST(StampLayout, LeavesTheViewsAloneAtEverySizeAndGrowsWithThePicture) {
    const ImageText letters;
    const auto snapshot = stamped_at(0);
    lab::Snapshot four = *snapshot;
    four.panes.push_back(four.panes[0]);
    four.panes.push_back(four.panes[0]);
    for (const lab::Snapshot* shown : {snapshot.get(), static_cast<const lab::Snapshot*>(&four)}) {
        for (const ViewMode mode : {ViewMode::side_by_side, ViewMode::single, ViewMode::ghost}) {
            float last = 0;
            for (const glm::ivec2 size : {glm::ivec2{64, 64}, {640, 360}, {1280, 720}, {1920, 1080}, {3840, 2160}}) {
                PictureOptions options;
                options.mode = mode;
                options.width = size.x;
                options.height = size.y;
                const StampLayout layout = stamp_layout(letters, *shown, options);
                std::vector<PicturePart> parts;
                for (const StampLayout::Pane& pane : layout.panes) {
                    parts.push_back(pane.view);
                    EXPECT_GT(2 * pane.view.height, pane.view.height + pane.strip.height) << size.x;
                    if (layout.type > 0) {
                        parts.push_back(pane.strip);
                    }
                }
                if (layout.type > 0) {
                    parts.push_back(layout.top);
                    EXPECT_GE(layout.type, kLeastType);
                }
                int covered = 0;
                for (std::size_t i = 0; i < parts.size(); ++i) {
                    covered += parts[i].width * parts[i].height;
                    for (std::size_t j = 0; j < i; ++j) {
                        EXPECT_FALSE(parts_overlap(parts[i], parts[j])) << size.x;
                    }
                }
                EXPECT_EQ(covered, size.x * size.y);
                EXPECT_GE(layout.type, last);
                last = layout.type;
            }
            EXPECT_GT(last, 2 * kLeastType) << "at 4K";
        }
    }
}

/// No letter touches a view. The views have one plain colour here, as two drawings of a body at different places may
/// differ by rounding.
TEST_F(Stamp, ChangesNoPixelOfAView) {
    const auto snapshot = stamped_at(30);
    for (const glm::ivec2 size : {glm::ivec2{640, 360}, {1280, 720}}) {
        const PictureOptions options = sized(size.x, size.y);
        const ImageText letters;
        const StampLayout layout = stamp_layout(letters, *snapshot, options);
        ASSERT_GT(layout.type, 0);
        render::Image image;
        image.width = size.x;
        image.height = size.y;
        image.pixels.assign(std::size_t{4} * static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y), 77);
        const StampColours colours = stamp_colours(theme_of(options));
        stamp_top(image, letters, *snapshot, options, picture_scale(*snapshot, options), layout, colours);
        for (const StampLayout::Pane& pane : layout.panes) {
            stamp_pane(image, letters, *snapshot, pane, layout.type, colours);
        }
        const auto written = std::count_if(image.pixels.begin(), image.pixels.end(), [](int v) { return v != 77; });
        EXPECT_GT(written, 0);
        for (const StampLayout::Pane& pane : layout.panes) {
            for (int y = 0; y < pane.view.height; ++y) {
                const std::uint8_t* row = pixel_of(image, pane.view.x, pane.view.y + y);
                ASSERT_TRUE(std::all_of(row, row + std::ptrdiff_t{4} * pane.view.width, [](int v) { return v == 77; }))
                    << "row " << y << " of pane " << pane.panes.front();
            }
        }
    }
}

TEST_F(Stamp, ShowsTheLegendAndTheColourOfWhatLiesAbove) {
    const auto snapshot = stamped_at(0);
    const PictureOptions options = sized(640, 200);
    const StampLayout layout = stamp_layout(ImageText(), *snapshot, options);
    const render::Image image = draw(snapshot, options);
    const auto has = [&](const glm::vec3& colour) {
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t* at = pixel_of(image, x, layout.top.height / 2);
            const glm::vec3 here(at[0], at[1], at[2]);
            if (glm::distance(here, 255.0f * colour) < 4) {
                return true;
            }
        }
        return false;
    };
    for (const float place : {0.0f, 0.5f, 1.0f}) {
        EXPECT_TRUE(has(render::map_colour(render::ColourMap::magnitude, theme_of(options), place))) << place;
    }
    EXPECT_TRUE(has(render::above_colour(theme_of(options))));
}

TEST_F(Stamp, OnPaperIsBlackOnWhiteWithoutAGrid) {
    const auto snapshot = stamped_at(30);
    PictureOptions options = sized(640, 360);
    options.paper = true;
    const render::Image image = draw(snapshot, options);
    const StampLayout layout = stamp_layout(ImageText(), *snapshot, options);
    int dark = 0;
    int white = 0;
    const PicturePart& strip = layout.panes[0].strip;
    for (int y = strip.y; y < strip.y + strip.height; ++y) {
        for (int x = strip.x; x < strip.x + strip.width - 2; ++x) {
            const std::uint8_t* at = pixel_of(image, x, y);
            dark += at[0] < 40 && at[1] < 40 && at[2] < 40 ? 1 : 0;
            white += at[0] == 255 && at[1] == 255 && at[2] == 255 ? 1 : 0;
        }
    }
    EXPECT_GT(dark, 100);
    EXPECT_GT(white, strip.width * strip.height * 3 / 4);
    const PicturePart& view = layout.panes[0].view;
    for (int y = view.y; y < view.y + view.height; ++y) { // no grid, no horizon at the border
        const std::uint8_t* at = pixel_of(image, view.x, y);
        EXPECT_TRUE(at[0] == 255 && at[1] == 255 && at[2] == 255) << "row " << y;
    }
}

} // namespace
} // namespace xpbd::picture
