// Loads OpenGL's functions at run time.
#define GLAD_GL_IMPLEMENTATION
#include "render/gl/gl_loader.h"

#include <glad/gl.h>

namespace xpbd::render {

Status load_gl(GlProcAddress get_address) {
    const int version = gladLoadGL(get_address);
    if (version == 0 || GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
        return Error{"the driver offers no OpenGL 3.3; install a newer one, or Mesa's software renderer "
                     "(Debian: libgl1-mesa-dri)",
                     Error::Kind::display};
    }
    return ok();
}

GlAbilities gl_abilities() {
    return {
        .dialect = ShaderDialect::gl_330, .half_float_targets = true, .shades_samples = glMinSampleShading != nullptr};
}

std::string gl_driver() {
    const auto text = [](GLenum name) { return std::string(reinterpret_cast<const char*>(glGetString(name))); };
    return text(GL_VENDOR) + ", " + text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

void finish_gl() {
    glFinish();
}

} // namespace xpbd::render
