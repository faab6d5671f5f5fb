// Draws a prepared scene: ground, bodies, obstacles, markers, lines and ghosts.
#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {
namespace {

constexpr float kArrowSlim = 0.06f;     ///< radius of a short arrow over its length
constexpr float kArrowRadius = 0.0022f; ///< radius of an arrow over the camera's distance
constexpr float kStrand = 3.5f;         ///< distance of strands along a rope over its radius
constexpr float kBodyShadow = 0.90f;    ///< share of the key light that a shadow on a body removes
constexpr float kBounce = 0.4f;         ///< share of the key light that the room reflects from behind
constexpr float kLineLift = 4e-5f; ///< offset of constraint lines towards the eye, in depth units per pixel of width
constexpr float kOutline = 1.4f;   ///< half the width of a ghost's outline [px]

constexpr int kMargin = 4; ///< margin around a region that is drawn [px]

/// The ShaderFlags of a body's material.
unsigned material_of(const Body& body) {
    if (body.segments.empty()) {
        return kCloth;
    }
    return body.stripe.empty() ? kRope : kRod;
}

/// True if the body has levels of the colour map, per particle or per line.
bool has_levels(const Body& body) {
    return body.point_level.size() == body.positions.size() ||
           (!body.line_level.empty() && body.line_level.size() == body.lines.size());
}

/// Colour of a cloth's reverse side: a paler tone of the front, so that folds can be recognised.
glm::vec3 reverse_of(const glm::vec3& front) {
    const float grey = glm::dot(front, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return glm::mix(front, glm::vec3(0.5f * grey + 0.24f) * glm::vec3(1.06f, 1.0f, 0.92f), 0.62f);
}

/// Colour of the print: nearly white on a strong colour, dark on a pale one.
glm::vec3 accent_of(const glm::vec3& front) {
    const float grey = glm::dot(front, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return grey < 0.45f ? glm::mix(front, glm::vec3(0.92f, 0.90f, 0.86f), 0.82f) : 0.25f * front;
}

} // namespace

QualityCost cost_of(Quality quality, const GlAbilities& abilities) {
    switch (quality) {
    case Quality::low:
        if (abilities.half_float_targets) { // the blurred shadow map needs half floats
            return {128, 0, 0, 1};
        }
        return {512, 8, 4, 2};
    case Quality::medium:
        return {1024, 20, 10, 2};
    case Quality::high:
        break;
    }
    return {1536, 32, 12, 1};
}

glm::mat4 Tile::crop() const {
    const glm::vec2 scale(static_cast<float>(width) / static_cast<float>(rect.width),
                          static_cast<float>(height) / static_cast<float>(rect.height));
    const glm::vec2 middle(
        2 * (static_cast<float>(rect.x) + 0.5f * static_cast<float>(rect.width)) / static_cast<float>(width) - 1,
        2 * (static_cast<float>(rect.y) + 0.5f * static_cast<float>(rect.height)) / static_cast<float>(height) - 1);
    return glm::translate(glm::scale(glm::mat4(1), glm::vec3(scale, 1)), glm::vec3(-middle, 0));
}

float Renderer::Impl::GroundQuad::visible(const OrbitCamera& camera) const {
    /// Height of the eye above the ground below which the ground fades, over the camera's distance.
    constexpr float kFade = 0.02f;
    return glm::smoothstep(0.0f, kFade * camera.distance, glm::dot(camera.eye() - centre, normal()));
}

void Renderer::Impl::upload_quad(const GroundQuad& quad, float extent) {
    scratch.clear();
    for (const auto& corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(-1, 1), glm::vec2(1, 1)}) {
        scratch.vertices.push_back({quad.centre + extent * (corner.x * quad.u + corner.y * quad.v), quad.normal(), -1});
    }
    scratch.indices = {0, 1, 2, 2, 1, 3};
    floor.upload(scratch);
}

void Renderer::Impl::draw_ground(const Pass& pass) {
    const Look& look = pass.view.look;
    const unsigned flags = look.transparent || look.theme == Theme::paper ? kShadowOnly : 0u;
    const Program& shader = use_lit(ShaderName::ground, flags, pass);
    shader.set("shadow_strength", look.shadow ? 1.0f : 0.0f);
    shader.set("ground", to_linear(pass.palette.stage.ground));
    shader.set("far_ground", to_linear(pass.palette.stage.bottom));
    shader.set("line", to_linear(pass.palette.grid));
    shader.set("extent", pass.scene.ground_extent);
    // Moves the ground back: at a flat angle, an object a few millimetres above it has almost the same depth.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 2);
    shader.set("contact", 4);
    for (const GroundQuad& quad : pass.scene.ground) {
        const float visible = quad.visible(pass.view.camera);
        if (visible <= 0) {
            continue;
        }
        shader.set("visible", visible);
        upload_quad(quad, pass.scene.ground_extent);
        shader.set("contact_extent", &quad == pass.scene.ground.data() ? pass.scene.contact_extent : 0.0f);
        shader.set("centre", quad.centre);
        shader.set("axis_u", quad.u);
        shader.set("axis_v", quad.v);
        floor.draw(GL_TRIANGLES);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::Impl::draw_body(const Pass& pass, std::size_t index) {
    const Body& item = pass.view.bodies[index];
    const Look& look = pass.view.look;
    const bool net = shows_net(pass, item);
    if (!net || look.style != BodyStyle::constraints) {
        const glm::vec3 front = to_linear(item.colour);
        unsigned flags = material_of(item);
        if (look.colour_by == ColourBy::level && has_levels(item)) {
            flags |= kTinted;
        }
        if (flags & kCloth && !item.texture.empty()) {
            flags |= look.print != Print::plain ? kPrinted : 0u;
            // Threads of one or two pixels would be faded out by the shader anyway.
            const bool woven =
                item.thread > 3 * largest_pixel(pass.view, pass.scene, pass.part.height / pass.part.factor);
            flags |= woven ? kWoven : 0u;
        }
        const Program& shader = use_lit(ShaderName::body, flags, pass);
        shader.set("front", front);
        shader.set("back", reverse_of(front));
        shader.set("accent", accent_of(front));
        shader.set("opacity", item.opacity);
        shader.set("print", static_cast<int>(look.print));
        shader.set("print_size", item.print_size);
        shader.set("thread", item.thread);
        shader.set("pixel_scale", static_cast<float>(pass.part.factor));
        shader.set("strand", kStrand * item.tube_radius);
        glDepthMask(item.opacity >= 1 ? GL_TRUE : GL_FALSE);
        if (item.opacity >= 1) {
            glDisable(GL_BLEND); // blending would only cost time
        }
        if (net) { // the edges are drawn on this surface
            glEnable(GL_POLYGON_OFFSET_FILL);
            glPolygonOffset(1, 1);
        }
        surfaces[index].mesh.draw(GL_TRIANGLES);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
        glEnable(GL_BLEND);
    }
    if (net) {
        add_lines(pass, item);
    }
}

/// Draws obstacles, pins and arrows, which have the same look in every style.
void Renderer::Impl::draw_props(const Pass& pass) {
    const Program& shader = use_lit(ShaderName::body, 0, pass);
    shader.set("opacity", 1.0f);
    const auto paint = [&](const GpuMesh& mesh, const glm::vec3& colour) {
        shader.set("front", to_linear(colour));
        shader.set("back", to_linear(colour));
        mesh.draw(GL_TRIANGLES);
    };
    paint(props, pass.palette.obstacle);
    scratch.clear();
    for (const Body& item : pass.view.bodies) {
        if (item.opacity < 1) {
            continue;
        }
        for (const int pin : item.pins) {
            append_sphere(item.positions[static_cast<std::size_t>(pin)], item.marker_radius, 8, scratch);
        }
    }
    if (!scratch.vertices.empty()) {
        pins.upload(scratch);
        paint(pins, pass.palette.pin);
    }
    scratch.clear();
    for (const Arrow& arrow : pass.view.arrows) {
        const float slim = kArrowSlim * glm::length(arrow.to - arrow.from);
        append_arrow(arrow, std::min(kArrowRadius * pass.view.camera.distance, slim), scratch);
    }
    if (!scratch.vertices.empty()) {
        pins.upload(scratch);
        paint(pins, pass.palette.arrow);
    }
}

void Renderer::Impl::bind_textures() const {
    bind_texture(GL_TEXTURE1, near_shadow.texture);
    bind_texture(GL_TEXTURE2, far_shadow.texture);
    bind_texture(GL_TEXTURE3, occlusion.texture);
    bind_texture(GL_TEXTURE4, contact.texture);
    bind_texture(GL_TEXTURE0, colour_map);
}

const Program& Renderer::Impl::use_lit(ShaderName name, unsigned flags, const Pass& pass) {
    const Program& shader = program(name, flags | pass.soft | pass.codes);
    const Look& look = pass.view.look;
    shader.use();
    shader.set("view_projection", pass.camera);
    shader.set("light_view_projection", pass.scene.light);
    shader.set("shadow_strength", look.shadow ? kBodyShadow : 0.0f);
    if (pass.soft != 0) {
        const auto [near, far] = pass.view.camera.depth_range();
        shader.set("depth_range", glm::vec2(near, far));
    } else {
        // Converts a difference of depth to metres, then to the width of a shadow's edge, then to the map's
        // coordinates.
        shader.set("shadow_reach", kLightDepth * kKeySize / 2);
        shader.set("shadow_near", 1);
        shader.set("shadow_far", 2);
        shader.set("shadow_warp", kShadowWarp);
        shader.set("shadow_far_reach", kFarReach);
    }
    shader.set("sky", pass.sky);
    shader.set("occlusion", 3);
    shader.set("occlusion_place", pass.occlusion_place);
    shader.set("colour_map", 0);
    shader.set("colour_row", colour_map_row(look.colour_map, look.theme));
    shader.set("above_range", to_linear(above_colour(look.theme)));
    shader.set("eye", pass.view.camera.eye());
    shader.set("light", key_light_direction());
    shader.set("key", pass.palette.key);
    shader.set("bounce", kBounce * pass.palette.key);
    shader.set("bounce_light", bounce_light_direction());
    shader.set("rim", pass.palette.rim);
    shader.set("rim_light", rim_light_direction(glm::normalize(pass.view.camera.pivot - pass.view.camera.eye())));
    shader.set("isolines", look.isolines ? kIsolines : 0);
    shader.set("tint_range", pass.palette.tint_range);
    set_codes(shader, pass);
    return shader;
}

/// Draws ghosts' outlines over the finished picture, because ghosts are visible through everything. The caller has set
/// the scissor to the region and a margin.
void Renderer::Impl::draw_outlines(const Pass& pass, const Rect& region, const Framebuffer& target) {
    GLint around[4] = {};
    glGetIntegerv(GL_SCISSOR_BOX, around);
    for (std::size_t i = 0; i < pass.view.bodies.size(); ++i) {
        const Body& item = pass.view.bodies[i];
        if (item.opacity >= 1 || pass.view.look.style == BodyStyle::constraints) {
            continue;
        }
        mask.fit(Layer::Kind::grey, pass.part.rect.width, pass.part.rect.height);
        glBindFramebuffer(GL_FRAMEBUFFER, mask.buffer.name());
        glScissor(around[0], around[1], around[2], around[3]);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_BLEND);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        const Program& cover = program(ShaderName::mask);
        cover.use();
        cover.set("view_projection", pass.camera);
        surfaces[i].mesh.draw(GL_TRIANGLES);
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
        glScissor(region.x, region.y, region.width, region.height);
        glEnable(GL_BLEND);
        const Program& line = program(ShaderName::outline, pass.codes);
        line.use();
        line.set("mask", 3);
        line.set("ink", to_linear(item.colour));
        line.set("casing", to_linear(pass.palette.stage.bottom));
        line.set("reach", kOutline * static_cast<float>(pass.part.factor));
        set_codes(line, pass);
        glActiveTexture(GL_TEXTURE3);
        glBindTexture(GL_TEXTURE_2D, mask.texture.name());
        draw_screen();
    }
}

void Renderer::Impl::draw_contents(const Pass& pass) {
    const std::vector<Body>& bodies = pass.view.bodies;
    bind_textures();
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // all colours are premultiplied
    draw_props(pass);
    const auto draw_bodies = [&](bool opaque) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if ((bodies[i].opacity >= 1) == opaque) {
                draw_body(pass, i);
            }
        }
        draw_lines(pass, pass.view.look.style == BodyStyle::constraints ? kLineLift : 0);
    };
    draw_bodies(true);
    draw_ground(pass);
    add_strokes(pass.view);
    draw_lines(pass, 0);
    draw_bodies(false);
}

