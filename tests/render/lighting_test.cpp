// Light on coloured bodies and on the floor, as properties of pictures.
#include "core/base/types.h"
#include "picture_fixture.h"
#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/gpu.h"

#include <glad/gl.h>
#include <numbers>
#include <vector>

namespace xpbd::render {
namespace {

class Lighting : public Picture {};

TEST_F(Lighting, LightGivesAColourItsShapeAndLeavesItsHue) {
    Sheet sheet(33);
    for (glm::vec3& p : sheet.positions) {
        p.z = 0.15f * std::sin(9 * p.x);
    }
    for (const Theme theme : {Theme::dark, Theme::light}) {
        for (const Quality quality : {Quality::low, Quality::high}) {
            for (const float level : {0.6f, 0.9f}) {
                const std::vector<float> levels(sheet.positions.size(), level);
                View view = facing(sheet.body());
                view.look.theme = theme;
                view.look.quality = quality;
                view.look.colour_by = ColourBy::level;
                view.bodies[0].point_level = levels;
                const Image image = shoot(view);
                const glm::vec3 meant = to_oklab(map_colour(ColourMap::magnitude, theme, level));
                float farthest = 0; // between hues [rad]
                float darkest = 1, lightest = 0;
                for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
                    if (image.pixels[i + 3] == 255) {
                        const glm::vec3 seen =
                            to_oklab(glm::vec3(image.pixels[i], image.pixels[i + 1], image.pixels[i + 2]) / 255.0f);
                        const float turn = std::atan2(seen.z, seen.y) - std::atan2(meant.z, meant.y);
                        farthest = std::max(farthest, std::abs(std::remainder(turn, 2 * std::numbers::pi_v<float>)));
                        darkest = std::min(darkest, seen.x);
                        lightest = std::max(lightest, seen.x);
                    }
                }
                EXPECT_LT(farthest, 0.35f) << "theme " << static_cast<int>(theme) << ", level " << level;
                EXPECT_GT(lightest - darkest, 0.08f) << "theme " << static_cast<int>(theme) << ", level " << level;
            }
        }
    }
}

TEST_F(Lighting, WhatLiesAboveTheRangeEndsWhereTheValueDoesNotWhereTrianglesEnd) {
    const Sheet sheet(5); // triangles of half a metre
    std::vector<float> levels;
    for (const glm::vec3& p : sheet.positions) {
        levels.push_back(0.6f + 0.8f * (p.x + 1)); // 1 at a quarter of the width, from 0.6 to 2.2
    }
    View view = facing(sheet.body());
    view.look.colour_by = ColourBy::level;
    view.bodies[0].point_level = levels;
    const Image image = shoot(view, 320, 240);
    for (const float y : {0.3f, 0.41f, 0.5f, 0.62f, 0.7f}) {
        std::vector<bool> above; // along the row, over the body
        for (int i = 0; i < image.width; ++i) {
            const glm::vec4 pixel = at(image, static_cast<float>(i) / 319, y);
            if (pixel.w == 255) {
                above.push_back(pixel.z > pixel.y + 40); // violet on a map from grey to red
            }
        }
        const auto border = std::find(above.begin(), above.end(), true);
        EXPECT_NEAR(static_cast<double>(border - above.begin()) / static_cast<double>(above.size()), 0.25, 0.012) << y;
        EXPECT_TRUE(std::all_of(border, above.end(), [](bool is) { return is; }));
    }
}

TEST_F(Lighting, LowQualityHasSoftShadowsToo) {
    const auto penumbra = [&](float height) {
        const Image image = board_from_above(height, Quality::low);
        std::vector<float> row;
        row.reserve(xpbd::index_of(image.width / 2));
        for (int i = 0; i < image.width / 2; ++i) {
            row.push_back(luma(at(image, static_cast<float>(i) / 359, 0.5f)));
        }
        const auto [low, high] = std::minmax_element(row.begin(), row.end());
        EXPECT_GT(*high - *low, 40) << "a shadow at all";
        float steepest = 0; // largest step between two pixels, over the shadow's depth
        for (std::size_t i = 1; i < row.size(); ++i) {
            steepest = std::max(steepest, std::abs(row[i] - row[i - 1]) / (*high - *low));
        }
        return steepest;
    };
    EXPECT_LT(penumbra(0.9f), 0.25f) << "its edge takes several pixels";
}

TEST_F(Lighting, ABodyRightOverTheFloorDarkensItWithoutAKeyLightToo) {
    // The floor in front of a board, on the side where no shadow of the key light falls.
    const auto floor_before = [&](float height, Quality quality) {
        Sheet sheet;
        for (glm::vec3& p : sheet.positions) {
            p = {p.x, height, p.y - 2};
        }
        View view = facing(sheet.body());
        view.look.transparent = false;
        view.look.ground = true;
        view.look.shadow = true;
        view.look.theme = Theme::paper;
        view.look.quality = quality;
        view.camera.pivot = {0, 0, 0};
        view.camera.pitch = 1.5f;
        view.camera.distance = 9;
        const float half_width = 9 * std::tan(0.3f) * 4 / 3;
        return luma(at(shoot(view, 320, 240), 0.5f + 0.5f * 1.15f / half_width, 0.5f));
    };
    for (const Quality quality : {Quality::low, Quality::medium, Quality::high}) {
        EXPECT_LT(floor_before(0.05f, quality) + 6, floor_before(0.5f, quality)) << static_cast<int>(quality);
    }
}

/// The picture that the window draws in low quality, opaque: the lowest row first.
std::vector<std::uint8_t> quick(Renderer& renderer, View view, int width, int height) {
    view.look.transparent = false;
    view.look.quality = Quality::low;
    KeptPicture target;
    target.fit(width, height);
    renderer.draw(view, width, height);
    EXPECT_TRUE(renderer.show({0, 0, width, height}, target.buffer.name()));
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height) * 4);
    glBindFramebuffer(GL_FRAMEBUFFER, target.buffer.name());
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return pixels;
}

