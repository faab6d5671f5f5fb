#include "render/colour/palette.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace xpbd::render {
namespace {

constexpr Palette kDark{.stage = kDarkBackdrop,
                        .grid = {0.300f, 0.320f, 0.352f},
                        .wire = {0.02f, 0.03f, 0.05f},
                        .obstacle = {0.50f, 0.52f, 0.56f},
                        .pin = {0.70f, 0.73f, 0.78f},
                        .arrow = {0.96f, 0.45f, 0.30f},
                        .above = {0.36f, 0.41f, 0.49f},
                        .horizon = {0.185f, 0.215f, 0.27f},
                        .below = {0.12f, 0.11f, 0.105f},
                        .key = {1.72f, 1.60f, 1.43f},
                        .rim = {0.45f, 0.52f, 0.62f},
                        .tint_range = {0.207f, 1.4f, 0.03f}};
constexpr Palette kLight{.stage = kLightBackdrop,
                         .grid = {0.83f, 0.845f, 0.865f},
                         .wire = {0.06f, 0.08f, 0.11f},
                         .obstacle = {0.66f, 0.68f, 0.71f},
                         .pin = {0.30f, 0.33f, 0.38f},
                         .arrow = {0.78f, 0.22f, 0.10f},
                         .above = {0.31f, 0.35f, 0.41f},
                         .horizon = {0.15f, 0.165f, 0.20f},
                         .below = {0.145f, 0.135f, 0.125f},
                         .key = {1.56f, 1.49f, 1.38f},
                         .rim = {0.20f, 0.22f, 0.25f},
                         .tint_range = {0.0f, 0.235f, 0.03f}};
/// For print: only the body and its shadow on white.
constexpr Palette kPaper = [] {
    Palette paper = kLight;
    paper.stage = {glm::vec3(1), glm::vec3(1), glm::vec3(1), glm::vec3(1)};
    paper.grid = glm::vec3(1);
    return paper;
}();

/// Radiance of the studio from the direction d: a soft box overhead, a fill light from the left, and light reflected by
/// the floor.
glm::vec3 radiance(const Palette& palette, const glm::vec3& d) {
    const float up = d.y;
    const glm::vec3 base = up > 0 ? glm::mix(palette.horizon, palette.above, std::sqrt(up))
                                  : glm::mix(palette.horizon, palette.below, std::sqrt(-up));
    const glm::vec3 fill_direction = glm::normalize(glm::vec3(-0.85f, 0.35f, 0.4f));
    const float fill = std::pow(std::max(0.0f, glm::dot(d, fill_direction)), 6.0f);
    return base + fill * 0.72f * palette.above;
}

} // namespace

const Palette& palette_of(Theme theme) {
    switch (theme) {
    case Theme::dark:
        return kDark;
    case Theme::light:
        return kLight;
    case Theme::paper:
        break;
    }
    return kPaper;
}

/// Projects the sky onto the nine spherical harmonics of degree 0 to 2 by a sum over the sphere. Multiplies each degree
/// by the factor of a cosine lobe: 1, 2/3, 1/4 (Ramamoorthi, Hanrahan, 2001, equations 8 and 13).
std::array<glm::vec3, 9> sky_irradiance(const Palette& palette) {
    constexpr int kRings = 48;
    constexpr auto pi = glm::pi<float>();
    constexpr std::array<float, 9> kNorm = {0.282095f, 0.488603f, 0.488603f, 0.488603f, 1.092548f,
                                            1.092548f, 0.315392f, 1.092548f, 0.546274f};
    constexpr std::array<float, 9> kLobe = {1, 2.0f / 3, 2.0f / 3, 2.0f / 3, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f};
    std::array<glm::vec3, 9> sum{};
    for (int ring = 0; ring < kRings; ++ring) {
        const float polar = pi * (static_cast<float>(ring) + 0.5f) / kRings;
        for (int step = 0; step < 2 * kRings; ++step) {
            const float turn = pi * (static_cast<float>(step) + 0.5f) / kRings;
            const glm::vec3 d(std::sin(polar) * std::cos(turn), std::cos(polar), std::sin(polar) * std::sin(turn));
            const float share = std::sin(polar) * (pi / kRings) * (pi / kRings);
            const std::array<float, 9> basis = {
                1, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3 * d.z * d.z - 1, d.x * d.z, d.x * d.x - d.y * d.y};
            const glm::vec3 light = radiance(palette, d) * share;
            for (std::size_t i = 0; i < basis.size(); ++i) {
                sum[i] += light * (kNorm[i] * basis[i]);
            }
        }
    }
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] *= kNorm[i] * kLobe[i];
    }
    return sum;
}

glm::vec3 key_light_direction() {
    return glm::normalize(glm::vec3(0.72f, 0.65f, 0.45f));
}

glm::vec3 bounce_light_direction() {
    return glm::normalize(glm::vec3(-0.85f, 0.25f, -0.45f));
}

glm::vec3 rim_light_direction(const glm::vec3& away) {
    const glm::vec3 right = glm::normalize(glm::cross(away, glm::vec3(0, 1, 0)));
    return glm::normalize(0.6f * away - 0.45f * right + glm::vec3(0, 0.75f, 0));
}

} // namespace xpbd::render
