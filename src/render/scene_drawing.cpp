#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {
namespace {

constexpr float kArrowSlim = 0.06f;      ///< radius of a short arrow, of its length
constexpr float kArrowRadius = 0.0022f;  ///< of the camera's distance
constexpr float kStrand = 3.5f;          ///< from strand to strand along a rope, of its radius
constexpr float kBodyShadow = 0.82f;     ///< share of the key light that a shadow on a body takes
constexpr float kKeySize = 0.16f;        ///< of the key light: tangent of its angular size
constexpr float kLightDepth = 12;        ///< of what the light sees, of the scene's radius
constexpr float kLineLift = 4e-5f;       ///< of constraint lines towards the eye, per pixel of width
constexpr float kOutline = 1.4f;         ///< half the width of a ghost's outline [px]
constexpr std::size_t kHemLimit = 60000; ///< triangles of a torn body, whose border is found anew in every frame

constexpr int kMargin = 4; ///< around a region that is drawn [px]

/// Points spread evenly over the unit disk (Vogel, 1979).
std::array<glm::vec2, 40> disk(int count) {
    std::array<glm::vec2, 40> points{};
    for (int i = 0; i < count; ++i) {
        const float radius = std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(count));
        const float angle = 2.3999632f * static_cast<float>(i);
        points[static_cast<std::size_t>(i)] = radius * glm::vec2(std::cos(angle), std::sin(angle));
    }
    return points;
}

/// Box around finite positions and spheres; a unit box where there are none.
void bounds(const View& view, glm::vec3& low, glm::vec3& high) {
    low = glm::vec3(1e30f);
    high = glm::vec3(-1e30f);
    for (const Body& body : view.bodies) {
        for (const glm::vec3& p : body.positions) {
            if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) {
                low = glm::min(low, p);
                high = glm::max(high, p);
            }
        }
    }
    for (const Obstacle& obstacle : view.obstacles) {
        extend_bounds(obstacle, low, high);
    }
    if (low.x > high.x) {
        low = glm::vec3(-0.5f);
        high = glm::vec3(0.5f);
    }
}

/// View of the light on everything that casts a shadow, and on the ground below.
glm::mat4 light_matrix(const glm::vec3& center, float radius) {
    const glm::mat4 view = glm::lookAt(center + 4.0f * radius * key_light_direction(), center, glm::vec3(0, 1, 0));
    return glm::ortho(-radius, radius, -radius, radius, 0.0f, kLightDepth * radius) * view;
}

/// What a body is made of.
unsigned material_of(const Body& body) {
    if (body.segments.empty()) {
        return kCloth;
    }
    return body.stripe.empty() ? kRope : kRod;
}

/// True where a level of the colour map is known for the body's particles.
bool has_levels(const Body& body) {
    return body.point_level.size() == body.positions.size() ||
           (!body.line_level.empty() && body.line_level.size() == body.lines.size());
}

