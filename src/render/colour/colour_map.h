#pragma once

#include <array>
#include <glm/glm.hpp>

namespace xpbd::render {

enum class Theme {
    dark,
    light,
    paper, ///< for print: white, without a ground but for its shadow; the colour maps of the light theme
};

/// Which colours a quantity gets.
enum class ColourMap {
    magnitude, ///< from 0 at one end, where it is the fabric's own colour: ever darker and stronger in colour
    diverging, ///< signed, 0 in the middle: blue below, the fabric's grey at 0, orange above
};
inline constexpr int kColourMapCount = 2;
/// Parts that isolines cut a map into.
inline constexpr int kIsolines = 5;

/// What lies behind a body, sRGB: the floor where it is lit and far away, where it meets the wall, and the wall's top.
struct Backdrop {
    glm::vec3 ground, bottom, horizon, top;

    std::array<glm::vec3, 4> all() const { return {ground, bottom, horizon, top}; }
};
inline constexpr Backdrop kDarkBackdrop{
    {0.193f, 0.201f, 0.214f}, {0.160f, 0.171f, 0.188f}, {0.184f, 0.199f, 0.223f}, {0.122f, 0.134f, 0.154f}};
inline constexpr Backdrop kLightBackdrop{
    {0.978f, 0.978f, 0.978f}, {0.958f, 0.962f, 0.968f}, {0.992f, 0.994f, 0.996f}, {0.962f, 0.968f, 0.976f}};

/// Colour at t, sRGB; t is clamped to [0, 1]. Equal steps of t are equal distances in OKLab. Every colour has a
/// contrast of at least 3 to 1 to the theme's backdrop, in the light theme to white paper as well. The colours differ
/// in lightness and along blue and yellow, so that people who do not tell red from green read them too.
glm::vec3 map_colour(ColourMap map, Theme theme, float t);

/// Row of a table with all maps of all themes, one after the other.
int colour_map_row(ColourMap map, Theme theme);

/// Colour of what lies above the range, sRGB; it is on neither map.
glm::vec3 above_colour(Theme theme);

} // namespace xpbd::render
