#pragma once

#include "core/result.h"
#include "render/gl/shader_sources.h"

#include <string>

namespace xpbd::render {

/// Looks up an OpenGL function by name, as eglGetProcAddress and glfwGetProcAddress do.
using GlProcAddress = void (*(*)(const char* name))();

/// Loads the OpenGL functions of the current context. Fails (kind: display) where it offers less than 3.3.
Status load_gl(GlProcAddress get_address);

/// What OpenGL 3.3 has, and WebGL 2 may lack.
struct GlAbilities {
    ShaderDialect dialect = ShaderDialect::gl_330;
    bool half_float_targets = true; ///< half floats can be drawn into
    bool shades_samples = false;    ///< textures can be multisampled, and each sample can be shaded by itself
};
/// Of the current context, after load_gl().
GlAbilities gl_abilities();

/// Who draws, as far as the driver tells.
std::string gl_driver();

/// Returns when all that was asked for has been drawn.
void finish_gl();

} // namespace xpbd::render
