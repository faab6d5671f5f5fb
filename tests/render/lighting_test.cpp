// Light on coloured bodies and on the floor, as properties of pictures.
#include "picture_fixture.h"
#include "render/colour/colour.h"
#include "render/colour/palette.h"

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
        for (int i = 0; i < image.width / 2; ++i) {
            row.push_back(luma(at(image, static_cast<float>(i) / 359, 0.5f)));
        }
        const auto [low, high] = std::minmax_element(row.begin(), row.end());
        EXPECT_GT(*high - *low, 40) << "a shadow at all";
        float steepest = 0; // share of the shadow's depth from pixel to pixel
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

} // namespace
} // namespace xpbd::render
