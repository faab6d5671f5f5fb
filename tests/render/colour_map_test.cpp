#include "render/colour/colour_map.h"

#include "colour_vision.h"
#include "render/colour/colour.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace xpbd::render {
namespace {

constexpr Theme kThemes[] = {Theme::dark, Theme::light};
constexpr ColourMap kMaps[] = {ColourMap::magnitude, ColourMap::diverging};
constexpr int kSteps = 64;

glm::vec3 lab_at(ColourMap map, Theme theme, int step) {
    return to_oklab(map_colour(map, theme, static_cast<float>(step) / kSteps));
}

/// The backgrounds behind a body.
std::vector<glm::vec3> backgrounds(Theme theme) {
    const Backdrop& drop = theme == Theme::dark ? kDarkBackdrop : kLightBackdrop;
    const auto stage = drop.all();
    std::vector<glm::vec3> all(stage.begin(), stage.end());
    if (theme == Theme::light) {
        all.emplace_back(1); // paper
    }
    return all;
}

TEST(ColourSpaces, AgreeWithPublishedValues) {
    EXPECT_NEAR(contrast(glm::vec3(0), glm::vec3(1)), 21, 1e-3);
    EXPECT_NEAR(contrast(glm::vec3(0x76 / 255.0f), glm::vec3(1)), 4.54, 0.005); // the grey that WCAG's texts name
    const glm::vec3 red = to_oklab({1, 0, 0});
    EXPECT_NEAR(red.x, 0.627955, 1e-4);
    EXPECT_NEAR(red.y, 0.224863, 1e-4);
    EXPECT_NEAR(red.z, 0.125846, 1e-4);
    const glm::vec3 colour(0.2f, 0.55f, 0.7f);
    EXPECT_LT(glm::distance(from_oklab(to_oklab(colour)), colour), 1e-4);
}

TEST(ColourMaps, EqualStepsLookEqual) {
    for (const Theme theme : kThemes) {
        for (const ColourMap map : kMaps) {
            float least = 1;
            float most = 0;
            for (int i = 0; i < kSteps; ++i) {
                const float step = glm::distance(lab_at(map, theme, i), lab_at(map, theme, i + 1));
                least = std::min(least, step);
                most = std::max(most, step);
            }
            EXPECT_LT(most / least, 1.5f) << "map " << static_cast<int>(map) << ", theme " << static_cast<int>(theme);
        }
        EXPECT_EQ(map_colour(ColourMap::magnitude, theme, -3), map_colour(ColourMap::magnitude, theme, 0));
        EXPECT_EQ(map_colour(ColourMap::magnitude, theme, 7), map_colour(ColourMap::magnitude, theme, 1));
    }
}

TEST(ColourMaps, MagnitudesDarkenThroughoutSoThatTheyAreReadInGrey) {
    for (const Theme theme : kThemes) {
        for (int i = 0; i < kSteps; ++i) {
            const float before = lab_at(ColourMap::magnitude, theme, i).x;
            EXPECT_LT(lab_at(ColourMap::magnitude, theme, i + 1).x, before) << "at " << i;
        }
        EXPECT_GT(lab_at(ColourMap::magnitude, theme, 0).x - lab_at(ColourMap::magnitude, theme, kSteps).x, 0.2f);
    }
}

TEST(ColourMaps, BeginWithTheFabricAndColourGrowsFromThere) {
    for (const Theme theme : kThemes) {
        const auto chroma = [&](int i) {
            const glm::vec3 lab = lab_at(ColourMap::magnitude, theme, i);
            return glm::length(glm::vec2(lab.y, lab.z));
        };
        EXPECT_LT(chroma(0), 0.07f) << "a quiet fabric";
        EXPECT_GT(
            glm::distance(lab_at(ColourMap::magnitude, theme, 0), lab_at(ColourMap::magnitude, theme, kSteps / 8)),
            0.03f)
            << "an eighth of the range is seen";
        EXPECT_GT(chroma(kSteps / 2), chroma(0) + 0.035f);
        EXPECT_GT(chroma(kSteps), 0.11f);
        EXPECT_NEAR(lab_at(ColourMap::magnitude, theme, 0).x, lab_at(ColourMap::diverging, theme, kSteps / 2).x, 0.01f)
            << "what is not strained is as light in both maps";
    }
}

TEST(ColourMaps, EveryColourHasThreeToOneToWhatLiesBehindIt) {
    for (const Theme theme : kThemes) {
        for (const glm::vec3& back : backgrounds(theme)) {
            for (const ColourMap map : kMaps) {
                for (int i = 0; i <= kSteps; ++i) {
                    const float t = static_cast<float>(i) / kSteps;
                    EXPECT_GE(contrast(map_colour(map, theme, t), back), 3)
                        << "map " << static_cast<int>(map) << ", theme " << static_cast<int>(theme) << ", t " << t;
                }
            }
            EXPECT_GE(contrast(above_colour(theme), back), 3);
        }
    }
}

TEST(ColourMaps, TheSignedOneIsGreyAtZeroAndTreatsBothSignsAlike) {
    for (const Theme theme : kThemes) {
        const glm::vec3 zero = lab_at(ColourMap::diverging, theme, kSteps / 2);
        EXPECT_LT(glm::length(glm::vec2(zero.y, zero.z)), 0.01f);
        for (int i = 0; i < kSteps / 2; ++i) {
            const glm::vec3 below = lab_at(ColourMap::diverging, theme, i);
            const glm::vec3 above = lab_at(ColourMap::diverging, theme, kSteps - i);
            EXPECT_NEAR(below.x, above.x, 0.025f) << i;
            EXPECT_LT(below.z, 0) << "blue at " << i;
            EXPECT_GT(above.z, 0) << "orange at " << i;
        }
    }
}

TEST(ColourMaps, WhatLiesAboveIsNoColourOfTheMap) {
    for (const Theme theme : kThemes) {
        const glm::vec3 above = to_oklab(above_colour(theme));
        for (const ColourMap map : kMaps) {
            for (int i = 0; i <= kSteps; ++i) {
                EXPECT_GT(glm::distance(above, lab_at(map, theme, i)), 0.15f)
                    << "map " << static_cast<int>(map) << ", theme " << static_cast<int>(theme) << ", step " << i;
            }
        }
    }
}

TEST(ColourMaps, AreReadWithoutTellingRedFromGreen) {
    for (const Theme theme : kThemes) {
        for (const bool green : {true, false}) {
            const auto seen = [&](ColourMap map, float t) {
                return to_oklab(seen_without(green, map_colour(map, theme, t)));
            };
            EXPECT_GT(glm::distance(seen(ColourMap::magnitude, 0), seen(ColourMap::magnitude, 1)), 0.28f);
            EXPECT_GT(glm::distance(seen(ColourMap::diverging, 0), seen(ColourMap::diverging, 1)), 0.18f);
            EXPECT_GT(glm::distance(seen(ColourMap::diverging, 0), seen(ColourMap::diverging, 0.5f)), 0.15f);
            EXPECT_GT(glm::distance(seen(ColourMap::diverging, 1), seen(ColourMap::diverging, 0.5f)), 0.15f);
        }
    }
}

} // namespace
} // namespace xpbd::render