/// Along an edge that is nearly upright or level, pixels do not alternate between lighter and darker. With a contrast
/// of 1, filter weights that alternate their direction from pixel to pixel would leave a difference of 0.125.
TEST_F(Lighting, AQuickPicturesUprightAndLevelEdgesAreNotPerforated) {
    constexpr int kSide = 160;
    for (const float lean : {0.013f, -0.021f, 0.04f}) { // across per up
        for (const bool upright : {true, false}) {
            Body board;
            std::vector<glm::vec3> positions = {{-9, -2, 0}, {-2 * lean, -2, 0}, {-9, 2, 0}, {2 * lean, 2, 0}};
            for (glm::vec3& p : positions) {
                p = upright ? glm::vec3(p.x, p.y + 2, 0) : glm::vec3(p.y, p.x + 2, 0);
            }
            const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {2, 1, 3}};
            board.positions = positions;
            board.triangles = triangles;
            View view = facing(board);
            view.look.theme = Theme::light;
            const std::vector<std::uint8_t> pixels = quick(*renderer_, view, kSide, kSide);
            const auto shade = [&](int along, int across) { // the red of the pixel
                const int pixel = upright ? along * kSide + across : across * kSide + along;
                return static_cast<float>(pixels[4 * xpbd::index_of(pixel)]);
            };
            float to_and_fro = 0, contrast = 0;
            for (int along = 20; along < kSide - 20; ++along) {
                contrast = std::max(contrast, std::abs(shade(along, 40) - shade(along, kSide - 40)));
                for (int across = 60; across < kSide - 60; ++across) {
                    const float before = shade(along, across) - shade(along - 1, across);
                    const float after = shade(along, across) - shade(along + 1, across);
                    to_and_fro = before * after > 0 ? std::max(to_and_fro, std::min(std::abs(before), std::abs(after)))
                                                    : to_and_fro;
                }
            }
            EXPECT_GT(contrast, 20);
            EXPECT_LT(to_and_fro, 0.06f * contrast + 1) << "leaning " << lean << ", upright " << upright;
        }
    }
}

