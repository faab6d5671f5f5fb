#include "render/colour/palette.h"

#include <algorithm>
#include <cmath>

namespace xpbd::render {
namespace {

constexpr Palette kDark{.bottom = kDarkBackdrop.bottom,
                        .top = kDarkBackdrop.top,
                        .ground = kDarkBackdrop.ground,
                        .grid = {0.270f, 0.300f, 0.344f},
                        .wire = {0.02f, 0.03f, 0.05f},
                        .obstacle = {0.47f, 0.49f, 0.53f},
                        .pin = {0.70f, 0.73f, 0.78f},
                        .arrow = {0.96f, 0.45f, 0.30f},
                        .above = {0.62f, 0.67f, 0.77f},
                        .horizon = {0.22f, 0.25f, 0.31f},
                        .below = {0.15f, 0.14f, 0.135f},
                        .key = {1.38f, 1.32f, 1.20f},
                        .tint_shade = 0.72f,
                        .tint_range = {0.175f, 1.0f}};
constexpr Palette kLight{.bottom = kLightBackdrop.bottom,
                         .top = kLightBackdrop.top,
                         .ground = kLightBackdrop.ground,
                         .grid = {0.80f, 0.82f, 0.85f},
                         .wire = {0.06f, 0.08f, 0.11f},
                         .obstacle = {0.62f, 0.64f, 0.68f},
                         .pin = {0.30f, 0.33f, 0.38f},
                         .arrow = {0.78f, 0.22f, 0.10f},
                         .above = {0.86f, 0.89f, 0.94f},
                         .horizon = {0.36f, 0.38f, 0.42f},
                         .below = {0.34f, 0.32f, 0.30f},
                         .key = {1.15f, 1.11f, 1.04f},
                         .tint_shade = 0.65f,
                         .tint_range = {0.0f, 0.18f}};
/// For print: nothing but the body and its shadow on white.
constexpr Palette kPaper = [] {
    Palette paper = kLight;
    paper.bottom = paper.top = paper.ground = paper.grid = glm::vec3(1);
    paper.above = glm::vec3(0.88f);
    paper.horizon = glm::vec3(0.38f);
    paper.below = glm::vec3(0.36f);
    paper.key = glm::vec3(1.10f);
    return paper;
}();

/// Radiance of the studio from a direction: a soft box overhead, a fill from the left, light that the floor throws
/// back.
glm::vec3 radiance(const Palette& palette, const glm::vec3& d) {
    const float up = d.y;
    const glm::vec3 base = up > 0 ? glm::mix(palette.horizon, palette.above, std::sqrt(up))
                                  : glm::mix(palette.horizon, palette.below, std::sqrt(-up));
    const glm::vec3 fill_direction = glm::normalize(glm::vec3(-0.85f, 0.35f, 0.4f));
    const float fill = std::pow(std::max(0.0f, glm::dot(d, fill_direction)), 6.0f);
    return base + fill * 0.45f * palette.above;
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

/// Projects the sky onto the nine spherical harmonics of degree 0 to 2 by a sum over the sphere, and multiplies each
/// degree by what a cosine lobe leaves of it: 1, 2/3, 1/4 (Ramamoorthi, Hanrahan, 2001, equations 8 and 13).
std::array<glm::vec3, 9> sky_irradiance(const Palette& palette) {
    constexpr int kRings = 48;
    constexpr float kPi = 3.14159265f;
    constexpr std::array<float, 9> kNorm = {0.282095f, 0.488603f, 0.488603f, 0.488603f, 1.092548f,
                                            1.092548f, 0.315392f, 1.092548f, 0.546274f};
    constexpr std::array<float, 9> kLobe = {1, 2.0f / 3, 2.0f / 3, 2.0f / 3, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f};
    std::array<glm::vec3, 9> sum{};
    for (int ring = 0; ring < kRings; ++ring) {
        const float polar = kPi * (static_cast<float>(ring) + 0.5f) / kRings;
        for (int step = 0; step < 2 * kRings; ++step) {
            const float turn = kPi * (static_cast<float>(step) + 0.5f) / kRings;
            const glm::vec3 d(std::sin(polar) * std::cos(turn), std::cos(polar), std::sin(polar) * std::sin(turn));
            const float share = std::sin(polar) * (kPi / kRings) * (kPi / kRings);
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
    return glm::normalize(glm::vec3(0.72f, 0.90f, 0.48f));
}

} // namespace xpbd::render
