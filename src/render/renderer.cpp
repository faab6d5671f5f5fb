#include "render/renderer.h"

#include "render/colour.h"
#include "render/gpu.h"
#include "render/shaders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/gtc/matrix_transform.hpp>

namespace xpbd::render {
namespace {

constexpr int kShadowSide = 1024; // [px]
constexpr int kSamples = 4;
constexpr std::size_t kPixelLimit = std::size_t{64} << 20; ///< of the supersampled off-screen picture
/// Pixels drawn off screen at once. A larger picture is made in parts: these take 130 MB, and 64 million pixels
/// would take 2 GB.
constexpr std::size_t kPartLimit = std::size_t{4} << 20;

/// Colours of a theme, sRGB.
struct Palette {
    glm::vec3 bottom, top, ground, grid, sky, earth, wire, obstacle, pin, arrow;
};

constexpr Palette kDark{{0.090f, 0.102f, 0.122f}, {0.165f, 0.184f, 0.216f}, {0.125f, 0.141f, 0.165f},
                        {0.290f, 0.322f, 0.369f}, {0.62f, 0.68f, 0.78f},    {0.36f, 0.34f, 0.33f},
                        {0.02f, 0.03f, 0.05f},    {0.46f, 0.48f, 0.52f},    {0.98f, 0.80f, 0.36f},
                        {0.96f, 0.45f, 0.30f}};
constexpr Palette kLight{{0.93f, 0.94f, 0.955f}, {0.985f, 0.988f, 0.995f}, {0.905f, 0.915f, 0.93f},
                         {0.66f, 0.69f, 0.73f},  {0.86f, 0.90f, 0.96f},    {0.62f, 0.60f, 0.58f},
                         {0.08f, 0.10f, 0.13f},  {0.72f, 0.74f, 0.78f},    {0.80f, 0.42f, 0.05f},
                         {0.78f, 0.22f, 0.10f}};

constexpr float kArrowSlim = 0.06f;     ///< radius of a short arrow, of its length
constexpr float kArrowRadius = 0.0022f; ///< of the camera's distance

const glm::vec3 kLightDirection = glm::normalize(glm::vec3(0.45f, 1.0f, 0.55f));

/// A part of a picture: of its width and height, in pixels from the lower left.
struct Part {
    Rect rect;
    int width = 0, height = 0; ///< of the whole

    /// Takes the clip coordinates of the whole to those of the part.
    glm::mat4 crop() const {
        const glm::vec2 scale(static_cast<float>(width) / static_cast<float>(rect.width),
                              static_cast<float>(height) / static_cast<float>(rect.height));
        const glm::vec2 middle(
            2 * (static_cast<float>(rect.x) + 0.5f * static_cast<float>(rect.width)) / static_cast<float>(width) - 1,
            2 * (static_cast<float>(rect.y) + 0.5f * static_cast<float>(rect.height)) / static_cast<float>(height) - 1);
        return glm::translate(glm::scale(glm::mat4(1), glm::vec3(scale, 1)), glm::vec3(-middle, 0));
    }
};

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

/// Light's view of everything that casts a shadow, and of the ground below it.
glm::mat4 light_matrix(const glm::vec3& low, const glm::vec3& high) {
    const glm::vec3 center = 0.5f * (low + high);
    const float radius = std::max(0.5f * glm::length(high - low), 0.1f) * 1.05f;
    const glm::mat4 view = glm::lookAt(center + 4.0f * radius * kLightDirection, center, glm::vec3(0, 1, 0));
    return glm::ortho(-radius, radius, -radius, radius, 0.0f, 12.0f * radius) * view;
}

} // namespace

struct Renderer::Impl {
    Program background, body, ground, line, shadow, output;
    Texture colour_map, shadow_map;
    Framebuffer shadow_buffer;
    VertexArray empty_array;
    std::array<Target, kSlots> slots; ///< pictures of the window
    std::array<KeptPicture, kSlots> kept;
    Target shot; ///< of capture()
    GpuMesh props, pins, lines, floor;
    struct Surface {
        GpuMesh mesh = GpuMesh::create();
        std::uint64_t topology = 0; ///< of the indices; see Body
    };
    std::vector<Surface> surfaces; ///< one per body: shadow and picture draw the same upload
    Geometry scratch, line_scratch;
    std::vector<float> levels;
    int max_side = 0;
    int max_samples = 1;

