// The surface of a cloth between its folds looks smooth: no net of threads, no noisy shadows, no moire.
#include "headless_renderer.h"

#include "lab/run/runner.h"
#include "picture/picture.h"
#include "picture/view/framing.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace xpbd::picture {
namespace {

/// A number for each pixel.
struct Map {
    int width = 0, height = 0;
    std::vector<double> values;

    Map(int w, int h) : width(w), height(h), values(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
    double& at(int x, int y) { return values[place(x, y)]; }
    double at(int x, int y) const { return values[place(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1))]; }

private:
    std::size_t place(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    }
};

Map mean_of(const Map& map, int reach) {
    Map rows(map.width, map.height), result(map.width, map.height);
    const double count = 2 * reach + 1;
    // The sum of a pixel follows from the sum of the pixel before.
    for (int y = 0; y < map.height; ++y) {
        double sum = 0;
        for (int x = -reach; x < map.width + reach; ++x) {
            sum += map.at(x, y);
            if (x >= reach) {
                rows.at(x - reach, y) = sum / count;
                sum -= map.at(x - 2 * reach, y);
            }
        }
    }
    std::vector<double> sums(static_cast<std::size_t>(map.width));
    for (int y = -reach; y < map.height + reach; ++y) {
        for (int x = 0; x < map.width; ++x) {
            double& sum = sums[static_cast<std::size_t>(x)];
            sum += std::as_const(rows).at(x, y);
            if (y >= reach) {
                result.at(x, y - reach) = sum / count;
                sum -= std::as_const(rows).at(x, y - 2 * reach);
            }
        }
    }
    return result;
}

struct Body {
    Map luminance, inside; ///< luminance in codes of 0 to 255; inside is 1 at least 20 pixels from the outline
    explicit Body(const render::Image& image)
        : luminance(image.width, image.height), inside(image.width, image.height) {
        Map cover(image.width, image.height);
        for (std::size_t i = 0; i < cover.values.size(); ++i) {
            const std::uint8_t* p = image.pixels.data() + 4 * i;
            luminance.values[i] = 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2];
            cover.values[i] = p[3] == 255 ? 1 : 0;
        }
        inside = mean_of(cover, 20);
    }
    bool is_flat(const Map& mean, int x, int y) const {
        if (inside.at(x, y) <= 1 - 1e-9) {
            return false;
        }
        double most = 0;
        for (const auto& [dx, dy] : {std::pair(10, 0), {-10, 0}, {0, 10}, {0, -10}}) {
            most = std::max(most, std::abs(mean.at(x + dx, y + dy) - mean.at(x, y)));
        }
        return most < 6;
    }
};

class Flat : public render::HeadlessRenderer {
protected:
    void SetUp() override {
        render::HeadlessRenderer::SetUp();
        const Result<lab::Session> session = lab::default_session("cloth");
        ASSERT_TRUE(session);
        Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(*session, 2);
        ASSERT_TRUE(runner);
        (*runner)->advance(240);
        snapshot_ = (*runner)->latest();
    }
    /// Pane b in its own colour, as a pane of a window of twice the width has it.
    render::Image shoot(int height, render::Quality quality, const lab::Camera& camera) const {
        PictureOptions options;
        options.width = height * 8 / 9;
        options.height = height;
        options.supersampling = 1;
        options.mode = ViewMode::single;
        options.active_pane = 1;
        options.colouring = Colouring::material;
        options.transparent = true;
        options.stamp = false;
        options.ruler = false;
        options.quality = quality;
        SceneViews views;
        Result<render::Image> image =
            take_picture(*renderer_, views, *snapshot_, std::vector<lab::Camera>(4, camera), options);
        EXPECT_TRUE(image) << image.error().message;
        return std::move(*image);
    }
    std::shared_ptr<const lab::Snapshot> snapshot_;
};

TEST_F(Flat, ClothHasNoGrainAndNoNet) {
    for (const render::Quality quality : {render::Quality::medium, render::Quality::high}) {
        for (const int height : {720, 1440}) {
            const Body body(shoot(height, quality, {}));
            const Map mean = mean_of(body.luminance, 2);
            double sum = 0;
            int count = 0;
            for (int y = 0; y < mean.height; ++y) {
                for (int x = 0; x < mean.width; ++x) {
                    if (body.is_flat(mean, x, y)) {
                        const double away = body.luminance.at(x, y) - mean.at(x, y);
                        sum += away * away;
                        ++count;
                    }
                }
            }
            EXPECT_GT(count, height * height / 13) << "most of the cloth is flat";
            EXPECT_LT(std::sqrt(sum / count), 1.2)
                << "of 255, height " << height << ", quality " << static_cast<int>(quality);
        }
    }
}

TEST_F(Flat, ClothDoesNotShimmerWhileTheCameraTurns) {
    constexpr int kHeight = 1440;
    const auto aspect = 8.0f / 9;
    const render::OrbitCamera orbit = to_orbit({}, *snapshot_, aspect);
    render::OrbitCamera turned = orbit;
    turned.yaw += 0.1f * orbit.field_of_view / kHeight; // a tenth of a pixel
    const Body before(shoot(kHeight, render::Quality::high, from_orbit(orbit)));
    const Body after(shoot(kHeight, render::Quality::high, from_orbit(turned)));
    const Map mean = mean_of(before.luminance, 2);
    double sum = 0;
    int count = 0;
    for (int y = 0; y < mean.height; ++y) {
        for (int x = 0; x < mean.width; ++x) {
            if (before.is_flat(mean, x, y)) {
                const double change = after.luminance.at(x, y) - before.luminance.at(x, y);
                sum += change * change;
                ++count;
            }
        }
    }
    ASSERT_GT(count, 0);
    EXPECT_GT(sum, 0) << "it has turned";
    EXPECT_LT(std::sqrt(sum / count), 1) << "of 255";
}

} // namespace
} // namespace xpbd::picture
