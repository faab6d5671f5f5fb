#include "picture/looks/pane_colours.h"

#include "lab/files/session/session.h"

#include <array>
#include <cstddef>

namespace xpbd::picture {
namespace {

using Colours = std::array<glm::vec3, lab::kMaxPanes>;

/// Colours of the panes A to F. On dark: orange, blue, aqua, rose, olive, petrol. On light: orange, blue, umber, pine,
/// ink, plum. They also differ in lightness, for people who cannot distinguish red and green.
constexpr Colours kOnDark{{{0.91f, 0.47f, 0.21f},
                           {0.27f, 0.64f, 0.93f},
                           {0.45f, 0.87f, 0.87f},
                           {1.00f, 0.89f, 0.99f},
                           {0.36f, 0.55f, 0.02f},
                           {0.02f, 0.545f, 0.635f}}};
constexpr Colours kOnLight{{{0.695f, 0.274f, 0.00f},
                            {0.00f, 0.445f, 0.721f},
                            {0.30f, 0.17f, 0.08f},
                            {0.00f, 0.36f, 0.28f},
                            {0.02f, 0.01f, 0.02f},
                            {0.39f, 0.00f, 0.35f}}};

} // namespace

glm::vec3 pane_colour(int pane, render::Theme theme) {
    return (theme == render::Theme::dark ? kOnDark : kOnLight)[static_cast<std::size_t>(pane)];
}

} // namespace xpbd::picture
