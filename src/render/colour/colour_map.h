#pragma once

#include <glm/glm.hpp>

namespace xpbd::render {

enum class Theme {
    dark,
    light,
    paper, ///< for print: white, without a ground but for its shadow; the colour maps of the light theme
};

/// Which colours a quantity gets.
enum class ColourMap {
    magnitude, ///< from 0 at one end: lightness rises (dark theme) or falls (light theme) throughout
    diverging, ///< signed, 0 in the middle: blue below, grey at 0, orange above
};
inline constexpr int kColourMapCount = 2;
/// Parts that isolines cut a map into.
inline constexpr int kIsolines = 5;

/// What lies behind a body, sRGB: the picture's background from its bottom to its top, and the ground.
struct Backdrop {
    glm::vec3 bottom, top, ground;
};
inline constexpr Backdrop kDarkBackdrop{{0.085f, 0.095f, 0.112f}, {0.140f, 0.156f, 0.184f}, {0.118f, 0.132f, 0.154f}};
inline constexpr Backdrop kLightBackdrop{{0.905f, 0.915f, 0.930f}, {0.975f, 0.980f, 0.988f}, {0.880f, 0.892f, 0.910f}};

/// Colour at t, sRGB; t is clamped to [0, 1]. Equal steps of t are equal distances in OKLab. Every colour has a
/// contrast of at least 3 to 1 to the theme's backdrop, in the light theme to white paper as well. The colours differ
/// in lightness and along blue and yellow, so that people who do not tell red from green read them too.
glm::vec3 map_colour(ColourMap map, Theme theme, float t);

/// Row of a table with all maps of all themes, one after the other.
int colour_map_row(ColourMap map, Theme theme);

/// Colour of what lies above the range, sRGB; it is on neither map.
glm::vec3 above_colour(Theme theme);

} // namespace xpbd::render
