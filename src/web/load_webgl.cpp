// Implements render/gl/gl_loader.h for WebGL 2, whose functions are linked.
#include "render/gl/gl_loader.h"

#include <cstdint>
#include <cstring>
#include <emscripten/html5.h>
#include <glad/gl.h>

namespace xpbd::render {
namespace {

bool has_extension(const char* wanted) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* name = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
        if (name != nullptr && std::strcmp(name, wanted) == 0) {
            return true;
        }
    }
    return false;
}

} // namespace

Status load_gl(GlProcAddress) {
    return ok();
}

GlAbilities gl_abilities() {
    const bool half_floats =
        has_extension("GL_EXT_color_buffer_float") || has_extension("GL_EXT_color_buffer_half_float");
    return {.dialect = ShaderDialect::es_300, .half_float_targets = half_floats, .shades_samples = false};
}

std::string gl_driver() {
    constexpr GLenum kRenderer = 0x9246; // UNMASKED_RENDERER_WEBGL
    const bool told = emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(),
                                                        "WEBGL_debug_renderer_info") == EM_TRUE;
    const auto* name = reinterpret_cast<const char*>(glGetString(told ? kRenderer : GL_RENDERER));
    return std::string(name == nullptr ? "unknown" : name) + ", " +
           reinterpret_cast<const char*>(glGetString(GL_VERSION));
}

/// Reads a pixel, which must wait for the drawing; a browser's glFinish() does not wait.
void finish_gl() {
    GLint bound = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0); // the canvas can be read as bytes
    std::uint32_t pixel = 0;
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
}

} // namespace xpbd::render