/// The reverse of a cloth: a quieter tone of the front, so that folds can be recognised.
glm::vec3 reverse_of(const glm::vec3& front) {
    const float grey = glm::dot(front, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return glm::mix(front, glm::vec3(0.5f * grey + 0.24f) * glm::vec3(1.06f, 1.0f, 0.92f), 0.62f);
}

/// What is printed on a colour: nearly white on a strong one, dark on a pale one.
glm::vec3 accent_of(const glm::vec3& front) {
    const float grey = glm::dot(front, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return grey < 0.45f ? glm::mix(front, glm::vec3(0.92f, 0.90f, 0.86f), 0.82f) : 0.25f * front;
}

} // namespace

QualityCost cost_of(Quality quality) {
    switch (quality) {
    case Quality::low:
        return {1024, 0, 0, 1};
    case Quality::medium:
        return {1024, 20, 10, 2};
    case Quality::high:
        break;
    }
    return {2048, 40, 18, 1};
}

glm::mat4 Tile::crop() const {
    const glm::vec2 scale(static_cast<float>(width) / static_cast<float>(rect.width),
                          static_cast<float>(height) / static_cast<float>(rect.height));
    const glm::vec2 middle(
        2 * (static_cast<float>(rect.x) + 0.5f * static_cast<float>(rect.width)) / static_cast<float>(width) - 1,
        2 * (static_cast<float>(rect.y) + 0.5f * static_cast<float>(rect.height)) / static_cast<float>(height) - 1);
    return glm::translate(glm::scale(glm::mat4(1), glm::vec3(scale, 1)), glm::vec3(-middle, 0));
}

void Renderer::Impl::build_surface(const Body& item, const Look& look, Surface& surface) {
    if (look.colour_by == ColourBy::level) {
        point_levels(item, look.colour_map == ColourMap::diverging ? 0.5f : 0.0f, levels);
    } else {
        levels.clear();
    }
    scratch.clear();
    append_surface(item, levels, scratch);
    // A rope's tubes are made anew; only a cloth keeps its indices.
    const std::uint64_t topology = item.segments.empty() ? item.topology : 0;
    const bool same = topology != 0 && topology == surface.topology;
    if (!same) {
        append_surface_indices(item, scratch);
        const bool wanted = item.hem_radius > 0 && (topology != 0 || item.triangles.size() < kHemLimit);
        surface.border = wanted ? border_edges(item.triangles) : std::vector<std::array<int, 2>>{};
    }
    append_hem(item, levels, surface.border, scratch);
    if (same) {
        surface.mesh.upload_vertices(scratch);
        return;
    }
    append_tubes(item, levels, scratch);
    surface.mesh.upload(scratch);
    surface.topology = topology;
}

void Renderer::Impl::draw_shadow(const View& view, const Prepared& scene) {
    const int side = cost_of(view.look.quality).shadow_side;
    shadow_map.fit(Layer::Kind::depth, side, side);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_map.buffer.name());
    glViewport(0, 0, side, side);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClear(GL_DEPTH_BUFFER_BIT);
    const Program& shader = program(ShaderName::depth);
    shader.use();
    shader.set("view_projection", scene.light);
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        if (view.bodies[i].opacity >= 1) {
            surfaces[i].mesh.draw(GL_TRIANGLES);
        }
    }
    props.draw(GL_TRIANGLES);
}

void Renderer::Impl::upload_quad(const GroundQuad& quad, float extent) {
    scratch.clear();
    for (const auto& corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(-1, 1), glm::vec2(1, 1)}) {
        scratch.vertices.push_back(
            {quad.centre + extent * (corner.x * quad.u + corner.y * quad.v), glm::cross(quad.v, quad.u), -1});
    }
    scratch.indices = {0, 1, 2, 2, 1, 3};
    floor.upload(scratch);
}

