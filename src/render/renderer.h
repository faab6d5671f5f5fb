// The renderer: what a view consists of, and drawing it to the window or into an image.
#pragma once

#include "core/base/result.h"
#include "render/colour/colour_map.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Draws arrays with OpenGL 3.3 core. Independent of solvers, scenes and sessions. All calls need the context that was
/// current in create().
namespace xpbd::render {

/// Orbit camera. Metres, radians, y up.
struct OrbitCamera {
    glm::vec3 pivot{0};
    float yaw = 0.5f;
    float pitch = 0.25f; ///< angle above the horizon
    float distance = 5;
    float field_of_view = 0.6f; ///< vertical angle [rad]

    glm::vec3 eye() const;
    glm::mat4 view() const;
    glm::mat4 projection(float aspect) const; ///< the near and far planes depend on the distance
    struct DepthRange {
        float near, far;
    };
    DepthRange depth_range() const; ///< near and far distance of the projection [m]
    /// Direction from eye() through a point of the view, given in [-1, 1]^2 with y up.
    glm::vec3 ray(glm::vec2 ndc, float aspect) const;
    /// Moves the pivot in the view plane. `delta` is in units of the view's height.
    void pan(glm::vec2 delta);
};

/// How bodies are drawn. Where lines would be less than 2 px apart on the screen, the surface is drawn instead.
enum class BodyStyle {
    shaded,      ///< lit surface with two sides, rope as tube
    wireframe,   ///< surface with the edges of its triangles
    constraints, ///< every constraint as a line
};
/// Source of a body's colour: its own colour, or its levels through the colour map.
enum class ColourBy { material, level };

/// Pattern printed on a cloth. It is fixed to the coordinates of the rest shape, so it shows stretch and shear.
enum class Print { plain, stripes, check };
/// Effort per picture. Each level adds to the previous one:
enum class Quality {
    low,    ///< for software renderers: the shadow map is blurred once, no ambient occlusion
    medium, ///< soft shadows that are sharper near contact, and ambient occlusion, both at half resolution; cloths of
            ///< under 20,000 triangles are refined
    high,   ///< more samples; shadows and occlusion at full resolution, but at most 500 rows
};

/// Drawing options that all panes share.
struct Look {
    Theme theme = Theme::dark;
    BodyStyle style = BodyStyle::shaded;
    ColourBy colour_by = ColourBy::level;
    ColourMap colour_map = ColourMap::magnitude;
    Print print = Print::plain;
    Quality quality = Quality::low;
    bool isolines = false; ///< lines of equal level over the body's colours, kIsolines + 1 from one end to the other
    bool ground = true;
    float ground_height = 0; ///< height of the ground [m]
    bool shadow = true;
    bool transparent = false; ///< background alpha 0

    bool operator==(const Look&) const = default;
};

/// A simulated body. Its positions change every frame, the rest rarely. Spans must be valid during draw() only.
struct Body {
    std::span<const glm::vec3> positions;
    std::span<const std::array<int, 3>> triangles;
    std::span<const std::array<int, 2>> segments; ///< rope pieces, drawn as tubes
    std::span<const std::array<int, 2>> lines;    ///< distance constraints, for BodyStyle::constraints
    std::span<const float> line_width;            ///< width per line [px]; empty: one pixel
    /// Position in the colour map per line, in [0, 1]. Above 1: the colour for values above the range; below 0: no
    /// level. Vertices get the mean of their lines unless there are point levels.
    std::span<const float> line_level;
    std::span<const float> point_level; ///< position in the colour map per particle
    /// Coordinates of each particle on the flat cloth [m]; empty: no weave, no print.
    std::span<const glm::vec2> texture;
    std::span<const glm::vec3> stripe;     ///< rods: direction of the stripe per segment; empty: a rope of strands
    std::span<const int> pins;             ///< particles drawn with a marker
    glm::vec3 colour{0.35f, 0.55f, 0.85f}; ///< sRGB colour of the front, unless coloured by level
    float opacity = 1;                     ///< below 1: a ghost, drawn with an outline
    float print_size = 0.25f;              ///< side of a printed square, width of a printed stripe [m]
    float tube_radius = 0.01f;             ///< [m]
    float hem_radius = 0;                  ///< radius of the rim of a cloth [m]; 0 = no rim
    float thread = 0;                      ///< width of a thread of the weave [m]; 0 = no weave
    float marker_radius = 0.02f;           ///< radius of a pin's marker [m]
    /// Identifies the triangles: indices with the same number are uploaded once. 0 = unknown, uploaded every time.
    std::uint64_t topology = 0;
};

/// A rigid object beside the bodies.
struct Obstacle {
    enum class Kind { sphere, plane, capsule, box } kind = Kind::sphere;
    glm::vec3 center{0};       ///< [m]; plane: the point nearest to the origin; capsule: one end of its axis
    glm::vec3 end{0};          ///< capsule only: the other end of its axis [m]
    glm::vec3 normal{0, 1, 0}; ///< plane only
    float radius = 1;          ///< sphere and capsule only [m]
    glm::vec3 half{0.5f};      ///< box only: half of its edges [m]
    glm::mat3 axes{1};         ///< box only: its axes, one per column
};

/// Extends the box low, high by an obstacle's bounding box. A plane does not extend it.
void extend_bounds(const Obstacle& obstacle, glm::vec3& low, glm::vec3& high);

/// An arrow, such as a force.
struct Arrow {
    glm::vec3 from{0}; ///< [m]
    glm::vec3 to{0};   ///< the tip [m]
};

/// A straight line of constant width on the screen. Nearer objects hide it.
struct Stroke {
    glm::vec3 from{0};   ///< [m]
    glm::vec3 to{0};     ///< [m]
    glm::vec3 colour{1}; ///< sRGB
    float width = 1.5f;  ///< [px], before supersampling
    float opacity = 1;
};

/// Content of one picture: everything that one pane shows.
struct View {
    OrbitCamera camera;
    Look look;
    std::vector<Body> bodies; ///< the pane's body, then ghosts
    std::vector<Obstacle> obstacles;
    std::vector<Arrow> arrows;
    std::vector<Stroke> strokes;
};

/// Rectangle in framebuffer pixels; the origin is at the lower left (OpenGL).
struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

/// RGBA, 8 bits, top row first.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// A picture that is drawn off screen in steps, begun by Renderer::begin_capture(). Can be destroyed at any time; needs
/// the GL context then.
class Capture {
public:
    Capture(Capture&&) noexcept;
    Capture& operator=(Capture&&) noexcept;
    ~Capture();

