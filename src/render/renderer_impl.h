// The renderer's state and the steps of a picture, shared by the files that implement them.
#pragma once

#include "render/diagonals.h"
#include "render/geometry.h"
#include "render/gl/gl_loader.h"
#include "render/gl/shader_sources.h"
#include "render/gpu.h"
#include "render/refined.h"
#include "render/renderer.h"

#include <array>
#include <cstdint>
#include <deque>
#include <glm/glm.hpp>
#include <vector>

namespace xpbd::render {

struct Palette;

inline constexpr int kSamples = 4;   ///< samples per pixel without supersampling
inline constexpr int kQuickSide = 2; ///< side of the square of window pixels that share their light in low quality [px]

inline constexpr float kKeySize = 0.16f; ///< tangent of the key light's angular size
inline constexpr float kLightDepth = 12; ///< depth range of the shadow map over the scene's radius
/// Scale and offset of the exponent in soften.frag: e^-10 at the side of the scene that faces the light, e^10 at the
/// opposite side. Both fit half precision.
inline constexpr glm::vec2 kShadowWarp{10 * kLightDepth, -40};
inline constexpr float kFarReach = 0.042f; ///< half the width of the far blur, in the map's coordinates
/// The key light's view of everything that casts a shadow, and of the ground below.
glm::mat4 light_matrix(const glm::vec3& center, float radius);

/// Sets the uniforms of background() in shaders/tones.glsl.
void set_background(const Program& shader, const View& view);

/// Sizes and sample counts of a quality.
struct QualityCost {
    int shadow_side;       ///< side of the shadow map [px]
    int shadow_samples;    ///< shadow samples per pixel; 0 = the map is blurred instead
    int occlusion_samples; ///< samples of ambient occlusion; 0 = no ambient occlusion
    int occlusion_step;    ///< least side of a pixel of ambient occlusion [px of the picture]
};
QualityCost cost_of(Quality quality, const GlAbilities& abilities);

/// A rectangle of a picture, in pixels from the picture's lower left corner.
struct Tile {
    Rect rect;
    int width = 0, height = 0; ///< size of the whole picture
    int factor = 1;            ///< supersampling factor; all sizes are in supersampled pixels

    /// Maps clip coordinates of the whole picture to clip coordinates of the rectangle.
    glm::mat4 crop() const;
    float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

/// State and steps of the Renderer: the driver's objects and the functions that draw a picture.
struct Renderer::Impl {
    struct Variant {
        ShaderName name;
        unsigned flags;
        Program program;
    };
    std::deque<Variant> programs; ///< built on first use; a deque keeps references valid
    Texture colour_map;
    std::array<Layer, 3> shadow_maps; ///< one per quality: allocation takes time, and a pane's quality changes often
    /// Blurred maps of low quality: the shadow map for edges near the object that casts them and far from it, and the
    /// contact shadow. The *_half layers are blurred along the first axis only.
    Layer near_shadow, far_shadow, contact, near_half, far_half, contact_half, contact_depth;
    Sampler compare; ///< reads the shadow map with depth comparison
    VertexArray empty_array;
    std::array<Target, kSlots> slots; ///< the window's pictures
    HalfTarget half;                  ///< used in low quality; its four samples are in different quadrants
    KeptPicture background;           ///< one column with the background of low quality
    GlAbilities abilities = gl_abilities();
    bool draws_quickly = false; ///< the driver supports draw_quickly()
    glm::ivec4 sample_of{0};    ///< index of the sample in each quadrant of a pixel, from the lower left
    std::array<KeptPicture, kSlots> kept;
    Target shot;                    ///< buffers of small captures, kept for the next one
    double capture_rate = 0;        ///< pixels that a capture draws per second, measured; 0 = not measured yet
    std::uint64_t preparations = 1; ///< number of prepare() calls; the uploads of one are valid until the next
    GpuMesh props, pins, floor;
    GpuLines lines;
    struct Surface {
        GpuMesh mesh = GpuMesh::create();
        std::uint64_t topology = 0; ///< Body::topology of the uploaded indices
        bool has_hem = false;       ///< the indices include a hem
        bool is_refined = false;
        bool is_cut = false; ///< the diagonals follow the folds
        Refinement refinement;
        std::vector<Quad> quads;
        std::vector<std::array<int, 3>> triangles; ///< the result of cut_along_folds()
        std::vector<std::array<int, 2>> border;
    };
    std::vector<Surface> surfaces; ///< one per body; shadow and picture use the same upload
    Geometry scratch;
    std::vector<LineInstance> line_scratch;
    std::vector<glm::vec4> projected; ///< a body's particles in clip coordinates
    std::vector<float> levels;
    RefinedBody refined;
    /// Layers of the current part: depth and normals, occlusion raw and smoothed, and the ghosts' mask.
    Layer depth_layer, normal_layer, raw_occlusion, occlusion, mask;
    const Palette* sky_palette = nullptr; ///< palette for which sky_of() has computed `sky`
    std::array<glm::vec3, 9> sky{};
    int max_side = 0;
    int max_samples = 1;

    /// The program with these ShaderFlags; the plain program if the driver cannot build it.
    const Program& program(ShaderName name, unsigned flags = 0);
    Status build_program(ShaderName name, unsigned flags);

    /// A rectangle of ground that fades out towards its rim.
    struct GroundQuad {
        glm::vec3 centre, u, v;

