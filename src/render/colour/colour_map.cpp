// The colour maps, as Bezier curves in OKLab.
#include "render/colour/colour_map.h"

#include "render/colour/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace xpbd::render {
namespace {

constexpr std::size_t kPlaces = 257; ///< entries of a precomputed map; colours between them are interpolated linearly
constexpr std::size_t kFine = 2048;  ///< segments of a curve, for measuring its length

/// A control point in OKLab: lightness, chroma, and hue in degrees.
struct Tone {
    float lightness, chroma, hue;
};
/// Control points of one arm of a map, from the value 0 to the end.
using Arm = std::array<Tone, 3>;

// All arms start with the fabric's own colour: pale on the dark stage, slate on the light one. Lighting makes folds
// lighter and darker than these colours. The least contrast to the stage is at the ends on dark and at the start on
// light; tests check that it is sufficient.
constexpr Arm kMagnitudeOnDark{{{0.878f, 0, 0}, {0.83f, 0.20f, 82}, {0.611f, 0.178f, 46}}};
constexpr Arm kMagnitudeOnLight{{{0.58f, 0.068f, 250}, {0.49f, 0.16f, 335}, {0.305f, 0.130f, 20}}};
constexpr Arm kBelowOnDark{{{0.878f, 0, 0}, {0.77f, 0.09f, 245}, {0.625f, 0.15f, 255}}};
constexpr Arm kAboveOnDark{{{0.878f, 0, 0}, {0.78f, 0.12f, 66}, {0.625f, 0.155f, 48}}};
constexpr Arm kBelowOnLight{{{0.575f, 0, 0}, {0.49f, 0.10f, 255}, {0.37f, 0.155f, 262}}};
constexpr Arm kAboveOnLight{{{0.575f, 0, 0}, {0.49f, 0.09f, 52}, {0.37f, 0.095f, 48}}};

glm::vec3 to_lab(const Tone& tone) {
    const float angle = glm::radians(tone.hue);
    return {tone.lightness, tone.chroma * std::cos(angle), tone.chroma * std::sin(angle)};
}

/// Writes `count` points with equal distances along the quadratic Bezier curve of an arm.
void walk(const Arm& arm, std::size_t count, glm::vec3* out) {
    const auto at = [&](std::size_t i) {
        const float t = static_cast<float>(i) / kFine;
        return (1 - t) * (1 - t) * to_lab(arm[0]) + 2 * t * (1 - t) * to_lab(arm[1]) + t * t * to_lab(arm[2]);
    };
    std::array<float, kFine + 1> length{};
    for (std::size_t i = 1; i <= kFine; ++i) {
        length[i] = length[i - 1] + glm::distance(at(i - 1), at(i));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const float wanted = length[kFine] * static_cast<float>(i) / static_cast<float>(count - 1);
        const auto place = std::lower_bound(length.begin(), length.end(), wanted);
        out[i] = at(static_cast<std::size_t>(std::min(place, length.end() - 1) - length.begin()));
    }
}

using Table = std::array<glm::vec3, kPlaces>;

Table make_table(ColourMap map, Theme theme) {
    const bool dark = theme == Theme::dark;
    Table table;
    if (map == ColourMap::magnitude) {
        walk(dark ? kMagnitudeOnDark : kMagnitudeOnLight, kPlaces, table.data());
        return table;
    }
    constexpr std::size_t kMiddle = kPlaces / 2;
    walk(dark ? kBelowOnDark : kBelowOnLight, kMiddle + 1, table.data());
    std::reverse(table.begin(), table.begin() + kMiddle + 1);
    walk(dark ? kAboveOnDark : kAboveOnLight, kMiddle + 1, table.data() + kMiddle);
    return table;
}

const Table& table_of(ColourMap map, Theme theme) {
    static const std::array<std::array<Table, 2>, kColourMapCount> tables{{
        {make_table(ColourMap::magnitude, Theme::dark), make_table(ColourMap::magnitude, Theme::light)},
        {make_table(ColourMap::diverging, Theme::dark), make_table(ColourMap::diverging, Theme::light)},
    }};
    return tables[static_cast<std::size_t>(map)][theme == Theme::dark ? 0 : 1];
}

} // namespace

glm::vec3 map_colour(ColourMap map, Theme theme, float t) {
    const float place = std::clamp(t, 0.0f, 1.0f) * (kPlaces - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), kPlaces - 2);
    const Table& table = table_of(map, theme);
    return from_oklab(glm::mix(table[below], table[below + 1], place - static_cast<float>(below)));
}

int colour_map_row(ColourMap map, Theme theme) {
    return 2 * static_cast<int>(map) + (theme == Theme::dark ? 0 : 1);
}

glm::vec3 above_colour(Theme theme) {
    return theme == Theme::dark ? glm::vec3(0.89f, 0.25f, 0.88f) : glm::vec3(0.84f, 0.26f, 0.02f);
}

} // namespace xpbd::render