    bool done() const;
    double progress() const; ///< share of finished pixels, in [0, 1]

private:
    friend class Renderer;
    struct Impl;
    explicit Capture(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

class Renderer {
public:
    /// Compiles shaders and creates buffers. Fails with the shader's log, or if the context is older than 3.3 (kind:
    /// display).
    static Result<Renderer> create();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Draws a view off screen and multisampled; in low quality at half the resolution if the driver can. Each slot, 0
    /// to kSlots - 1, keeps its picture for show().
    void draw(const View& view, int width, int height, std::size_t slot = 0);

    /// Copies the slot's picture to the rectangle `rect` of the framebuffer `target` (0: the window), clipped to
    /// `within`. Returns false and draws nothing if the slot has no picture of this size.
    bool show(const Rect& rect, const Rect& within, unsigned target = 0, std::size_t slot = 0);
    bool show(const Rect& rect, unsigned target = 0, std::size_t slot = 0) { return show(rect, rect, target, slot); }
    static constexpr std::size_t kSlots = 6;

    /// Renders off screen at this size with `supersampling` (1 to 4, lowered to what the driver allows). Fails if the
    /// size exceeds the driver's limit, and names the limit (kind: bad_input).
    Result<Image> capture(const View& view, int width, int height, int supersampling = 1);

    /// Begins the picture that capture() would return, for draw_on(). Other pictures may be drawn between the calls of
    /// draw_on(). The data of the view's spans must be valid until the picture is done. Fails as capture() does.
    Result<Capture> begin_capture(View view, int width, int height, int supersampling = 1);
    /// Continues drawing for about `seconds` into `target`, with the upper left corner of the picture at (x, y). Draws
    /// at least one strip of kLeastStrip supersampled pixels or one row, and only that for 0 seconds. If preparing the
    /// view takes more than half of the time, the drawing time is extended to the time of the preparation. The view is
    /// prepared again if other pictures were drawn since the last call. The division into strips does not change the
    /// picture. Fails if the driver runs out of memory (kind: bad_input).
    Status draw_on(Capture& capture, Image& target, int x, int y, double seconds);
    /// Continues drawing a picture for show(): when the capture is done, it is in the slot, without reading pixels back
    /// from the driver. The first call may only prepare the view.
    Status draw_on(Capture& capture, std::size_t slot, double seconds);
    static constexpr std::size_t kLeastStrip = std::size_t{1} << 16;

    /// Largest side of a picture [px].
    int max_side() const;
    /// Vendor, renderer and version of the driver, for "About" and bug reports.
    std::string driver() const;

private:
    friend class Capture;
    struct Impl;
    explicit Renderer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Encodes a PNG with stb_image_write. Fails only for an empty image or without memory.
Result<std::string> encode_png(const Image& image);
/// Decodes a PNG to RGBA. Fails if the data is not a complete PNG.
Result<Image> decode_png(std::string_view png);

} // namespace xpbd::render