        glm::vec3 normal() const { return glm::cross(v, u); }
        /// Opacity of the ground for this camera: 0 from below, where it would hide the body.
        float visible(const OrbitCamera& camera) const;
    };
    /// Data that all parts of a picture share.
    struct Prepared {
        glm::vec3 low{0}, high{0}; ///< bounding box of the scene [m]
        glm::mat4 light{1};        ///< world to shadow map
        float light_radius = 1;    ///< radius of the scene that the shadow map covers [m]
        std::vector<GroundQuad> ground;
        float ground_extent = 6;  ///< distance at which the ground has faded out [m]
        float contact_extent = 0; ///< half the side of the area that `contact` covers, around the first ground's centre
                                  ///< [m]; 0 = no contact shadow
    };

    void make_textures();
    /// sky_irradiance() of a palette, computed once: it takes a tenth of the time of a low-quality picture.
    const std::array<glm::vec3, 9>& sky_of(const Palette& palette);
    /// Uploads the view's shapes and draws the shadow map. Call it before draw_scene(), and again if another view was
    /// prepared in between. `rows`: height of the picture [px]; objects thinner than a pixel are omitted.
    Prepared prepare(const View& view, int rows);
    /// Largest size of a pixel in the scene, in a picture of `rows` rows: its size at the point nearest to the eye [m].
    static float largest_pixel(const View& view, const Prepared& scene, int rows);
    /// Draws the rectangle `region` (in pixels of the part) of a part into a target of the part's size, and resolves
    /// it. The division into regions does not change the pixels.
    void draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region, int samples,
                    Target& target);
    /// The rectangle of the bound framebuffer that write_output() fills. `origin`: where the part begins in it.
    struct Output {
        Rect rect;
        glm::ivec2 origin{0};
        int factor = 1;
        glm::vec2 rows{0, 1}; ///< first and last row of the part in the whole picture, in [0, 1]
    };
    /// Averages `factor` x `factor` pixels of `source` over the background and encodes them to one pixel.
    void write_output(const Target& source, const Output& output, const View& view);
    /// Implements Renderer::draw_on(). Without an image, the capture keeps the final colours of the whole picture.
    Status draw_on(Capture& capture, Image* image, glm::ivec2 place, double seconds);

    /// Finds out if draw_quickly() is possible: four samples per pixel, one in each quadrant, that can be shaded one by
    /// one.
    void find_samples();
    /// Draws a whole picture at about a quarter of the cost: light is computed for one pixel in four, tones are mapped
    /// in the same pass, and edges have one sample per pixel. Cannot draw a transparent background.
    void draw_quickly(const View& view, const Prepared& scene, const KeptPicture& target);

private:
    void build_surface(const Body& item, const Look& look, bool with_hem, Surface& surface);
    void draw_casters(const View& view, const glm::mat4& camera);
    void draw_shadow(const View& view, const Prepared& scene);
    void draw_contact(const View& view, Prepared& scene);
    /// Parameters of a blur with soften.frag.
    struct Softening {
        bool from_depth = false;
        glm::vec2 warp{0};
        int side = 128; ///< side of the result [px]
        int reach = 4;  ///< samples on either side
    };
    /// Blurs along x from `source` into `first_axis`, then along y into `target`.
    void soften(const Layer& source, Layer& first_axis, Layer& target, const Softening& how);
    void draw_depth(const View& view, const Prepared& scene, const glm::mat4& camera);
    /// Fills `occlusion` for a region of a part. Returns scale and offset from the part's pixels to the pixels of
    /// `occlusion`.
    glm::vec4 draw_occlusion(const View& view, const Prepared& scene, const Tile& part, const Rect& region);
    /// Data that the steps of one part share.
    struct Pass {
        const View& view;
        const Prepared& scene;
        const Palette& palette;
        const Tile& part;
        glm::mat4 camera{1};          ///< world to the part's clip coordinates
        glm::vec4 occlusion_place{0}; ///< the result of draw_occlusion()
        unsigned soft = 0;            ///< kSoft or 0
        unsigned codes = 0;           ///< kCodes or 0
        float pixel = 1;              ///< side of a shaded pixel [px of the part]
        std::array<glm::vec3, 9> sky{};
    };
    void bind_textures() const;
    /// Draws everything except outlines into the bound framebuffer.
    void draw_contents(const Pass& pass);
    void draw_background(const Pass& pass);
    void set_codes(const Program& shader, const Pass& pass) const;
    /// Selects a program for lit surfaces and sets all uniforms except the material's.
    const Program& use_lit(ShaderName name, unsigned flags, const Pass& pass);
    void upload_quad(const GroundQuad& quad, float extent);
    void draw_ground(const Pass& pass);
    void draw_body(const Pass& pass, std::size_t index);
    /// True if a body is drawn as lines: its style requires it, and its lines are far enough apart on the screen. (A
    /// cloth of 512 x 512 has 1.5 million lines: 5 s and 600 MB without a graphics card.)
    static bool shows_net(const Pass& pass, const Body& item);
    void add_lines(const Pass& pass, const Body& item);
    void add_strokes(const View& view);
    void draw_lines(const Pass& pass, float lift);
    void draw_props(const Pass& pass);
    void draw_outlines(const Pass& pass, const Rect& region, const Framebuffer& target);
    void draw_screen() const;
};

} // namespace xpbd::render
