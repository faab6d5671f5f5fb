#include "render/gl/shader_sources.h"

#include "render/shaders.h"

#include <iterator>

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
    {"occlusion", shaders::screen_vert, shaders::occlusion_frag, {shaders::distance_glsl}},
    {"occlusion_blur", shaders::screen_vert, shaders::occlusion_blur_frag, {shaders::distance_glsl}},
    {"mask", shaders::depth_vert, shaders::mask_frag, {}},
    {"outline", shaders::screen_vert, shaders::outline_frag, {}},
    {"output", shaders::screen_vert, shaders::output_frag, {}},
};

constexpr std::string_view kFlagNames[] = {"SOFT", "TINTED", "PRINTED", "WOVEN", "CLOTH", "ROPE", "ROD", "SHADOW_ONLY"};

constexpr unsigned kBodyVariants[] = {
    0,
    kSoft,
    kRope,
    kRope | kTinted,
    kRope | kSoft,
    kRope | kSoft | kTinted,
    kRod,
    kRod | kTinted,
    kRod | kSoft,
    kRod | kSoft | kTinted,
    kCloth,
    kCloth | kTinted,
    kCloth | kPrinted,
    kCloth | kPrinted | kTinted,
    kCloth | kSoft,
    kCloth | kSoft | kTinted,
    kCloth | kSoft | kPrinted,
    kCloth | kSoft | kPrinted | kTinted,
    kCloth | kSoft | kWoven,
    kCloth | kSoft | kWoven | kTinted,
    kCloth | kSoft | kWoven | kPrinted,
    kCloth | kSoft | kWoven | kPrinted | kTinted,
};
constexpr unsigned kGroundVariants[] = {0, kSoft, kShadowOnly, kSoft | kShadowOnly};
constexpr unsigned kOneVariant[] = {0};

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

std::span<const unsigned> shader_variants(ShaderName name) {
    switch (name) {
    case ShaderName::body:
        return kBodyVariants;
    case ShaderName::ground:
        return kGroundVariants;
    default:
        return kOneVariant;
    }
}

std::string fragment_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags) {
    std::string text = first_lines(dialect);
    for (std::size_t bit = 0; bit < std::size(kFlagNames); ++bit) {
        if ((flags >> bit & 1) != 0) {
            text += "#define " + std::string(kFlagNames[bit]) + "\n";
        }
    }
    for (const char* part : source.parts) {
        if (part != nullptr) {
            text += part;
        }
    }
    return text + source.fragment;
}

} // namespace xpbd::render
