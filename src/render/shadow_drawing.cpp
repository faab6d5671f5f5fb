// The key light's maps: the shadow map, its blur for renderers that are too slow to sample it per pixel, and the
// contact shadow below a body.
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {
namespace {

constexpr int kNearSide = 128;
constexpr int kFarSide = 64;
constexpr int kContactSide = 64;
constexpr int kNearReach = 5; ///< samples of a blur on either side
constexpr int kFarReachSamples = 3;
constexpr int kContactReach = 5;
/// Height at which the contact shadow has decreased to 1/e, over the scene's diagonal.
constexpr float kContactHeight = 0.10f;

} // namespace

glm::mat4 light_matrix(const glm::vec3& center, float radius) {
    const glm::mat4 view = glm::lookAt(center + 4.0f * radius * key_light_direction(), center, glm::vec3(0, 1, 0));
    return glm::ortho(-radius, radius, -radius, radius, 0.0f, kLightDepth * radius) * view;
}

/// Draws the depth of everything that casts a shadow into the bound framebuffer.
void Renderer::Impl::draw_casters(const View& view, const glm::mat4& camera) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClear(GL_DEPTH_BUFFER_BIT);
    const Program& shader = program(ShaderName::depth);
    shader.use();
    shader.set("view_projection", camera);
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        if (view.bodies[i].opacity >= 1) {
            surfaces[i].mesh.draw(GL_TRIANGLES);
        }
    }
    props.draw(GL_TRIANGLES);
}

void Renderer::Impl::draw_shadow(const View& view, const Prepared& scene) {
    const QualityCost cost = cost_of(view.look.quality, abilities);
    Layer& shadow_map = shadow_maps[static_cast<std::size_t>(view.look.quality)];
    shadow_map.fit(Layer::Kind::depth, cost.shadow_side, cost.shadow_side);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_map.buffer.name());
    glViewport(0, 0, cost.shadow_side, cost.shadow_side);
    draw_casters(view, scene.light);
    if (cost.shadow_samples == 0) {
        soften(shadow_map, near_half, near_shadow, {true, kShadowWarp, kNearSide, kNearReach});
        soften(near_shadow, far_half, far_shadow, {false, {}, kFarSide, kFarReachSamples});
    }
}

/// Draws the scene as seen from below the first ground. Objects near the ground darken it, as they hide the sky.
void Renderer::Impl::draw_contact(const View& view, Prepared& scene) {
    scene.contact_extent = 0;
    if (scene.ground.empty() || !abilities.half_float_targets) {
        return;
    }
    const GroundQuad& quad = scene.ground.front();
    const glm::vec3 middle = 0.5f * (scene.low + scene.high);
    glm::vec3 up = glm::normalize(glm::cross(quad.v, quad.u));
    up = glm::dot(middle - quad.centre, up) < 0 ? -up : up;
    const float diagonal = std::max(glm::length(scene.high - scene.low), 0.1f);
    const float height = glm::dot(middle - quad.centre, up) + diagonal;
    scene.contact_extent = diagonal;
    const auto row = [&](const glm::vec3& axis, float scale, float offset) {
        return glm::vec4(axis * scale, offset - scale * glm::dot(axis, quad.centre));
    };
    const glm::mat4 below = glm::transpose(glm::mat4(row(quad.u, 1 / diagonal, 0), row(quad.v, 1 / diagonal, 0),
                                                     row(up, 2 / height, -1), glm::vec4(0, 0, 0, 1)));
    contact_depth.fit(Layer::Kind::depth, kContactSide, kContactSide);
    glBindFramebuffer(GL_FRAMEBUFFER, contact_depth.buffer.name());
    glViewport(0, 0, kContactSide, kContactSide);
    draw_casters(view, below);
    const glm::vec2 warp(-height / (kContactHeight * diagonal), 0);
    soften(contact_depth, contact_half, contact, {true, warp, kContactSide, kContactReach});
}

void Renderer::Impl::soften(const Layer& source, Layer& first_axis, Layer& target, const Softening& how) {
    const int shrink = source.width / how.side;
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glViewport(0, 0, how.side, how.side);
    const auto blur = [&](const Layer& from, Layer& into, bool from_depth, int step, glm::ivec2 axis) {
        into.fit(Layer::Kind::cover, how.side, how.side);
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_2D, from.texture.name());
        glBindSampler(1, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, into.buffer.name());
        const Program& shader = program(ShaderName::soften, from_depth ? kFromDepth : 0u);
        shader.use();
        shader.set("source", 1);
        shader.set("warp", how.warp);
        shader.set("stride", step * axis);
        shader.set("shrink", step);
        shader.set("reach", how.reach);
        draw_screen();
    };
    blur(source, first_axis, how.from_depth, shrink, {1, 0});
    blur(first_axis, target, false, 1, {0, 1});
}

} // namespace xpbd::render
