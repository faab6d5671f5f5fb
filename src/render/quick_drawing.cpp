// Low quality in the window, for software renderers: half the width and height, four samples per pixel.
#include "render/colour/palette.h"
#include "render/renderer_impl.h"

#include <array>

namespace xpbd::render {

void Renderer::Impl::find_samples() {
    if (!abilities.shades_samples) {
        return;
    }
    GLint colours = 0, depths = 0;
    glGetIntegerv(GL_MAX_COLOR_TEXTURE_SAMPLES, &colours);
    glGetIntegerv(GL_MAX_SAMPLES, &depths);
    if (colours < kQuickSide * kQuickSide || depths < kQuickSide * kQuickSide) {
        return;
    }
    half.fit(8, 8);
    glBindFramebuffer(GL_FRAMEBUFFER, half.buffer.name());
    GLint samples = 0;
    glGetIntegerv(GL_SAMPLES, &samples);
    std::array<bool, kQuickSide * kQuickSide> found{};
    for (int i = 0; i < kQuickSide * kQuickSide && samples == kQuickSide * kQuickSide; ++i) {
        glm::vec2 place(0);
        glGetMultisamplefv(GL_SAMPLE_POSITION, static_cast<GLuint>(i), &place.x);
        const int quadrant = (place.x < 0.5f ? 0 : 1) + (place.y < 0.5f ? 0 : kQuickSide);
        sample_of[quadrant] = i;
        found[static_cast<std::size_t>(quadrant)] = true;
    }
    draws_quickly = found == std::array<bool, kQuickSide * kQuickSide>{true, true, true, true};
}

void Renderer::Impl::set_codes(const Program& shader, const Pass& pass) const {
    if (pass.codes != 0) {
        set_background(shader, pass.view);
        shader.set("picture_size", glm::vec2(pass.part.rect.width, pass.part.rect.height));
    }
}

/// Fills the whole picture with the background.
void Renderer::Impl::draw_background(const Pass& pass) {
    const int height = pass.part.rect.height;
    background.fit(1, height);
    glBindFramebuffer(GL_FRAMEBUFFER, background.buffer.name());
    glViewport(0, 0, 1, height);
    const Program& column = program(ShaderName::background);
    column.use();
    set_background(column, pass.view);
    draw_screen();
    glBindFramebuffer(GL_FRAMEBUFFER, half.buffer.name());
    glViewport(0, 0, pass.part.rect.width, height);
    const Program& rows = program(ShaderName::background, kFromRows);
    rows.use();
    rows.set("rows", 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, background.texture.name());
    draw_screen();
}

void Renderer::Impl::draw_quickly(const View& view, const Prepared& scene, const KeptPicture& target) {
    const Palette& palette = palette_of(view.look.theme);
    const int width = (target.width + kQuickSide - 1) / kQuickSide;
    const int height = (target.height + kQuickSide - 1) / kQuickSide;
    const Tile part{{0, 0, width, height}, width, height};
    Pass pass{view, scene, palette, part};
    pass.sky = sky_of(palette);
    pass.camera = view.camera.projection(part.aspect()) * view.camera.view();
    pass.codes = kCodes;
    pass.pixel = kQuickSide;

    half.fit(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, half.buffer.name());
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    draw_background(pass);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    draw_contents(pass);

    glBindFramebuffer(GL_FRAMEBUFFER, target.buffer.name());
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glViewport(0, 0, target.width, target.height);
    const Program& enlarge = program(ShaderName::enlarge);
    enlarge.use();
    enlarge.set("source", 0);
    enlarge.set("sample_of", sample_of);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, half.texture.name());
    draw_screen();
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, 0);

    const Rect all{0, 0, target.width, target.height};
    const Tile whole{all, target.width, target.height};
    Pass outlines{view, scene, palette, whole};
    outlines.camera = view.camera.projection(whole.aspect()) * view.camera.view();
    outlines.codes = kCodes;
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, all.width, all.height);
    draw_outlines(outlines, all, target.buffer);
}

} // namespace xpbd::render
