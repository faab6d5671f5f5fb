// Wireframes, constraint lines and strokes: which are drawn, and how.
#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace xpbd::render {
namespace {

constexpr std::size_t kSampled = 256; ///< number of lines whose length on the screen is measured
constexpr float kFinestNet = 2;       ///< median length of lines below which the surface is drawn instead [px]
constexpr float kBeside = 16;         ///< lines farther outside the picture than this do not reach into it [px]

} // namespace

bool Renderer::Impl::shows_net(const Pass& pass, const Body& item) {
    const BodyStyle style = pass.view.look.style;
    if (style == BodyStyle::shaded || item.triangles.empty()) {
        return style != BodyStyle::shaded;
    }
    const bool wire = style == BodyStyle::wireframe;
    const std::size_t count = wire ? item.triangles.size() : item.lines.size();
    // Uses the rows of the whole picture, so that all parts of a picture decide alike.
    const float rows = pass.pixel * static_cast<float>(pass.part.height) / static_cast<float>(pass.part.factor);
    const glm::mat4 camera = pass.view.camera.projection(pass.part.aspect()) * pass.view.camera.view();
    const auto project = [&](int particle) {
        return camera * glm::vec4(item.positions[static_cast<std::size_t>(particle)], 1);
    };
    std::vector<float> lengths;
    for (std::size_t i = 0; i < count; i += 1 + count / kSampled) {
        const glm::vec4 a = project(wire ? item.triangles[i][0] : item.lines[i][0]);
        const glm::vec4 b = project(wire ? item.triangles[i][1] : item.lines[i][1]);
        if (a.w > 0 && b.w > 0 && std::max(std::abs(a.x), std::abs(a.y)) < a.w) {
            const glm::vec2 way = glm::vec2(b) / b.w - glm::vec2(a) / a.w;
            lengths.push_back(0.5f * rows * glm::length(way * glm::vec2(pass.part.aspect(), 1)));
        }
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return lengths.empty() || *middle >= kFinestNet;
}

/// Adds the triangle edges of a body, or its constraints.
void Renderer::Impl::add_lines(const Pass& pass, const Body& item) {
    const Look& look = pass.view.look;
    const bool wire = look.style == BodyStyle::wireframe;
    // Lines outside the picture are skipped: in a close view of a fine net this is most of them.
    projected.clear();
    for (const glm::vec3& position : item.positions) {
        projected.push_back(pass.camera * glm::vec4(position, 1));
    }
    const glm::vec2 edge = 1.0f + 2 * kBeside * static_cast<float>(pass.part.factor) /
                                      glm::vec2(pass.part.rect.width, pass.part.rect.height);
    const auto beside = [&](const std::array<int, 2>& line) {
        const glm::vec4& a = projected[static_cast<std::size_t>(line[0])];
        const glm::vec4& b = projected[static_cast<std::size_t>(line[1])];
        const auto both = [&](float one, float other, float side) { return one > side * a.w && other > side * b.w; };
        return a.w > 0 && b.w > 0 &&
               (both(a.x, b.x, edge.x) || both(-a.x, -b.x, edge.x) || both(a.y, b.y, edge.y) ||
                both(-a.y, -b.y, edge.y));
    };
    const auto add = [&](const std::array<int, 2>& line, float level, float width) {
        if (beside(line)) {
            return;
        }
        const glm::vec3& from = item.positions[static_cast<std::size_t>(line[0])];
        const glm::vec3& to = item.positions[static_cast<std::size_t>(line[1])];
        if (level >= 0) {
            const glm::vec4 place(level, 0, 0, item.opacity);
            line_scratch.push_back({from, to, place, place, width, 1});
            return;
        }
        const glm::vec4 colour(to_linear(wire ? pass.palette.wire : item.colour), (wire ? 0.55f : 1.0f) * item.opacity);
        line_scratch.push_back({from, to, colour, colour, width, 0});
    };
    if (wire) {
        for (const auto& triangle : item.triangles) {
            for (std::size_t i = 0; i < 3; ++i) {
                const int next = triangle[(i + 1) % 3];
                add({triangle[i], next}, -1, 1);
            }
        }
        for (const auto& segment : item.segments) {
            add(segment, -1, 1);
        }
        return;
    }
    const bool coloured = look.colour_by == ColourBy::level;
    for (std::size_t i = 0; i < item.lines.size(); ++i) {
        add(item.lines[i], coloured && i < item.line_level.size() ? item.line_level[i] : -1.0f,
            i < item.line_width.size() ? item.line_width[i] : 1.0f);
    }
}

void Renderer::Impl::add_strokes(const View& view) {
    for (const Stroke& stroke : view.strokes) {
        const glm::vec4 colour(to_linear(stroke.colour), stroke.opacity);
        line_scratch.push_back({stroke.from, stroke.to, colour, colour, stroke.width, 0});
    }
}

/// Draws the added lines and clears the list.
void Renderer::Impl::draw_lines(const Pass& pass, float lift) {
    const Program& shader = program(ShaderName::line, pass.codes);
    shader.use();
    shader.set("view_projection", pass.camera);
    shader.set("pixels", pass.pixel * glm::vec2(pass.part.rect.width, pass.part.rect.height));
    shader.set("pixel_scale", static_cast<float>(pass.part.factor));
    shader.set("lift", lift);
    shader.set("colour_map", 0);
    shader.set("colour_row", colour_map_row(pass.view.look.colour_map, pass.view.look.theme));
    shader.set("above_range", to_linear(above_colour(pass.view.look.theme)));
    set_codes(shader, pass);
    // Thin lines are shaded once per sample; shaded once per pixel they would look perforated.
    const bool every_sample = pass.codes != 0 && abilities.shades_samples;
    if (every_sample) {
        glEnable(GL_SAMPLE_SHADING);
        glMinSampleShading(1);
    }
    lines.draw(line_scratch);
    if (every_sample) {
        glDisable(GL_SAMPLE_SHADING);
    }
    line_scratch.clear();
}

} // namespace xpbd::render
