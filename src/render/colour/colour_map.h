// Colour maps and backdrop colours of the themes.
#pragma once

#include <array>
#include <glm/glm.hpp>

namespace xpbd::render {

enum class Theme {
    dark,
    light,
    paper, ///< for print: white, with shadows but without a ground; uses the light theme's colour maps
};

/// The colour map of a quantity.
enum class ColourMap {
    magnitude, ///< starts at 0 with the fabric's own colour; colours get stronger (on light also darker) towards the
               ///< end
    diverging, ///< signed, 0 in the middle: blue below, the fabric's grey at 0, orange above
};
inline constexpr int kColourMapCount = 2;
/// Number of intervals into which isolines divide a map.
inline constexpr int kIsolines = 5;

/// Colours behind a body, sRGB: the lit floor, the floor far away, where it meets the wall, and the top of the wall.
struct Backdrop {
    glm::vec3 ground, bottom, horizon, top;

    std::array<glm::vec3, 4> all() const { return {ground, bottom, horizon, top}; }
};
inline constexpr Backdrop kDarkBackdrop{
    {0.193f, 0.201f, 0.214f}, {0.160f, 0.171f, 0.188f}, {0.184f, 0.199f, 0.223f}, {0.122f, 0.134f, 0.154f}};
inline constexpr Backdrop kLightBackdrop{
    {0.978f, 0.978f, 0.978f}, {0.958f, 0.962f, 0.968f}, {0.992f, 0.994f, 0.996f}, {0.962f, 0.968f, 0.976f}};

/// Colour at t, sRGB; t is clamped to [0, 1]. Equal steps of t are equal distances in OKLab. Every colour has a
/// contrast of at least 3 to 1 to the theme's backdrop, in the light theme also to white paper. The colours differ in
/// lightness and along the blue-yellow axis, so that they can be read without distinguishing red and green.
glm::vec3 map_colour(ColourMap map, Theme theme, float t);

/// Row of this map in a texture that contains all maps of all themes.
int colour_map_row(ColourMap map, Theme theme);

/// Colour for values above the range, sRGB. It is not a colour of any map.
glm::vec3 above_colour(Theme theme);

} // namespace xpbd::render
