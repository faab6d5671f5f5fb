#include "render/gl/shader_sources.h"

#include "render/gl/shaders.h"

#include <iterator>

namespace xpbd::render {
namespace {

constexpr ShaderSource kSources[] = {
    {"body",
     shaders::body_vert,
     shaders::body_frag,
     {shaders::colour_map_glsl, shaders::shadow_glsl, shaders::distance_glsl, shaders::studio_glsl, shaders::sky_glsl},
     true,
     shaders::sky_glsl},
    {"ground",
     shaders::ground_vert,
     shaders::ground_frag,
     {shaders::shadow_glsl, shaders::distance_glsl, shaders::studio_glsl}},
    {"line", shaders::line_vert, shaders::line_frag, {shaders::colour_map_glsl}},
    {"depth", shaders::depth_vert, shaders::depth_frag, {}},
    {"surface", shaders::surface_vert, shaders::surface_frag, {}},
    {"occlusion", shaders::screen_vert, shaders::occlusion_frag, {shaders::distance_glsl}},
    {"occlusion_blur", shaders::screen_vert, shaders::occlusion_blur_frag, {shaders::distance_glsl}},
    {"soften", shaders::screen_vert, shaders::soften_frag, {}},
    {"mask", shaders::depth_vert, shaders::mask_frag, {}},
    {"outline", shaders::screen_vert, shaders::outline_frag, {}},
    {"output", shaders::screen_vert, shaders::output_frag, {shaders::tones_glsl}},
    {"background", shaders::screen_vert, shaders::background_frag, {shaders::tones_glsl}},
    {"enlarge", shaders::screen_vert, shaders::enlarge_frag, {}, false},
};

constexpr std::string_view kFlagNames[] = {"SOFT", "TINTED",      "PRINTED", "WOVEN",      "CLOTH",    "ROPE",
                                           "ROD",  "SHADOW_ONLY", "CODES",   "FROM_DEPTH", "FROM_ROWS"};

std::string first_lines(ShaderDialect dialect, unsigned flags) {
    std::string text = dialect == ShaderDialect::gl_330
                           ? "#version 330 core\n"
                           : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                             "precision highp sampler2D;\n";
    for (std::size_t bit = 0; bit < std::size(kFlagNames); ++bit) {
        if ((flags >> bit & 1) != 0) {
            text += "#define " + std::string(kFlagNames[bit]) + "\n";
        }
    }
    return text;
}

} // namespace

std::span<const ShaderSource> shader_sources() {
    return kSources;
}

std::string vertex_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags) {
    return first_lines(dialect, flags) + (source.vertex_part != nullptr ? source.vertex_part : "") + source.vertex;
}

std::string fragment_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags) {
    std::string text = first_lines(dialect, flags);
    // PIXEL: side of a pixel of the final picture, in units of the shaded pixels.
    text += (flags & kCodes) != 0 ? "#define PIXEL 0.5\n" : "#define PIXEL 1.0\n";
    for (const char* part : source.parts) {
        if (part != nullptr) {
            text += part;
        }
    }
    if ((flags & kCodes) == 0) {
        return text + source.fragment;
    }
    return text + "#define main shade\n" + source.fragment + "#undef main\n" + shaders::tones_glsl +
           shaders::codes_glsl;
}

} // namespace xpbd::render