    void make_textures();
    /// Draws what fits into a target: all of the picture, or a part.
    void render(const View& view, const Part& part, int samples, Target& target);
    void render_shadow(const View& view, const glm::mat4& light);
    void render_ground(const View& view, const Palette& palette, const glm::mat4& camera, const glm::mat4& light,
                       bool shadowed, const glm::vec3& low, const glm::vec3& high);
    void render_body(const View& view, std::size_t index, const Palette& palette, const glm::mat4& camera);
    void render_props(const View& view, const Palette& palette);
    void write_output(const Target& source, const Rect& rect, int factor, bool straight_alpha);
    void build_surface(const Body& item, const Look& look, Surface& surface);
};

void Renderer::Impl::make_textures() {
    std::vector<glm::vec3> table(256);
    for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = to_linear(cividis(static_cast<float>(i) / 255.0f));
    }
    colour_map = make_texture();
    glBindTexture(GL_TEXTURE_2D, colour_map.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB16F, 256, 1, 0, GL_RGB, GL_FLOAT, table.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);

    shadow_map = make_texture();
    glBindTexture(GL_TEXTURE_2D, shadow_map.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, kShadowSide, kShadowSide, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                 nullptr);
    const float lit[] = {1, 1, 1, 1};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    shadow_buffer = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_buffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadow_map.name(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
}

void Renderer::Impl::build_surface(const Body& item, const Look& look, Surface& surface) {
    if (look.colour_by == ColourBy::level) {
        point_levels(item, levels);
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

void Renderer::Impl::render_shadow(const View& view, const glm::mat4& light) {
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

void Renderer::Impl::render_ground(const View& view, const Palette& palette, const glm::mat4& camera,
                                   const glm::mat4& light, bool shadowed, const glm::vec3& low, const glm::vec3& high) {
    const float extent = std::max(6.0f, 3.0f * glm::length(high - low));
    ground.use();
    ground.set("view_projection", camera);
    ground.set("light_view_projection", light);
    ground.set("eye", view.camera.eye());
    ground.set("ground", to_linear(palette.ground));
    ground.set("line", to_linear(palette.grid));
    ground.set("extent", extent);
    ground.set("shadow_strength", shadowed ? 1.0f : 0.0f);
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
    const glm::vec3 middle = 0.5f * (low + high);
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

void Renderer::Impl::render_body(const View& view, std::size_t index, const Palette& palette, const glm::mat4& camera) {
    const Body& item = view.bodies[index];
    const BodyStyle style = view.look.style;
    glDepthMask(item.opacity >= 1 ? GL_TRUE : GL_FALSE);
    if (style != BodyStyle::constraints) {
        body.use();
        body.set("front", to_linear(item.colour));
        // The back is the front's warmer, darker neighbour, so that folds read.
        body.set("back", to_linear(item.colour) * glm::vec3(0.80f, 0.60f, 0.52f));
        body.set("opacity", item.opacity);
        body.set("shininess", 36.0f);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1, 1);
        surfaces[index].mesh.draw(GL_TRIANGLES);
        glDisable(GL_POLYGON_OFFSET_FILL);
    }
    if (style == BodyStyle::shaded) {
        glDepthMask(GL_TRUE);
        return;
    }
    line_scratch.clear();
    const auto add = [&](int p, float level) {
        line_scratch.indices.push_back(static_cast<std::uint32_t>(line_scratch.vertices.size()));
        line_scratch.vertices.push_back({item.positions[static_cast<std::size_t>(p)], glm::vec3(0, 1, 0), level});
    };
    if (style == BodyStyle::wireframe) {
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
    const bool wire = style == BodyStyle::wireframe;
    const float alpha = (wire ? 0.55f : 1.0f) * item.opacity;
    line.set("line_colour", glm::vec4(to_linear(wire ? palette.wire : item.colour) * alpha, alpha));
    line.set("opacity", item.opacity);
    lines.draw(GL_LINES);
    glDepthMask(GL_TRUE);
}

/// Obstacles, pins and arrows, which look the same in every style.
void Renderer::Impl::render_props(const View& view, const Palette& palette) {
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

void Renderer::Impl::render(const View& view, const Part& part, int samples, Target& target) {
    const int width = part.rect.width;
    const int height = part.rect.height;
    target.fit(width, height, std::min(samples, max_samples));
    const Palette& palette = view.look.theme == Theme::dark ? kDark : kLight;
    glm::vec3 low, high;
    bounds(view, low, high);

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
    const glm::mat4 light = light_matrix(low, high);
    if (view.look.shadow) {
        render_shadow(view, light);
    }

    glBindFramebuffer(GL_FRAMEBUFFER, target.multisampled.name());
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (!view.look.transparent) {
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

    const glm::mat4 whole_camera =
        view.camera.projection(static_cast<float>(part.width) / static_cast<float>(part.height)) * view.camera.view();
    const bool is_whole = part.rect.width == part.width && part.rect.height == part.height;
    const glm::mat4 camera = is_whole ? whole_camera : part.crop() * whole_camera;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, colour_map.name());
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, shadow_map.name());
    for (const Program* program : {&body, &ground, &line}) {
        program->use();
        program->set("colour_map", 0);
        program->set("shadow_map", 1);
    }
    body.use();
    body.set("view_projection", camera);
    body.set("light_view_projection", light);
    body.set("eye", view.camera.eye());
    body.set("light", kLightDirection);
    body.set("sky", to_linear(palette.sky) * 0.9f);
    body.set("earth", to_linear(palette.earth) * 0.9f);
    body.set("shadow_strength", view.look.shadow ? 0.65f : 0.0f);

    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // premultiplied everywhere
    render_props(view, palette);
    const auto draw_bodies = [&](bool opaque) {
        for (std::size_t i = 0; i < view.bodies.size(); ++i) {
            if ((view.bodies[i].opacity >= 1) == opaque) {
                render_body(view, i, palette, camera);
            }
        }
    };
    draw_bodies(true);
    if (!view.look.transparent) {
        render_ground(view, palette, camera, light, view.look.shadow, low, high);
    }
    draw_bodies(false);

    glBindFramebuffer(GL_READ_FRAMEBUFFER, target.multisampled.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.resolved.name());
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/// Encodes the resolved picture into the bound framebuffer's rectangle.
void Renderer::Impl::write_output(const Target& source, const Rect& rect, int factor, bool straight_alpha) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glViewport(rect.x, rect.y, rect.width, rect.height);
    glScissor(rect.x, rect.y, rect.width, rect.height);
    output.use();
    output.set("source", 0);
    output.set("origin", glm::ivec2(rect.x, rect.y));
    output.set("factor", factor);
    output.set("straight_alpha", straight_alpha ? 1 : 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, source.texture.name());
    glBindVertexArray(empty_array.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create() {
    auto impl = std::make_unique<Impl>();
    struct Source {
        Program* program;
        const char* name;
        const char* vertex;
        const char* fragment;
    };
    const Source sources[] = {
        {&impl->background, "background", shaders::background_vert, shaders::background_frag},
        {&impl->body, "body", shaders::body_vert, shaders::body_frag},
        {&impl->ground, "ground", shaders::ground_vert, shaders::ground_frag},
        {&impl->line, "line", shaders::line_vert, shaders::line_frag},
        {&impl->shadow, "shadow", shaders::shadow_vert, shaders::shadow_frag},
        {&impl->output, "output", shaders::background_vert, shaders::output_frag},
    };
    for (const Source& source : sources) {
        Result<Program> program = Program::create(source.name, source.vertex, source.fragment);
        if (!program) {
            return program.error();
        }
        *source.program = std::move(*program);
    }
    const StateScope state;
    impl->make_textures();
    impl->empty_array = make_vertex_array();
    for (GpuMesh* mesh : {&impl->props, &impl->pins, &impl->lines, &impl->floor}) {
        *mesh = GpuMesh::create();
    }
    GLint renderbuffer = 0, texture = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_SAMPLES, &impl->max_samples);
    impl->max_side = std::min(renderbuffer, texture);
    return Renderer(std::move(impl));
}

void Renderer::draw(const View& view, const Rect& rect, unsigned target, std::size_t slot, bool keep) {
    if (rect.width < 1 || rect.height < 1) {
        return;
    }
    const StateScope state;
    Target& picture = impl_->slots[slot];
    impl_->render(view, {{0, 0, rect.width, rect.height}, rect.width, rect.height}, kSamples, picture);
    if (!keep) {
        impl_->kept[slot].release();
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        impl_->write_output(picture, rect, 1, view.look.transparent);
        return;
    }
    KeptPicture& kept = impl_->kept[slot];
    kept.fit(rect.width, rect.height);
    glBindFramebuffer(GL_FRAMEBUFFER, kept.buffer.name());
    impl_->write_output(picture, {0, 0, rect.width, rect.height}, 1, view.look.transparent);
    kept.copy(rect, target);
}

bool Renderer::repeat(const Rect& rect, unsigned target, std::size_t slot) {
    const KeptPicture& kept = impl_->kept[slot];
    if (rect.width < 1 || kept.width != rect.width || kept.height != rect.height) {
        return false;
    }
    const StateScope state;
    kept.copy(rect, target);
    return true;
}

Result<Image> Renderer::capture(const View& view, int width, int height, int supersampling) {
    if (width < 1 || height < 1 || width > max_side() || height > max_side()) {
        return Error{"a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                     " pixels cannot be made; each side may be 1 to " + std::to_string(max_side())};
    }
    const StateScope state;
    int factor = std::clamp(supersampling, 1, 4);
    const auto pixels = [&] {
        return static_cast<std::size_t>(width * factor) * static_cast<std::size_t>(height * factor);
    };
    while (factor > 1 && (std::max(width, height) * factor > max_side() || pixels() > kPixelLimit)) {
        --factor;
    }
    const int samples = factor > 1 ? 2 : kSamples;
    const Texture texture = make_texture();
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const Framebuffer framebuffer = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
    int part_width = width, part_height = height; // before supersampling
    while (static_cast<std::size_t>(part_width * factor) * static_cast<std::size_t>(part_height * factor) >
           kPartLimit) {
        (part_width > part_height ? part_width : part_height) = (std::max(part_width, part_height) + 1) / 2;
    }
    for (int y = 0; y < height; y += part_height) {
        for (int x = 0; x < width; x += part_width) {
            const Rect rect{x, y, std::min(part_width, width - x), std::min(part_height, height - y)};
            const Rect fine{rect.x * factor, rect.y * factor, rect.width * factor, rect.height * factor};
            impl_->render(view, {fine, width * factor, height * factor}, samples, impl_->shot);
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
            impl_->write_output(impl_->shot, rect, factor, view.look.transparent);
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name()); // to read from

    Image image{width, height,
                std::vector<std::uint8_t>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4)};
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
    const auto row = static_cast<std::ptrdiff_t>(width) * 4;
    for (int y = 0; y < height / 2; ++y) { // OpenGL counts rows from below
        std::swap_ranges(image.pixels.begin() + y * row, image.pixels.begin() + (y + 1) * row,
                         image.pixels.begin() + (height - 1 - y) * row);
    }
    if (static_cast<std::size_t>(width * factor) * static_cast<std::size_t>(height * factor) > kPartLimit) {
        impl_->shot = Target{}; // a large picture's memory is not kept for the window's next frame
    }
    if (glGetError() == GL_OUT_OF_MEMORY) {
        return Error{"the driver has no memory for a picture of " + std::to_string(width) + " x " +
                     std::to_string(height)};
    }
    return image;
}

int Renderer::max_side() const {
    return impl_->max_side;
}

std::string Renderer::driver() const {
    const auto text = [](GLenum name) { return std::string(reinterpret_cast<const char*>(glGetString(name))); };
    return text(GL_VENDOR) + ", " + text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

} // namespace xpbd::render
