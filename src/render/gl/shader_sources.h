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
    std::array<const char*, 5> parts{}; ///< null where there are fewer
    bool embedded = true;               ///< OpenGL ES takes it too
    const char* vertex_part = nullptr;  ///< what stands before the vertex shader
};

/// What the renderer draws with, in the order of Renderer::Impl's programs.
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

/// What a fragment shader is built for, as bits: a software renderer pays for every branch, taken or not.
enum ShaderFlag : unsigned {
    kSoft = 1,    ///< shadows and ambient occlusion from occlusion.frag
    kTinted = 2,  ///< by the colour map
    kPrinted = 4, ///< check or stripes
    kWoven = 8,   ///< threads
    kCloth = 16,  ///< one of these three, or a solid
    kRope = 32,
    kRod = 64,
    kShadowOnly = 128, ///< the ground without its grid
    kCodes = 256,      ///< writes codes for the screen instead of light
    kFromDepth = 512,  ///< blurs a depth map
    kFromRows = 1024,  ///< copies a column along the rows
};
/// The combinations that are used of a program.
std::span<const unsigned> shader_variants(ShaderName name);

/// A stage as the driver gets it.
std::string vertex_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags);
std::string fragment_text(const ShaderSource& source, ShaderDialect dialect, unsigned flags);

} // namespace xpbd::render
