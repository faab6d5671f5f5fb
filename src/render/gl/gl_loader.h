#pragma once

#include "core/result.h"

namespace xpbd::render {

/// Looks up an OpenGL function by name, as eglGetProcAddress and glfwGetProcAddress do.
using GlProcAddress = void (*(*)(const char* name))();

/// Loads the OpenGL functions of the current context. Fails (kind: display) where it offers less than 3.3.
Status load_gl(GlProcAddress get_address);

} // namespace xpbd::render