void Renderer::Impl::draw_ground(const Pass& pass) {
    const Look& look = pass.view.look;
    const unsigned flags = look.transparent || look.theme == Theme::paper ? kShadowOnly : 0u;
    const Program& shader = use_lit(ShaderName::ground, flags, pass);
    shader.set("shadow_strength", look.shadow ? 1.0f : 0.0f);
    shader.set("ground", to_linear(pass.palette.ground));
    shader.set("line", to_linear(pass.palette.grid));
    shader.set("extent", pass.scene.ground_extent);
    // What lies on the ground is a few millimetres above it, and seen almost along it.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 2);
    for (const GroundQuad& quad : pass.scene.ground) {
        upload_quad(quad, pass.scene.ground_extent);
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
    if (look.style != BodyStyle::constraints) {
        const glm::vec3 front = to_linear(item.colour);
        unsigned flags = material_of(item);
        if (look.colour_by == ColourBy::level && has_levels(item)) {
            flags |= kTinted;
        }
        if (flags & kCloth && !item.texture.empty()) {
            flags |= look.print != Print::plain ? kPrinted : 0u;
            flags |= pass.soft != 0 && item.thread > 0 ? kWoven : 0u;
        }
        const Program& shader = use_lit(ShaderName::body, flags, pass);
        shader.set("front", front);
        shader.set("back", reverse_of(front));
        shader.set("accent", accent_of(front));
        shader.set("opacity", item.opacity);
        shader.set("print", static_cast<int>(look.print));
        shader.set("print_size", item.print_size);
        shader.set("thread", item.thread);
        shader.set("strand", kStrand * item.tube_radius);
        glDepthMask(item.opacity >= 1 ? GL_TRUE : GL_FALSE);
        if (look.style == BodyStyle::wireframe) { // the edges lie on it
            glEnable(GL_POLYGON_OFFSET_FILL);
            glPolygonOffset(1, 1);
        }
        surfaces[index].mesh.draw(GL_TRIANGLES);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDepthMask(GL_TRUE);
    }
    if (look.style != BodyStyle::shaded) {
        add_lines(pass, item);
    }
}

/// Obstacles, pins and arrows, which look the same in every style.
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

Renderer::Impl::Prepared Renderer::Impl::prepare(const View& view) {
    Prepared scene;
    bounds(view, scene.low, scene.high);
    const glm::vec3 middle = 0.5f * (scene.low + scene.high);
    const float diagonal = glm::length(scene.high - scene.low);
    scene.light_radius = std::max(0.5f * diagonal, 0.1f) * 1.05f;
    scene.light = light_matrix(middle, scene.light_radius);
    scene.ground_extent = std::max(6.0f, 3.0f * diagonal);
    for (const Obstacle& obstacle : view.obstacles) {
        if (obstacle.kind == Obstacle::Kind::plane) {
            const glm::vec3 n = glm::normalize(obstacle.normal);
            const glm::vec3 u =
                glm::normalize(glm::cross(n, std::abs(n.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0)));
            scene.ground.push_back({middle - glm::dot(middle - obstacle.center, n) * n, u, glm::cross(n, u)});
        }
    }
    if (view.look.ground && scene.ground.empty()) {
        scene.ground.push_back({{middle.x, view.look.ground_height, middle.z}, {1, 0, 0}, {0, 0, 1}});
    }
    scratch.clear();
    for (const Obstacle& obstacle : view.obstacles) {
        append_obstacle(obstacle, scratch);
    }
    props.upload(scratch);
    while (surfaces.size() < view.bodies.size()) {
        surfaces.emplace_back();
    }
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        build_surface(view.bodies[i], view.look, surfaces[i]);
    }
    if (view.look.shadow) {
        draw_shadow(view, scene);
    }
    return scene;
}

void Renderer::Impl::bind_textures() const {
    const auto bind = [](GLenum unit, const Texture& texture) {
        glActiveTexture(unit);
        glBindTexture(GL_TEXTURE_2D, texture.name());
    };
    bind(GL_TEXTURE1, shadow_map.texture);
    bind(GL_TEXTURE2, shadow_map.texture);
    bind(GL_TEXTURE3, occlusion.texture);
    bind(GL_TEXTURE0, colour_map);
    glBindSampler(1, compare.name());
}

