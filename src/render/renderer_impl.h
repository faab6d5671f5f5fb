#pragma once

#include "render/geometry.h"
#include "render/gpu.h"
#include "render/renderer.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace xpbd::render {

struct Palette;

inline constexpr int kSamples = 4;       ///< of a pixel that is not supersampled
inline constexpr int kShadowSide = 1024; ///< of the shadow map [px]

/// A part of a picture: of its width and height, in pixels from the lower left.
struct Tile {
    Rect rect;
    int width = 0, height = 0; ///< of the whole

    bool is_whole() const { return rect.width == width && rect.height == height; }
    /// Takes the clip coordinates of the whole to those of the part.
    glm::mat4 crop() const;
};

/// What Renderer's files share: the driver's objects, and the steps of a picture.
struct Renderer::Impl {
    Program background, body, ground, line, shadow, output;
    Texture colour_map, shadow_map;
    Framebuffer shadow_buffer;
    VertexArray empty_array;
    std::array<Target, kSlots> slots; ///< pictures of the window
    std::array<KeptPicture, kSlots> kept;
    Target shot;             ///< of small captures: the next one need not make it anew
    double capture_rate = 0; ///< pixels that a capture draws per second, measured; 0 = not yet
    GpuMesh props, pins, lines, floor;
    struct Surface {
        GpuMesh mesh = GpuMesh::create();
        std::uint64_t topology = 0; ///< of the indices; see Body
    };
    std::vector<Surface> surfaces; ///< one per body: shadow and picture draw the same upload
    Geometry scratch, line_scratch;
    std::vector<float> levels;
    int max_side = 0;
    int max_samples = 1;

    /// What all parts of a picture share.
    struct Prepared {
        glm::vec3 low{0}, high{0}; ///< box around everything [m]
        glm::mat4 light{1};        ///< to the shadow map
    };

    void make_textures();
    /// Uploads the view's shapes and draws the shadow map: before draw_scene(), and after any other view.
    Prepared prepare(const View& view);
    /// Draws a part of a picture into a target of its size and resolves it: what lies in `region`, in pixels of the
    /// part. The pixels do not depend on how a part is cut into regions.
    void draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region, int samples,
                    Target& target);
    /// Encodes `factor` x `factor` pixels of the resolved picture into one of the bound framebuffer's rectangle. The
    /// picture begins at `origin` of the framebuffer.
    void write_output(const Target& source, const Rect& rect, const glm::ivec2& origin, int factor,
                      bool straight_alpha);

private:
    void build_surface(const Body& item, const Look& look, Surface& surface);
    void draw_shadow(const View& view, const glm::mat4& light);
    void draw_background(const Tile& part, const Palette& palette);
    void set_uniforms(const View& view, const Prepared& scene, const Palette& palette, const glm::mat4& camera);
    void draw_ground(const View& view, const Prepared& scene, const Palette& palette, const glm::mat4& camera);
    void draw_body(const View& view, std::size_t index, const Palette& palette, const glm::mat4& camera);
    void draw_lines(const View& view, const Body& item, const Palette& palette, const glm::mat4& camera);
    void draw_props(const View& view, const Palette& palette);
};

} // namespace xpbd::render