/// The border of a body is a straight line in the picture at any slope: the crossings of all pixel rows, found from the
/// coverage of pixels, are on one line. With one sample per pixel they are off by nearly half a pixel for any weights
/// of the neighbours; with four equal weights, which are softer along one diagonal than along the other, by 0.66.
TEST_F(Lighting, AQuickPicturesEdgesHaveNoSteps) {
    constexpr int kWidth = 160, kHeight = 120;
    for (const float lean : {0.0f, 0.1f, 0.3f, 0.5f, 0.8f, 1.0f, -0.2f, -0.6f, -1.0f}) { // across per up
        Body board;
        const std::vector<glm::vec3> positions = {
            {-1.7f * lean - 9, 0.3f, 0}, {-1.7f * lean, 0.3f, 0}, {1.7f * lean - 9, 3.7f, 0}, {1.7f * lean, 3.7f, 0}};
        const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {2, 1, 3}};
        board.positions = positions;
        board.triangles = triangles;
        View view = facing(board);
        view.look.theme = Theme::light;
        const std::vector<std::uint8_t> pixels = quick(*renderer_, view, kWidth, kHeight);
        const auto shade = [&](int x, int y) { return static_cast<float>(pixels[4 * xpbd::index_of(y * kWidth + x)]); };
        std::vector<glm::vec2> crossed; // row, column
        for (int y = 20; y < kHeight - 20; ++y) {
            int middle = 0; // of the largest step
            for (int x = 1; x < kWidth; ++x) {
                middle = std::abs(shade(x, y) - shade(x - 1, y)) > std::abs(shade(middle, y) - shade(middle + 1, y))
                             ? x - 1
                             : middle;
            }
            if (middle < 8 || middle > kWidth - 9) {
                continue;
            }
            const float inside = shade(middle - 6, y), outside = shade(middle + 7, y);
            float column = static_cast<float>(middle - 6);
            for (int x = middle - 6; x <= middle + 7; ++x) {
                column += (shade(x, y) - outside) / (inside - outside);
            }
            crossed.emplace_back(y, column);
        }
        ASSERT_GT(crossed.size(), 40u) << lean;
        glm::vec2 mean(0);
        for (const glm::vec2& p : crossed) {
            mean += p / static_cast<float>(crossed.size());
        }
        float both = 0, rows = 0;
        for (const glm::vec2& p : crossed) {
            both += (p.x - mean.x) * (p.y - mean.y);
            rows += (p.x - mean.x) * (p.x - mean.x);
        }
        float most = 0;
        for (const glm::vec2& p : crossed) {
            most = std::max(most, std::abs(p.y - mean.y - both / rows * (p.x - mean.x)));
        }
        EXPECT_LT(most, 0.56f) << "px off the line, leaning " << lean;
    }
}

/// Low quality shades once per 2 x 2 pixels, at a point that may be outside of the triangle. The level that vertices
/// give for the colour is extrapolated there: unless it is limited to their range, rows of dots appear along folds,
/// where triangles are seen edge on.
TEST_F(Lighting, AQuickPictureShowsNothingThatTheTriangleItselfHasNot) {
    constexpr int kWidth = 160, kHeight = 120;
    Body strip; // a pixel or two wide, leaning, its level from 0 to nearly 1 across
    std::vector<glm::vec3> positions;
    std::vector<std::array<int, 3>> triangles;
    std::vector<float> levels;
    for (int row = 0; row < 12; ++row) {
        const float y = 1.2f + 0.14f * static_cast<float>(row);
        for (const float side : {-1.0f, 1.0f}) {
            positions.emplace_back(0.03f * side + 0.23f * (y - 2), y, 0);
            levels.push_back(side < 0 ? 0.0f : 0.97f);
        }
        const int i = 2 * row;
        if (row > 0) {
            triangles.push_back({i - 2, i - 1, i});
            triangles.push_back({i, i - 1, i + 1});
        }
    }
    strip.positions = positions;
    strip.triangles = triangles;
    strip.point_level = levels;
    View view = facing(strip);
    view.look.colour_by = ColourBy::level;
    const std::vector<std::uint8_t> pixels = quick(*renderer_, view, kWidth, kHeight);
    int strained = 0, above = 0; // orange, and the magenta above the range
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        strained += pixels[i] > pixels[i + 2] + 60 ? 1 : 0;
        above += std::min(pixels[i], pixels[i + 2]) > pixels[i + 1] + 10 ? 1 : 0;
    }
    EXPECT_GT(strained, 20);
    EXPECT_EQ(above, 0);
}

} // namespace
} // namespace xpbd::render