const Program& Renderer::Impl::use_lit(ShaderName name, unsigned flags, const Pass& pass) {
    const Program& shader = program(name, flags | pass.soft);
    const Look& look = pass.view.look;
    const QualityCost cost = cost_of(look.quality);
    shader.use();
    shader.set("view_projection", pass.camera);
    shader.set("light_view_projection", pass.scene.light);
    shader.set("shadow_map", 1);
    shader.set("shadow_depth", 2);
    shader.set("shadow_strength", look.shadow ? kBodyShadow : 0.0f);
    shader.set("shadow_samples", cost.shadow_samples);
    shader.set("shadow_disk", disk(cost.shadow_samples));
    shader.set("shadow_origin", glm::vec2(pass.part.rect.x, pass.part.rect.y));
    // From a difference of depth to metres, to the width of the edge, to the map's coordinates.
    shader.set("shadow_reach", kLightDepth * kKeySize / 2);
    shader.set("shadow_bias", 4.0f / (kLightDepth * static_cast<float>(cost.shadow_side)));
    shader.set("sky", pass.sky);
    shader.set("occlusion", 3);
    shader.set("occlusion_place", pass.occlusion_place);
    shader.set("colour_map", 0);
    shader.set("colour_row", colour_map_row(look.colour_map, look.theme));
    shader.set("eye", pass.view.camera.eye());
    shader.set("light", key_light_direction());
    shader.set("key", pass.palette.key);
    shader.set("isolines", look.isolines ? kIsolines : 0);
    shader.set("tint_shade", pass.palette.tint_shade);
    shader.set("tint_range", pass.palette.tint_range);
    return shader;
}

/// A ghost is seen through everything: its outline is laid over the finished picture.
void Renderer::Impl::draw_outline(const Pass& pass, std::size_t index, const Rect& region, const Target& target) {
    const Body& item = pass.view.bodies[index];
    mask.fit(Layer::Kind::grey, pass.part.rect.width, pass.part.rect.height);
    glBindFramebuffer(GL_FRAMEBUFFER, mask.buffer.name());
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glClear(GL_COLOR_BUFFER_BIT);
    const Program& cover = program(ShaderName::mask);
    cover.use();
    cover.set("view_projection", pass.camera);
    surfaces[index].mesh.draw(GL_TRIANGLES);
    glBindFramebuffer(GL_FRAMEBUFFER, target.resolved.name());
    glScissor(region.x, region.y, region.width, region.height);
    glEnable(GL_BLEND);
    const Program& line = program(ShaderName::outline);
    line.use();
    line.set("mask", 3);
    line.set("ink", to_linear(item.colour));
    line.set("casing", to_linear(pass.palette.bottom));
    line.set("reach", kOutline * static_cast<float>(pass.part.factor));
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, mask.texture.name());
    draw_screen();
}

void Renderer::Impl::draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region,
                                int samples, Target& target) {
    target.fit(part.rect.width, part.rect.height, std::min(samples, max_samples));
    const Palette& palette = palette_of(view.look.theme);
    Pass pass{view, scene, palette, part};
    pass.sky = sky_irradiance(palette);
    pass.camera = part.crop() * view.camera.projection(part.aspect()) * view.camera.view();
    if (cost_of(view.look.quality).occlusion_samples > 0) {
        pass.occlusion_place = draw_occlusion(view, scene, part, region);
        pass.soft = kSoft;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target.multisampled.name());
    glViewport(0, 0, part.rect.width, part.rect.height);
    glEnable(GL_SCISSOR_TEST);
    // Some rows more than are wanted: Mesa's software renderer cuts lines at the scissor a pixel too early, and the
    // outline of a ghost looks around itself.
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
    bind_textures();
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // premultiplied everywhere
    draw_props(pass);
    const auto draw_bodies = [&](bool opaque) {
        for (std::size_t i = 0; i < view.bodies.size(); ++i) {
            if ((view.bodies[i].opacity >= 1) == opaque) {
                draw_body(pass, i);
            }
        }
        draw_lines(pass, view.look.style == BodyStyle::constraints ? kLineLift : 0);
    };
    draw_bodies(true);
    draw_ground(pass);
    add_strokes(view);
    draw_lines(pass, 0);
    draw_bodies(false);

    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.multisampled.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.resolved.name());
    const int right = region.x + region.width;
    const int top = region.y + region.height;
    glBlitFramebuffer(region.x, region.y, right, top, region.x, region.y, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        if (view.bodies[i].opacity < 1 && view.look.style != BodyStyle::constraints) {
            limit();
            draw_outline(pass, i, region, target);
        }
    }
}

} // namespace xpbd::render
