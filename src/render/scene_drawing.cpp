#include "render/colour.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {

/// Colours of a theme, sRGB.
struct Palette {
    glm::vec3 bottom, top, ground, grid, sky, earth, wire, obstacle, pin, arrow;
};

namespace {

constexpr Palette kDark{kDarkBackdrop.bottom,  kDarkBackdrop.top,     kDarkBackdrop.ground,  {0.290f, 0.322f, 0.369f},
                        {0.62f, 0.68f, 0.78f}, {0.36f, 0.34f, 0.33f}, {0.02f, 0.03f, 0.05f}, {0.46f, 0.48f, 0.52f},
                        {0.98f, 0.80f, 0.36f}, {0.96f, 0.45f, 0.30f}};
constexpr Palette kLight{kLightBackdrop.bottom, kLightBackdrop.top,    kLightBackdrop.ground, {0.66f, 0.69f, 0.73f},
                         {0.86f, 0.90f, 0.96f}, {0.62f, 0.60f, 0.58f}, {0.08f, 0.10f, 0.13f}, {0.72f, 0.74f, 0.78f},
                         {0.80f, 0.42f, 0.05f}, {0.78f, 0.22f, 0.10f}};

constexpr float kArrowSlim = 0.06f;     ///< radius of a short arrow, of its length
constexpr float kArrowRadius = 0.0022f; ///< of the camera's distance

constexpr int kMargin = 4; ///< around a region that is drawn [px]

/// Row of the texture that make_textures() fills.
int colour_map_row(const Look& look) {
    return 2 * static_cast<int>(look.colour_map) + static_cast<int>(look.theme);
}

const glm::vec3 kLightDirection = glm::normalize(glm::vec3(0.45f, 1.0f, 0.55f));

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
glm::mat4 light_matrix(const glm::vec3& low, const glm::vec3& high) {
    const glm::vec3 center = 0.5f * (low + high);
    const float radius = std::max(0.5f * glm::length(high - low), 0.1f) * 1.05f;
    const glm::mat4 view = glm::lookAt(center + 4.0f * radius * kLightDirection, center, glm::vec3(0, 1, 0));
    return glm::ortho(-radius, radius, -radius, radius, 0.0f, 12.0f * radius) * view;
}

const Palette& palette_of(const Look& look) {
    return look.theme == Theme::dark ? kDark : kLight;
}

} // namespace

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
    // A rope's tubes are made anew; only triangles keep their indices.
    const std::uint64_t topology = item.segments.empty() ? item.topology : 0;
    if (topology != 0 && topology == surface.topology) {
        surface.mesh.upload_vertices(scratch);
        return;
    }
    append_surface_indices(item, scratch);
    append_tubes(item, levels, scratch);
    surface.mesh.upload(scratch);
    surface.topology = topology;
}

void Renderer::Impl::draw_shadow(const View& view, const glm::mat4& light) {
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_buffer.name());
    glViewport(0, 0, kShadowSide, kShadowSide);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    shadow.use();
    shadow.set("light_view_projection", light);
    for (std::size_t i = 0; i < view.bodies.size(); ++i) {
        if (view.bodies[i].opacity >= 1) {
            surfaces[i].mesh.draw(GL_TRIANGLES);
        }
    }
    props.draw(GL_TRIANGLES);
}

