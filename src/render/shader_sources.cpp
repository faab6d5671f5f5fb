#include "render/shader_sources.h"

#include "render/shaders.h"

namespace xpbd::render {
namespace {

constexpr ShaderSource kSources[] = {
    {"body",
     shaders::body_vert,
     shaders::body_frag,
     {shaders::colour_map_glsl, shaders::shadow_glsl, shaders::studio_glsl}},
    {"ground", shaders::ground_vert, shaders::ground_frag, {shaders::shadow_glsl, shaders::studio_glsl}},
    {"line", shaders::line_vert, shaders::line_frag, {shaders::colour_map_glsl}},
    {"depth", shaders::depth_vert, shaders::depth_frag, {}},
    {"occlusion", shaders::screen_vert, shaders::occlusion_frag, {}},
    {"occlusion_blur", shaders::screen_vert, shaders::occlusion_blur_frag, {}},
    {"mask", shaders::depth_vert, shaders::mask_frag, {}},
    {"outline", shaders::screen_vert, shaders::outline_frag, {}},
    {"output", shaders::screen_vert, shaders::output_frag, {}},
};

std::string first_lines(ShaderDialect dialect) {
    return dialect == ShaderDialect::gl_330
               ? "#version 330 core\n"
               : "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";
}

} // namespace

std::span<const ShaderSource> shader_sources() {
    return kSources;
}

std::string vertex_text(const ShaderSource& source, ShaderDialect dialect) {
    return first_lines(dialect) + source.vertex;
}

std::string fragment_text(const ShaderSource& source, ShaderDialect dialect) {
    std::string text = first_lines(dialect);
    for (const char* part : source.parts) {
        if (part != nullptr) {
            text += part;
        }
    }
    return text + source.fragment;
}

} // namespace xpbd::render
