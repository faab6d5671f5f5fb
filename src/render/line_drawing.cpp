#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <cstddef>

namespace xpbd::render {

/// The edges of a body, or its constraints.
void Renderer::Impl::add_lines(const Pass& pass, const Body& item) {
    const Look& look = pass.view.look;
    const bool wire = look.style == BodyStyle::wireframe;
    const auto add = [&](const std::array<int, 2>& line, float level, float width) {
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

/// Draws what was added, and forgets it.
void Renderer::Impl::draw_lines(const Pass& pass, float lift) {
    const Program& shader = program(ShaderName::line, pass.codes);
    shader.use();
    shader.set("view_projection", pass.camera);
    shader.set("pixels", pass.pixel * glm::vec2(pass.part.rect.width, pass.part.rect.height));
    shader.set("pixel_scale", static_cast<float>(pass.part.factor));
    shader.set("lift", lift);
    shader.set("colour_map", 0);
    shader.set("colour_row", colour_map_row(pass.view.look.colour_map, pass.view.look.theme));
    set_codes(shader, pass);
    if (pass.codes != 0) { // they are thin: every sample counts
        glEnable(GL_SAMPLE_SHADING);
        glMinSampleShading(1);
    }
    lines.draw(line_scratch);
    glDisable(GL_SAMPLE_SHADING);
    line_scratch.clear();
}

} // namespace xpbd::render
