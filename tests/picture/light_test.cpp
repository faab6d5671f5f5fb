// Light and colours in the scenes' own runs: folds are visible, and the colours' range fits the strains.
#include "headless_renderer.h"

#include "lab/run/runner.h"
#include "picture/picture.h"
#include "render/colour/colour.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace xpbd::picture {
namespace {

constexpr glm::vec3 kWeights(0.2126f, 0.7152f, 0.0722f);
constexpr render::Quality kQualities[] = {render::Quality::low, render::Quality::medium, render::Quality::high};
constexpr render::Theme kBothThemes[] = {render::Theme::dark, render::Theme::light};

std::unique_ptr<lab::InlineRunner> run_of(std::string_view scene, int frames) {
    const Result<lab::Session> session = lab::default_session(scene);
    EXPECT_TRUE(session) << session.error().message;
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 1);
    EXPECT_TRUE(runner) << runner.error().message;
    (*runner)->advance(frames);
    return std::move(*runner);
}

class Light : public render::HeadlessRenderer {
protected:
    /// Pane b as `shot --view single --pane b --transparent --no-stamp` draws it.
    static render::Image shoot(const lab::Snapshot& snapshot, render::Quality quality, render::Theme theme,
                               const lab::Camera& camera = {}) {
        PictureOptions options;
        options.width = 320;
        options.height = 360;
        options.mode = ViewMode::single;
        options.active_pane = 1;
        options.transparent = true;
        options.stamp = false;
        options.quality = quality;
        options.theme = static_cast<lab::Theme>(theme);
        SceneViews views;
        Result<render::Image> image = take_picture(*renderer_, views, snapshot, {camera}, options);
        EXPECT_TRUE(image) << image.error().message;
        return std::move(*image);
    }
    /// Luminance in linear light of the opaque pixels.
    static std::vector<float> luminance(const render::Image& image) {
        std::vector<float> values;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
            if (image.pixels[i + 3] == 255) {
                const glm::vec3 code(image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]);
                values.push_back(glm::dot(render::to_linear(code / 255.0f), kWeights));
            }
        }
        return values;
    }
};

TEST_F(Light, ShowsTheFoldsInEveryQuality) {
    for (const std::string_view scene : {"cloth", "flag"}) {
        const auto runner = run_of(scene, 240);
        for (const render::Quality quality : kQualities) {
            for (const render::Theme theme : kBothThemes) {
                std::vector<float> values = luminance(shoot(*runner->latest(), quality, theme));
                ASSERT_GT(values.size(), 10000u);
                std::sort(values.begin(), values.end());
                const auto at = [&](double share) {
                    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
                };
                EXPECT_GE(at(0.95) / at(0.05), 2.8f)
                    << scene << ", quality " << static_cast<int>(quality) << ", theme " << static_cast<int>(theme);
            }
        }
    }
}

TEST_F(Light, ShowsTheFoldsOnTheReverseSideToo) {
    const auto runner = run_of("cloth", 240);
    for (const render::Quality quality : kQualities) {
        for (const render::Theme theme : kBothThemes) {
            lab::Camera behind;
            behind.yaw += 180;
            std::vector<float> values = luminance(shoot(*runner->latest(), quality, theme, behind));
            ASSERT_GT(values.size(), 10000u);
            std::sort(values.begin(), values.end());
            const std::size_t twentieth = values.size() / 20;
            EXPECT_GE(values[values.size() - twentieth] / values[twentieth], 2.2f)
                << "quality " << static_cast<int>(quality) << ", theme " << static_cast<int>(theme);
        }
    }
}

TEST_F(Light, OfLowQualityLooksLikeThatOfHighAtArmsLength) {
    const auto runner = run_of("cloth", 240);
    for (const render::Theme theme : kBothThemes) {
        const render::Image low = shoot(*runner->latest(), render::Quality::low, theme);
        const render::Image high = shoot(*runner->latest(), render::Quality::high, theme);
        constexpr int kBlock = 20; // pixels of 320: the smallest detail visible at arm's length, 1/50 of a pane
        double sum = 0;
        int count = 0;
        for (int y = 0; y + kBlock <= low.height; y += kBlock) {
            for (int x = 0; x + kBlock <= low.width; x += kBlock) {
                const auto mean = [&](const render::Image& image) {
                    glm::vec4 total(0);
                    for (int i = 0; i < kBlock * kBlock; ++i) {
                        const auto place = std::ptrdiff_t{y + i / kBlock} * image.width + x + i % kBlock;
                        const std::uint8_t* p = image.pixels.data() + 4 * place;
                        const float alpha = static_cast<float>(p[3]) / 255;
                        total += glm::vec4(alpha * glm::vec3(p[0], p[1], p[2]), 255 * alpha);
                    }
                    return total / static_cast<float>(kBlock * kBlock);
                };
                const glm::vec4 difference = glm::abs(mean(low) - mean(high));
                sum += static_cast<double>(std::max({difference.x, difference.y, difference.z, difference.w}));
                ++count;
                EXPECT_LT(difference.y, 45) << "at " << x << ", " << y;
            }
        }
        EXPECT_LT(sum / count, 5) << "codes, 0 to 255, theme " << static_cast<int>(theme);
    }
}

/// Share of a pane's particles whose strain level exceeds `level`. A level is the mean of |strain|/high of its edges.
double share_above(const lab::Snapshot& snapshot, int pane, double level) {
    const double high = suggested_range(snapshot, Colouring::stretch).high;
    const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
    const auto& lines = shown.model->of_type<Distance>().particles;
    std::vector<double> sum(shown.positions.size()), count(shown.positions.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (const int particle : lines[i]) {
            sum[static_cast<std::size_t>(particle)] += std::abs(static_cast<double>(shown.strain[i])) / high;
            count[static_cast<std::size_t>(particle)] += 1;
        }
    }
    double above = 0, all = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        all += count[i] > 0 ? 1 : 0;
        above += count[i] > 0 && sum[i] / count[i] > level ? 1 : 0;
    }
    return above / all;
}

TEST(ColourRanges, FitWhatHappensInTheScenesOwnRuns) {
    for (const std::string_view scene :
         {"cloth", "cloth_sphere", "cloth_drop", "flag", "net", "rope_hanging", "rope_span", "cantilever"}) {
        const auto runner = run_of(scene, 120);
        const lab::Snapshot& snapshot = *runner->latest();
        EXPECT_LT(share_above(snapshot, 0, 1), 0.2) << scene << ": PBD's corners may lie above";
        EXPECT_LT(share_above(snapshot, 1, 1), 0.02) << scene << ": XPBD does not";
        const double strained = std::max(share_above(snapshot, 0, 0.3), share_above(snapshot, 1, 0.3));
        EXPECT_GT(strained, 0.1) << scene << ": the body shows a gradient";
        EXPECT_GT(share_above(snapshot, 1, 0.06), 0.1) << scene << ": XPBD's too";
    }
}

} // namespace
} // namespace xpbd::picture
