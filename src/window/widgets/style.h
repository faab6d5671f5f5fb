#pragma once

#include "render/renderer.h"

#include <array>
#include <imgui.h>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::window {

/// Colours of the interface beyond ImGui's own.
struct Palette {
    ImU32 background; ///< behind everything
    ImU32 panel;      ///< side panels, bars
    ImU32 raised;     ///< headers of panes, cards
    ImU32 line;       ///< separators, borders
    ImU32 text;
    ImU32 text_dim;   ///< captions, units
    ImU32 text_faint; ///< disabled and hidden items
    ImU32 accent;     ///< chosen and active items
    ImU32 track;      ///< groove of a slider
    ImU32 track_hover;
    ImU32 fill; ///< part of a slider up to its value
    ImU32 fill_hover;
    ImU32 good; ///< bluish green
    ImU32 warn; ///< amber
    ImU32 bad;  ///< vermilion
};

const Palette& palette(render::Theme theme);

/// @name Opacity of a colour over the background of a widget; Hot: while the mouse is over the widget
/// @{
inline constexpr float kBadgeFill = 0.16f; ///< the badge's colour over its header
inline constexpr float kBadgeFillHot = 0.22f;
inline constexpr float kChosenFill = 0.22f; ///< accent: lines of lists and menus, tabs
inline constexpr float kChosenFillHot = 0.42f;
inline constexpr float kPlateOpacity = 0.88f; ///< of the plates under texts over the stage
/// @}

/// Sizes of the measured values in wide and in very wide panes, readable from the last row [px at scale 1].
inline constexpr std::array<float, 2> kValueSizes = {20, 26};

/// The fonts of the interface; null where ImGui's default is used.
struct Fonts {
    ImFont* body = nullptr;
    ImFont* bold = nullptr;
    ImFont* large = nullptr;         ///< bold, for measured values
    ImFont* small = nullptr;         ///< captions
    std::array<ImFont*, 2> values{}; ///< bold, for the measured values of a wide pane; kValueSizes
    std::vector<std::string> warnings;
};

/// Sets ImGui's sizes and colours for a theme and a scale. `fingers`: controls take a press a little beside them.
void apply_style(render::Theme theme, float scale, bool fingers = false);

/// Loads the distribution's DejaVu Sans at this scale into ImGui's atlas, which is cleared first. Where the font is
/// missing, ImGui's own is used, with a warning that names the package.
Fonts load_fonts(float scale);

/// Selects a font until pop_font(); null selects the current one.
void push_font(ImFont* font);
void pop_font();
/// Height of a line in a font; null is the current one.
float line_height(ImFont* font);
/// Width of a text of one line in a font; null is the current one.
float text_width(ImFont* font, std::string_view text);

/// A colour with another opacity, in [0, 1].
ImU32 with_alpha(ImU32 colour, float alpha);
/// The opaque ImGui colour of an sRGB colour with components in [0, 1].
ImU32 to_colour(const glm::vec3& colour);
/// Inverse of to_colour(); the opacity is lost.
glm::vec3 to_code(ImU32 colour);
/// Black or white: the one that is read better on this colour.
ImU32 ink_on(ImU32 background);

} // namespace xpbd::window
