#pragma once

#include "render/diagonals.h"
#include "render/geometry.h"
#include "render/gl/gl_loader.h"
#include "render/gl/gpu.h"
#include "render/gl/shader_sources.h"
#include "render/refined.h"
#include "render/renderer.h"

#include <array>
#include <cstdint>
#include <deque>
#include <glm/glm.hpp>
#include <vector>

namespace xpbd::render {

struct Palette;

inline constexpr int kSamples = 4;   ///< of a pixel that is not supersampled
inline constexpr int kQuickSide = 2; ///< of the square of pixels that share their light in low quality [px]

inline constexpr float kKeySize = 0.16f; ///< of the key light: tangent of its angular size
inline constexpr float kLightDepth = 12; ///< of what the light sees, of the scene's radius
/// See soften.frag: e^-10 at the scene's rim towards the light, e^10 at the other one, within half precision.
inline constexpr glm::vec2 kShadowWarp{10 * kLightDepth, -40};
inline constexpr float kFarReach = 0.042f; ///< half the width of an edge in the far blur, in the map's coordinates
/// View of the light on everything that casts a shadow, and on the ground below.
glm::mat4 light_matrix(const glm::vec3& center, float radius);

/// For background() in shaders/tones.glsl.
void set_background(const Program& shader, const View& view);

/// What a quality costs.
struct QualityCost {
    int shadow_side;       ///< of the shadow map [px]
    int shadow_samples;    ///< of a pixel's shadow; 0 = the map is blurred instead
    int occlusion_samples; ///< of ambient occlusion; 0 = none
    int occlusion_step;    ///< pixels per pixel of ambient occlusion, at least
};
QualityCost cost_of(Quality quality, const GlAbilities& abilities);

/// A part of a picture: of its width and height, in pixels from the lower left.
struct Tile {
    Rect rect;
    int width = 0, height = 0; ///< of the whole
    int factor = 1;            ///< of supersampling, which these pixels count

    bool is_whole() const { return rect.x == 0 && rect.y == 0 && rect.width == width && rect.height == height; }
    /// Takes the clip coordinates of the whole to those of the part.
    glm::mat4 crop() const;
    float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

/// What Renderer's files share: the driver's objects, and the steps of a picture.
struct Renderer::Impl {
    struct Variant {
        ShaderName name;
        unsigned flags;
        Program program;
    };
    std::deque<Variant> programs; ///< built when they are first wanted; a deque, since references stay
    Texture colour_map;
    std::array<Layer, 3> shadow_maps; ///< by quality: new memory costs time, and a pane's quality changes often
    /// The shadow map of low quality blurred, for edges near to what casts them and far from it; and how closely things
    /// hang over the floor. Each with the layer of its first axis.
    Layer near_shadow, far_shadow, contact, near_half, far_half, contact_half, contact_depth;
    Sampler compare; ///< reads the shadow map as a comparison
    VertexArray empty_array;
    std::array<Target, kSlots> slots; ///< pictures of the window
    HalfTarget half;                  ///< of one of them in low quality, all four samples of which lie as wanted
    KeptPicture background;           ///< one column of theirs
    GlAbilities abilities = gl_abilities();
    bool draws_quickly = false; ///< the driver has what draw_quickly() needs
    glm::ivec4 sample_of{0};    ///< of a pixel's samples, by quadrant from the lower left
    std::array<KeptPicture, kSlots> kept;
    Target shot;                    ///< of small captures: the next one uses it again
    double capture_rate = 0;        ///< pixels that a capture draws per second, measured; 0 = not yet
    std::uint64_t preparations = 1; ///< counts prepare(), whose uploads stay valid until the next one
    GpuMesh props, pins, floor;
    GpuLines lines;
    struct Surface {
        GpuMesh mesh = GpuMesh::create();
        std::uint64_t topology = 0; ///< of the indices; see Body
        bool has_hem = false;       ///< among them
        bool is_refined = false;
        bool is_cut = false; ///< along folds
        Refinement refinement;
        std::vector<Quad> quads;
        std::vector<std::array<int, 3>> triangles; ///< after cut_along_folds()
        std::vector<std::array<int, 2>> border;
    };
    std::vector<Surface> surfaces; ///< one per body: shadow and picture draw the same upload
    Geometry scratch;
    std::vector<LineInstance> line_scratch;
    std::vector<glm::vec4> projected; ///< a body's particles, in clip coordinates
    std::vector<float> levels;
    RefinedBody refined;
    /// What hides light in the part that is drawn, from its depth and its normals: raw and smoothed. And where a ghost
    /// is.
    Layer depth_layer, normal_layer, raw_occlusion, occlusion, mask;
    const Palette* sky_palette = nullptr; ///< of which `sky` is; see sky_of()
    std::array<glm::vec3, 9> sky{};
    int max_side = 0;
    int max_samples = 1;

    /// A program for these ShaderFlags; the plain one where the driver cannot build that.
    const Program& program(ShaderName name, unsigned flags = 0);
    Status build_program(ShaderName name, unsigned flags);

    /// A piece of the ground, fading towards its rim.
    struct GroundQuad {
        glm::vec3 centre, u, v;

