#include "render/renderer.h"

#include "render/colour.h"
#include "render/renderer_impl.h"
#include "render/shaders.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace xpbd::render {

void Renderer::Impl::make_textures() {
    constexpr int kSteps = 256;
    std::vector<glm::vec3> table;
    // One row for each map and theme; see colour_map_row(). The last texel is the colour of what lies above.
    for (const ColourMap map : {ColourMap::magnitude, ColourMap::diverging}) {
        for (const Theme theme : {Theme::dark, Theme::light}) {
            for (int i = 0; i < kSteps; ++i) {
                table.push_back(to_linear(map_colour(map, theme, static_cast<float>(i) / (kSteps - 1))));
            }
            table.push_back(to_linear(above_colour(theme)));
        }
    }
    colour_map = make_texture();
    glBindTexture(GL_TEXTURE_2D, colour_map.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB16F, kSteps + 1, 2 * kColourMapCount, 0, GL_RGB, GL_FLOAT, table.data());
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

void Renderer::Impl::write_output(const Target& source, const Rect& rect, const glm::ivec2& origin, int factor,
                                  bool straight_alpha) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glViewport(rect.x, rect.y, rect.width, rect.height);
    glScissor(rect.x, rect.y, rect.width, rect.height);
    output.use();
    output.set("source", 0);
    output.set("origin", origin);
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
    const Rect all{0, 0, rect.width, rect.height};
    const Impl::Prepared scene = impl_->prepare(view);
    impl_->draw_scene(view, scene, {all, rect.width, rect.height}, all, kSamples, picture);
    if (!keep) {
        impl_->kept[slot].release();
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        impl_->write_output(picture, rect, {rect.x, rect.y}, 1, view.look.transparent);
        return;
    }
    KeptPicture& kept = impl_->kept[slot];
    kept.fit(rect.width, rect.height);
    glBindFramebuffer(GL_FRAMEBUFFER, kept.buffer.name());
    impl_->write_output(picture, all, {0, 0}, 1, view.look.transparent);
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

int Renderer::max_side() const {
    return impl_->max_side;
}

std::string Renderer::driver() const {
    const auto text = [](GLenum name) { return std::string(reinterpret_cast<const char*>(glGetString(name))); };
    return text(GL_VENDOR) + ", " + text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

} // namespace xpbd::render