void Renderer::Impl::draw_ground(const View& view, const Prepared& scene, const Palette& palette,
                                 const glm::mat4& camera) {
    const float extent = std::max(6.0f, 3.0f * glm::length(scene.high - scene.low));
    ground.use();
    ground.set("view_projection", camera);
    ground.set("light_view_projection", scene.light);
    ground.set("eye", view.camera.eye());
    ground.set("ground", to_linear(palette.ground));
    ground.set("line", to_linear(palette.grid));
    ground.set("extent", extent);
    ground.set("shadow_strength", view.look.shadow ? 1.0f : 0.0f);
    const auto quad = [&](const glm::vec3& centre, const glm::vec3& u, const glm::vec3& v) {
        scratch.clear();
        for (const auto& corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(-1, 1), glm::vec2(1, 1)}) {
            scratch.vertices.push_back({centre + extent * (corner.x * u + corner.y * v), glm::cross(v, u), -1});
        }
        scratch.indices = {0, 1, 2, 2, 1, 3};
        floor.upload(scratch);
        ground.set("centre", centre);
        ground.set("axis_u", u);
        ground.set("axis_v", v);
        floor.draw(GL_TRIANGLES);
    };
    const glm::vec3 middle = 0.5f * (scene.low + scene.high);
    bool has_plane = false;
    for (const Obstacle& obstacle : view.obstacles) {
        if (obstacle.kind == Obstacle::Kind::plane) {
            const glm::vec3 n = glm::normalize(obstacle.normal);
            const glm::vec3 u =
                glm::normalize(glm::cross(n, std::abs(n.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0)));
            quad(middle - glm::dot(middle - obstacle.center, n) * n, u, glm::cross(n, u));
            has_plane = true;
        }
    }
    if (view.look.ground && !has_plane) {
        quad({middle.x, view.look.ground_height, middle.z}, {1, 0, 0}, {0, 0, 1});
    }
}

void Renderer::Impl::draw_body(const View& view, std::size_t index, const Palette& palette, const glm::mat4& camera) {
    const Body& item = view.bodies[index];
    const BodyStyle style = view.look.style;
    glDepthMask(item.opacity >= 1 ? GL_TRUE : GL_FALSE);
    if (style != BodyStyle::constraints) {
        body.use();
        body.set("front", to_linear(item.colour));
        // The back side is a warmer, darker tone of the front, so that folds can be recognised.
        body.set("back", to_linear(item.colour) * glm::vec3(0.80f, 0.60f, 0.52f));
        body.set("opacity", item.opacity);
        body.set("shininess", 36.0f);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1, 1);
        surfaces[index].mesh.draw(GL_TRIANGLES);
        glDisable(GL_POLYGON_OFFSET_FILL);
    }
    if (style != BodyStyle::shaded) {
        draw_lines(view, item, palette, camera);
    }
    glDepthMask(GL_TRUE);
}

/// The edges of a body, or its constraints.
void Renderer::Impl::draw_lines(const View& view, const Body& item, const Palette& palette, const glm::mat4& camera) {
    const bool wire = view.look.style == BodyStyle::wireframe;
    line_scratch.clear();
    const auto add = [&](int p, float level) {
        line_scratch.indices.push_back(static_cast<std::uint32_t>(line_scratch.vertices.size()));
        line_scratch.vertices.push_back({item.positions[static_cast<std::size_t>(p)], glm::vec3(0, 1, 0), level});
    };
    if (wire) {
        for (const auto& triangle : item.triangles) {
            for (std::size_t i = 0; i < 3; ++i) {
                add(triangle[i], -1);
                add(triangle[(i + 1) % 3], -1);
            }
        }
        for (const auto& segment : item.segments) {
            add(segment[0], -1);
            add(segment[1], -1);
        }
    } else {
        for (std::size_t i = 0; i < item.lines.size(); ++i) {
            const bool coloured = view.look.colour_by == ColourBy::level && i < item.line_level.size();
            const float level = coloured ? item.line_level[i] : -1.0f;
            add(item.lines[i][0], level);
            add(item.lines[i][1], level);
        }
    }
    lines.upload(line_scratch);
    line.use();
    line.set("view_projection", camera);
    const float alpha = (wire ? 0.55f : 1.0f) * item.opacity;
    line.set("line_colour", glm::vec4(to_linear(wire ? palette.wire : item.colour) * alpha, alpha));
    line.set("opacity", item.opacity);
    lines.draw(GL_LINES);
}

