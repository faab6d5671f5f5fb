// Ambient occlusion and soft shadows of the better qualities, computed from the picture's depth.
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {
namespace {

constexpr float kReach = 0.085f; ///< radius within which geometry darkens a point, over the scene's diagonal
/// Offset of a point above its flat triangle, towards the curved surface, over the scene's diagonal.
constexpr float kLift = 0.0015f;
constexpr int kLargest = 64; ///< largest radius on the screen [px of ambient occlusion]
constexpr int kAround = 68;  ///< margin drawn around a part [px of ambient occlusion]; covers kLargest and the blur
/// Most rows for a whole picture [px of ambient occlusion]; enough, because these shadows are soft.
constexpr int kMostRows = 500;
/// Side of the sampling pattern [px]; the pattern must not depend on how a picture is divided.
constexpr int kPattern = 4;

/// Points spread evenly over the unit disk (Vogel, 1979).
std::array<glm::vec2, 64> disk(int count) {
    std::array<glm::vec2, 64> points{};
    for (int i = 0; i < count; ++i) {
        const float radius = std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(count));
        const float angle = 2.3999632f * static_cast<float>(i);
        points[static_cast<std::size_t>(i)] = radius * glm::vec2(std::cos(angle), std::sin(angle));
    }
    return points;
}

/// The largest multiple of `step` that is not above `value`, also for negative values.
int floor_to(int value, int step) {
    const int rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

} // namespace

/// Draws depth and normals of everything that can hide light.
void Renderer::Impl::draw_depth(const View& view, const Prepared& scene, const glm::mat4& camera) {
    const Program& shader = program(ShaderName::surface);
    shader.use();
    shader.set("view_projection", camera);
    shader.set("to_view", glm::mat3(view.camera.view()));
    if (view.look.style != BodyStyle::constraints) {
        for (std::size_t i = 0; i < view.bodies.size(); ++i) {
            if (view.bodies[i].opacity >= 1) {
                surfaces[i].mesh.draw(GL_TRIANGLES);
            }
        }
    }
    props.draw(GL_TRIANGLES);
    for (const GroundQuad& quad : scene.ground) {
        if (quad.visible(view.camera) > 0) {
            upload_quad(quad, scene.ground_extent);
            floor.draw(GL_TRIANGLES);
        }
    }
}

glm::vec4 Renderer::Impl::draw_occlusion(const View& view, const Prepared& scene, const Tile& part,
                                         const Rect& region) {
    const QualityCost cost = cost_of(view.look.quality, abilities);
    const int rows_of_all = part.height / part.factor;
    const int step = std::max(cost.occlusion_step, (rows_of_all + kMostRows - 1) / kMostRows) * part.factor;
    // In pixels of ambient occlusion, counted from the picture's lower left corner.
    const int left = floor_to(part.rect.x / step - kAround, kPattern);
    const int low = floor_to(part.rect.y / step - kAround, kPattern);
    const int width = (part.rect.x + part.rect.width) / step + 1 + kAround - left;
    const int height = (part.rect.y + part.rect.height) / step + 1 + kAround - low;
    const Tile tile{{left * step, low * step, width * step, height * step}, part.width, part.height, part.factor};
    const glm::mat4 projection = tile.crop() * view.camera.projection(part.aspect());

    depth_layer.fit(Layer::Kind::depth, width, height);
    normal_layer.fit(Layer::Kind::colour, width, height);
    raw_occlusion.fit(Layer::Kind::colour, width, height);
    occlusion.fit(Layer::Kind::colour, width, height);
    const int first_column = (part.rect.x + region.x) / step - left;
    const int first_row = (part.rect.y + region.y) / step - low;
    const int columns = region.width / step + 2;
    const int rows = region.height / step + 2;
    glViewport(0, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    const auto limit = [&](int margin) {
        const int x = std::max(0, first_column - margin);
        const int y = std::max(0, first_row - margin);
        glScissor(x, y, std::min(width, first_column + columns + margin) - x,
                  std::min(height, first_row + rows + margin) - y);
    };
    limit(kAround);
    glBindFramebuffer(GL_FRAMEBUFFER, normal_layer.buffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_layer.texture.name(), 0);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_depth(view, scene, projection * view.camera.view());

    glDisable(GL_DEPTH_TEST);
    limit(kPattern);
    const auto [near, far] = view.camera.depth_range();
    const glm::vec2 scale(1 / projection[0][0], 1 / projection[1][1]);
    bind_texture(GL_TEXTURE3, depth_layer.texture);
    bind_texture(GL_TEXTURE4, normal_layer.texture);
    const Layer& shadow_map = shadow_maps[static_cast<std::size_t>(view.look.quality)];
    bind_texture(GL_TEXTURE1, shadow_map.texture);
    bind_texture(GL_TEXTURE2, shadow_map.texture);
    glBindSampler(1, compare.name());
    const Program& raw = program(ShaderName::occlusion);
    raw.use();
    raw.set("depth_map", 3);
    raw.set("normal_map", 4);
    raw.set("unproject", glm::vec4(scale, scale.x * projection[2][0], scale.y * projection[2][1]));
    raw.set("depth_range", glm::vec2(near, far));
    raw.set("radius", std::max(kReach * glm::length(scene.high - scene.low), 1e-3f));
    raw.set("pixels_per_metre", 0.5f * static_cast<float>(height) * projection[1][1]);
    raw.set("origin", glm::ivec2(left, low));
    raw.set("samples", cost.occlusion_samples);
    raw.set("largest", static_cast<float>(kLargest));
    raw.set("to_light", glm::translate(glm::scale(glm::mat4(1), glm::vec3(0.5f)), glm::vec3(1)) * scene.light *
                            glm::inverse(view.camera.view()));
    raw.set("light", glm::mat3(view.camera.view()) * key_light_direction());
    raw.set("shadow_map", 1);
    raw.set("shadow_depth", 2);
    raw.set("shadow_samples", view.look.shadow ? cost.shadow_samples : 0);
    raw.set("shadow_disk", disk(cost.shadow_samples));
    raw.set("shadow_reach", kLightDepth * kKeySize / 2);
    raw.set("lift", kLift * glm::length(scene.high - scene.low));
    raw.set("shadow_bias", 4.0f / (kLightDepth * static_cast<float>(cost.shadow_side)));
    glBindFramebuffer(GL_FRAMEBUFFER, raw_occlusion.buffer.name());
    draw_screen();
    glBindSampler(1, 0);

    limit(2);
    const Program& blur = program(ShaderName::occlusion_blur);
    blur.use();
    blur.set("source", 0);
    blur.set("depth_range", glm::vec2(near, far));
    bind_texture(GL_TEXTURE0, raw_occlusion.texture);
    glBindFramebuffer(GL_FRAMEBUFFER, occlusion.buffer.name());
    draw_screen();

    const float place = 1.0f / static_cast<float>(step);
    return {place, place, place * glm::vec2(part.rect.x - left * step, part.rect.y - low * step)};
}

} // namespace xpbd::render
