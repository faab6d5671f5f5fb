#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::render {

/// The languages that all shaders can be compiled as.
enum class ShaderDialect { gl_330, es_300 };

/// One program of the renderer: its stages, and the parts that stand before the fragment shader.
struct ShaderSource {
    std::string_view name;
    const char* vertex;
    const char* fragment;
    std::array<const char*, 3> parts{}; ///< null where there are fewer
};

/// What the renderer draws with, in the order of Renderer::Impl's programs.
enum class ShaderName { body, ground, line, depth, occlusion, occlusion_blur, mask, outline, output };
std::span<const ShaderSource> shader_sources();

/// A stage as the driver gets it.
std::string vertex_text(const ShaderSource& source, ShaderDialect dialect);
std::string fragment_text(const ShaderSource& source, ShaderDialect dialect);

} // namespace xpbd::render