/// Obstacles, pins and arrows, which look the same in every style.
void Renderer::Impl::draw_props(const View& view, const Palette& palette) {
    body.use();
    body.set("opacity", 1.0f);
    body.set("shininess", 60.0f);
    body.set("front", to_linear(palette.obstacle));
    body.set("back", to_linear(palette.obstacle));
    props.draw(GL_TRIANGLES);
    scratch.clear();
    for (const Body& item : view.bodies) {
        if (item.opacity < 1) {
            continue;
        }
        for (const int pin : item.pins) {
            append_sphere(item.positions[static_cast<std::size_t>(pin)], item.marker_radius, 8, scratch);
        }
    }
    pins.upload(scratch);
    body.set("front", to_linear(palette.pin));
    pins.draw(GL_TRIANGLES);
    scratch.clear();
    for (const Arrow& arrow : view.arrows) {
        const float slim = kArrowSlim * glm::length(arrow.to - arrow.from);
        append_arrow(arrow, std::min(kArrowRadius * view.camera.distance, slim), scratch);
    }
    if (!scratch.vertices.empty()) {
        pins.upload(scratch);
        body.set("front", to_linear(palette.arrow));
        body.set("back", to_linear(palette.arrow));
        pins.draw(GL_TRIANGLES);
    }
}

Renderer::Impl::Prepared Renderer::Impl::prepare(const View& view) {
    Prepared scene;
    bounds(view, scene.low, scene.high);
    scene.light = light_matrix(scene.low, scene.high);
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
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    if (view.look.shadow) {
        draw_shadow(view, scene.light);
    }
    return scene;
}

void Renderer::Impl::draw_background(const Tile& part, const Palette& palette) {
    glDisable(GL_DEPTH_TEST);
    background.use();
    background.set("bottom", to_linear(palette.bottom));
    background.set("top", to_linear(palette.top));
    const auto whole = static_cast<float>(part.height);
    background.set("rows", glm::vec2(static_cast<float>(part.rect.y) / whole,
                                     static_cast<float>(part.rect.y + part.rect.height) / whole));
    glBindVertexArray(empty_array.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
}

/// What the bodies' shaders need of the whole picture.
void Renderer::Impl::set_uniforms(const View& view, const Prepared& scene, const Palette& palette,
                                  const glm::mat4& camera) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, colour_map.name());
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, shadow_map.name());
    for (const Program* program : {&body, &ground, &line}) {
        program->use();
        program->set("colour_map", 0);
        program->set("shadow_map", 1);
    }
    for (const Program* program : {&body, &line}) {
        program->use();
        program->set("map_row", colour_map_row(view.look));
    }
    body.use();
    body.set("view_projection", camera);
    body.set("light_view_projection", scene.light);
    body.set("eye", view.camera.eye());
    body.set("light", kLightDirection);
    body.set("sky", to_linear(palette.sky) * 0.9f);
    body.set("earth", to_linear(palette.earth) * 0.9f);
    body.set("shadow_strength", view.look.shadow ? 0.65f : 0.0f);
}

void Renderer::Impl::draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region,
                                int samples, Target& target) {
    target.fit(part.rect.width, part.rect.height, std::min(samples, max_samples));
    const Palette& palette = palette_of(view.look);
    glBindFramebuffer(GL_FRAMEBUFFER, target.multisampled.name());
    glViewport(0, 0, part.rect.width, part.rect.height);
    glEnable(GL_SCISSOR_TEST);
    // Some rows more than are wanted: Mesa's software renderer cuts lines at the scissor a pixel too early.
    const int low = std::max(0, region.y - kMargin);
    const int high = std::min(part.rect.height, region.y + region.height + kMargin);
    glScissor(region.x, low, region.width, high - low);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (!view.look.transparent) {
        draw_background(part, palette);
    }
    const glm::mat4 whole_camera =
        view.camera.projection(static_cast<float>(part.width) / static_cast<float>(part.height)) * view.camera.view();
    const glm::mat4 camera = part.is_whole() ? whole_camera : part.crop() * whole_camera;
    set_uniforms(view, scene, palette, camera);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // premultiplied everywhere
    draw_props(view, palette);
    const auto draw_bodies = [&](bool opaque) {
        for (std::size_t i = 0; i < view.bodies.size(); ++i) {
            if ((view.bodies[i].opacity >= 1) == opaque) {
                draw_body(view, i, palette, camera);
            }
        }
    };
    draw_bodies(true);
    if (!view.look.transparent) {
        draw_ground(view, scene, palette, camera);
    }
    draw_bodies(false);

    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.multisampled.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.resolved.name());
    const int right = region.x + region.width;
    const int top = region.y + region.height;
    glBlitFramebuffer(region.x, region.y, right, top, region.x, region.y, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

} // namespace xpbd::render