void Renderer::Impl::draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region,
                                int samples, Target& target) {
    target.fit(part.rect.width, part.rect.height, std::min(samples, max_samples),
               light_format(abilities.half_float_targets));
    const Palette& palette = palette_of(view.look.theme);
    Pass pass{view, scene, palette, part};
    pass.sky = sky_of(palette);
    pass.camera = part.crop() * view.camera.projection(part.aspect()) * view.camera.view();
    if (cost_of(view.look.quality, abilities).occlusion_samples > 0) {
        pass.occlusion_place = draw_occlusion(view, scene, part, region);
        pass.soft = kSoft;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target.multisampled.name());
    glViewport(0, 0, part.rect.width, part.rect.height);
    glEnable(GL_SCISSOR_TEST);
    // Draws a margin around the region: Mesa's software renderer cuts lines a pixel before the scissor, and a ghost's
    // outline reads the pixels around it.
    const int margin = kMargin * part.factor;
    const int low = std::max(0, region.y - margin);
    const int high = std::min(part.rect.height, region.y + region.height + margin);
    const auto limit = [&] { glScissor(region.x, low, region.width, high - low); };
    limit();
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    draw_contents(pass);

    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.multisampled.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.resolved.name());
    const int right = region.x + region.width;
    const int top = region.y + region.height;
    glBlitFramebuffer(region.x, region.y, right, top, region.x, region.y, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    limit();
    draw_outlines(pass, region, target.resolved);
}

} // namespace xpbd::render