        glm::vec3 normal() const { return glm::cross(v, u); }
        /// Share that is left of it for this camera: nothing from below, where it would hide the body.
        float visible(const OrbitCamera& camera) const;
    };
    /// What all parts of a picture share.
    struct Prepared {
        glm::vec3 low{0}, high{0}; ///< box around everything [m]
        glm::mat4 light{1};        ///< to the shadow map
        float light_radius = 1;    ///< of what the light sees [m]
        std::vector<GroundQuad> ground;
        float ground_extent = 6;  ///< where the ground has faded away [m]
        float contact_extent = 0; ///< half the side of `contact`, around the first ground's centre [m]; 0 = none
    };

    void make_textures();
    /// sky_irradiance() of a palette, which is summed up once: it takes a tenth of a cheap picture's time.
    const std::array<glm::vec3, 9>& sky_of(const Palette& palette);
    /// Uploads the view's shapes and draws the shadow map: before draw_scene(), and after any other view. `rows`: of
    /// pixels that are drawn. What would be thinner than one of them is left out.
    Prepared prepare(const View& view, int rows);
    /// What a pixel of a picture with so many rows covers where something is nearest to the eye [m].
    static float largest_pixel(const View& view, const Prepared& scene, int rows);
    /// Draws a part of a picture into a target of its size and resolves it: what lies in `region`, in pixels of the
    /// part. The pixels do not depend on how a part is cut into regions.
    void draw_scene(const View& view, const Prepared& scene, const Tile& part, const Rect& region, int samples,
                    Target& target);
    /// Encodes `factor` x `factor` pixels of the resolved picture into one of the bound framebuffer's rectangle, over
    /// the background. The picture begins at `origin` of the framebuffer; the rectangle shows these rows of it.
    struct Output {
        Rect rect;
        glm::ivec2 origin{0};
        int factor = 1;
        glm::vec2 rows{0, 1}; ///< of the whole picture, in [0, 1]
    };
    void write_output(const Target& source, const Output& output, const View& view);
    /// Renderer::draw_on(). Without an image, the capture keeps the codes of all its parts.
    Status draw_on(Capture& capture, Image* image, glm::ivec2 place, double seconds);

    /// What draw_quickly() needs: four samples per pixel, one in each quadrant, that can be shaded one by one.
    void find_samples();
    /// Draws a whole picture at about a quarter of the cost: light is computed for
    /// one pixel in four, tones are mapped at once, and edges have one sample per pixel. No transparent background.
    void draw_quickly(const View& view, const Prepared& scene, const KeptPicture& target);

private:
    void build_surface(const Body& item, const Look& look, bool with_hem, Surface& surface);
    void draw_casters(const View& view, const glm::mat4& camera);
    void draw_shadow(const View& view, const Prepared& scene);
    void draw_contact(const View& view, Prepared& scene);
    /// One blur of soften.frag, along x from `source` into `first_axis`, then along y into `target`.
    struct Softening {
        bool from_depth = false;
        glm::vec2 warp{0};
        int side = 128; ///< of the result [px]
        int reach = 4;  ///< samples on either side
    };
    void soften(const Layer& source, Layer& first_axis, Layer& target, const Softening& how);
    void draw_depth(const View& view, const Prepared& scene, const glm::mat4& camera);
    /// Fills `occlusion` for a region of a part, and says where the part's pixels lie in it: scale and offset.
    glm::vec4 draw_occlusion(const View& view, const Prepared& scene, const Tile& part, const Rect& region);
    /// What the steps of one part share.
    struct Pass {
        const View& view;
        const Prepared& scene;
        const Palette& palette;
        const Tile& part;
        glm::mat4 camera{1};          ///< to the part's clip coordinates
        glm::vec4 occlusion_place{0}; ///< see draw_occlusion()
        unsigned soft = 0;            ///< kSoft, or none
        unsigned codes = 0;           ///< kCodes, or none
        float pixel = 1;              ///< side of what is drawn as one pixel [px of the part]
        std::array<glm::vec3, 9> sky{};
    };
    void bind_textures() const;
    /// Everything but outlines, into the bound framebuffer.
    void draw_contents(const Pass& pass);
    void draw_background(const Pass& pass);
    void set_codes(const Program& shader, const Pass& pass) const;
    /// Selects a program that light falls on, with everything set but what it is made of.
    const Program& use_lit(ShaderName name, unsigned flags, const Pass& pass);
    void upload_quad(const GroundQuad& quad, float extent);
    void draw_ground(const Pass& pass);
    void draw_body(const Pass& pass, std::size_t index);
    /// True where a body is drawn as lines: its style asks for it, and on the screen they do not lie so close that they
    /// would fill its surface. (A cloth of 512 x 512 has 1.5 million of them: 5 s and 600 MB without a graphics card.)
    static bool shows_net(const Pass& pass, const Body& item);
    void add_lines(const Pass& pass, const Body& item);
    void add_strokes(const View& view);
    void draw_lines(const Pass& pass, float lift);
    void draw_props(const Pass& pass);
    void draw_outlines(const Pass& pass, const Rect& region, const Framebuffer& target);
    void draw_screen() const;
};

} // namespace xpbd::render
