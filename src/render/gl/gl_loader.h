// Loads OpenGL's functions and finds out what the context can do.
#pragma once

#include "core/base/result.h"
#include "render/gl/shader_sources.h"

#include <string>

namespace xpbd::render {

/// Returns the address of the OpenGL function with this name, as eglGetProcAddress and glfwGetProcAddress do.
using GlProcAddress = void (*(*)(const char* name))();

/// Loads the OpenGL functions of the current context. Fails (kind: display) if it offers less than 3.3.
Status load_gl(GlProcAddress get_address);

/// Features of OpenGL 3.3 that WebGL 2 may lack.
struct GlAbilities {
    ShaderDialect dialect = ShaderDialect::gl_330;
    bool half_float_targets = true; ///< framebuffers can have half-float channels
    bool shades_samples = false;    ///< textures can be multisampled, and the fragment shader can run per sample
};
/// The features of the current context. Call after load_gl().
GlAbilities gl_abilities();

/// Vendor, renderer and version as the driver reports them.
std::string gl_driver();

/// Waits until everything submitted has been drawn.
void finish_gl();

} // namespace xpbd::render
