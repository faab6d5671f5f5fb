// The shaders of the renderer: their sources, parts, and the variants that are compiled.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace xpbd::render {

/// The languages in which all shaders can be compiled.
enum class ShaderDialect { gl_330, es_300 };

/// One program of the renderer: its two stages, and the parts that precede the fragment shader.
struct ShaderSource {
    std::string_view name;
    const char* vertex;
    const char* fragment;
    std::array<const char*, 5> parts{}; ///< unused entries are null
    bool embedded = true;               ///< can be compiled for OpenGL ES
    const char* vertex_part = nullptr;  ///< code that precedes the vertex shader; may be null
};

/// The programs of the renderer, in the order of Renderer::Impl::programs.
enum class ShaderName {
    body,
    ground,
    line,
    depth,
    surface,
    occlusion,
    occlusion_blur,
    soften,
    mask,
    outline,
    output,
    background,
    enlarge
};
std::span<const ShaderSource> shader_sources();

/// Variants of a fragment shader, as bits. They replace run-time branches, because a software renderer executes both
/// sides of a branch.
enum ShaderFlag : unsigned {
    kSoft = 1,    ///< shadows and ambient occlusion from occlusion.frag
    kTinted = 2,  ///< coloured by the colour map
    kPrinted = 4, ///< with printed stripes or squares
    kWoven = 8,   ///< with visible threads
    kCloth = 16,  ///< cloth; exactly one of kCloth, kRope and kRod is set, or the body is a solid
    kRope = 32,
    kRod = 64,
    kShadowOnly = 128, ///< the ground without its grid
    kCodes = 256,      ///< writes final sRGB codes instead of linear light
    kFromDepth = 512,  ///< blurs a depth map
    kFromRows = 1024,  ///< copies a column of colours along the rows
};

/// The complete text of a stage for the driver.
std::string vertex_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags);
std::string fragment_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags);

} // namespace xpbd::render
