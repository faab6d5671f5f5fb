// Creates the renderer's programs and textures, and draws pictures for the window.
#include "render/renderer.h"

#include "render/colour/colour.h"
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace xpbd::render {

void Renderer::Impl::make_textures() {
    constexpr int kSteps = 1024;
    std::vector<glm::vec3> table;
    // One row per map and theme, in the order of colour_map_row().
    for (const ColourMap map : {ColourMap::magnitude, ColourMap::diverging}) {
        for (const Theme theme : {Theme::dark, Theme::light}) {
            for (int i = 0; i < kSteps; ++i) {
                table.push_back(to_linear(map_colour(map, theme, static_cast<float>(i) / (kSteps - 1))));
            }
        }
    }
    colour_map = Texture::create();
    glBindTexture(GL_TEXTURE_2D, colour_map.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, kSteps, 2 * kColourMapCount, 0, GL_RGB, GL_FLOAT, table.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);

    compare = Sampler::create();
    const GLuint name = compare.name();
    for (const GLint filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
        glSamplerParameteri(name, static_cast<GLenum>(filter), GL_LINEAR);
    }
    for (const GLint wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glSamplerParameteri(name, static_cast<GLenum>(wrap), GL_CLAMP_TO_EDGE);
    }
    glSamplerParameteri(name, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glSamplerParameteri(name, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

void Renderer::Impl::draw_screen() const {
    glBindVertexArray(empty_array.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void set_background(const Program& shader, const View& view) {
    const Backdrop& stage = palette_of(view.look.theme).stage;
    const OrbitCamera& camera = view.camera;
    const float half = std::tan(0.5f * camera.field_of_view);
    shader.set("bottom", to_linear(stage.bottom));
    shader.set("horizon", to_linear(stage.horizon));
    shader.set("top", to_linear(stage.top));
    shader.set("skyline", glm::vec2(-std::sin(camera.pitch), std::cos(camera.pitch) * half));
}

void Renderer::Impl::write_output(const Target& source, const Output& output, const View& view) {
    const Rect& rect = output.rect;
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glViewport(rect.x, rect.y, rect.width, rect.height);
    glScissor(rect.x, rect.y, rect.width, rect.height);
    const Program& shader = program(ShaderName::output);
    shader.use();
    shader.set("source", 0);
    shader.set("origin", output.origin);
    shader.set("factor", output.factor);
    shader.set("transparent", view.look.transparent ? 1 : 0);
    set_background(shader, view);
    shader.set("rows", output.rows);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, source.texture.name());
    draw_screen();
}

Status Renderer::Impl::build_program(ShaderName name, unsigned flags) {
    const ShaderSource& source = shader_sources()[static_cast<std::size_t>(name)];
    Result<Program> built = Program::create(source.name, vertex_text(source, abilities.dialect, flags).c_str(),
                                            fragment_text(source, abilities.dialect, flags).c_str());
    if (!built) {
        return built.error();
    }
    programs.push_back({name, flags, std::move(*built)});
    return ok();
}

const Program& Renderer::Impl::program(ShaderName name, unsigned flags) {
    for (const unsigned wanted : {flags, 0u}) {
        const auto found = std::find_if(programs.begin(), programs.end(), [&](const Variant& variant) {
            return variant.name == name && variant.flags == wanted;
        });
        if (found != programs.end()) {
            return found->program;
        }
        if (build_program(name, wanted)) {
            return programs.back().program;
        }
    }
    return programs.front().program; // not reached: create() has built all plain programs
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create() {
    auto impl = std::make_unique<Impl>();
    for (std::size_t i = 0; i < shader_sources().size(); ++i) {
        if (!impl->abilities.shades_samples && !shader_sources()[i].embedded) {
            continue;
        }
        const Status built = impl->build_program(static_cast<ShaderName>(i), 0);
        if (!built) {
            return built.error();
        }
    }
    const StateScope state;
    impl->make_textures();
    impl->empty_array = VertexArray::create();
    for (GpuMesh* mesh : {&impl->props, &impl->pins, &impl->floor}) {
        *mesh = GpuMesh::create();
    }
    impl->lines = GpuLines::create();
    GLint renderbuffer = 0, texture = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_SAMPLES, &impl->max_samples);
    impl->max_side = std::min(renderbuffer, texture);
    impl->find_samples();
    return Renderer(std::move(impl));
}

void Renderer::draw(const View& view, int width, int height, std::size_t slot) {
    if (width < 1 || height < 1) {
        return;
    }
    const StateScope state;
    const bool quickly = view.look.quality == Quality::low && !view.look.transparent && impl_->draws_quickly;
    const Impl::Prepared scene = impl_->prepare(view, quickly ? std::max(1, height / kQuickSide) : height);
    KeptPicture& kept = impl_->kept[slot];
    kept.fit(width, height);
    if (quickly) {
        impl_->draw_quickly(view, scene, kept);
        return;
    }
    const Rect all{0, 0, width, height};
    Target& picture = impl_->slots[slot];
    impl_->draw_scene(view, scene, {all, width, height}, all, kSamples, picture);
    glBindFramebuffer(GL_FRAMEBUFFER, kept.buffer.name());
    impl_->write_output(picture, {all}, view);
}

bool Renderer::show(const Rect& rect, const Rect& within, unsigned target, std::size_t slot) {
    const KeptPicture& kept = impl_->kept[slot];
    if (rect.width < 1 || kept.width != rect.width || kept.height != rect.height) {
        return false;
    }
    const StateScope state;
    kept.copy(rect, within, target);
    return true;
}

int Renderer::max_side() const {
    return impl_->max_side;
}

std::string Renderer::driver() const {
    return gl_driver();
}

} // namespace xpbd::render
