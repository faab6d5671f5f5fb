#pragma once

#include "core/result.h"
#include "render/colour/colour_map.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Draws arrays with OpenGL 3.3 core. Knows no solver, no scene, no session. All calls need the current context that
/// create() saw.
namespace xpbd::render {

/// Orbit camera. Metres, radians, y up.
struct OrbitCamera {
    glm::vec3 pivot{0};
    float yaw = 0.5f;
    float pitch = 0.25f; ///< above the horizon
    float distance = 5;
    float field_of_view = 0.6f; ///< vertical

    glm::vec3 eye() const;
    glm::mat4 view() const;
    glm::mat4 projection(float aspect) const; ///< near and far follow the distance
    struct DepthRange {
        float near, far;
    };
    DepthRange depth_range() const; ///< of the projection [m]
    /// Direction through a point of the view, in [-1, 1]^2 with y up, starting at eye().
    glm::vec3 ray(glm::vec2 ndc, float aspect) const;
    /// Moves the pivot in the view plane by a share of the view's height.
    void pan(glm::vec2 delta);
    /// Places the camera so that the box fits.
    void frame(const glm::vec3& box_min, const glm::vec3& box_max, float aspect);
};

/// What is drawn of a body. Where its lines would lie closer than 2 px on the screen, its surface alone.
enum class BodyStyle {
    shaded,      ///< two-sided lit surface, rope as tube
    wireframe,   ///< surface with its triangle edges
    constraints, ///< every constraint as a line
};
/// What gives a body its colour: its own, or its levels through the colour map.
enum class ColourBy { material, level };

/// What is printed on a cloth: a pattern in the coordinates of its rest shape, which shows stretch and shear.
enum class Print { plain, stripes, check };
/// How much work a picture is. Each level adds to the one before:
enum class Quality {
    low,    ///< for software renderers: the shadow map is blurred once, no ambient occlusion
    medium, ///< soft shadows that harden towards contact and ambient occlusion, both at half resolution; cloths of
            ///< under 20,000 triangles are cut finer
    high,   ///< more samples; shadows and occlusion at full resolution, but with 500 rows at most
};

/// How everything is drawn; shared by all panes.
struct Look {
    Theme theme = Theme::dark;
    BodyStyle style = BodyStyle::shaded;
    ColourBy colour_by = ColourBy::level;
    ColourMap colour_map = ColourMap::magnitude;
    Print print = Print::plain;
    Quality quality = Quality::low;
    bool isolines = false; ///< lines of equal level over the body's colours, kIsolines + 1 of them from end to end
    bool ground = true;
    float ground_height = 0; ///< [m]
    bool shadow = true;
    bool transparent = false; ///< background alpha 0

    bool operator==(const Look&) const = default;
};

/// A simulated body: positions change every frame, the rest rarely. Spans must live during draw() only.
struct Body {
    std::span<const glm::vec3> positions;
    std::span<const std::array<int, 3>> triangles;
    std::span<const std::array<int, 2>> segments; ///< rope pieces, drawn as tubes
    std::span<const std::array<int, 2>> lines;    ///< distance constraints, for the constraint view
    std::span<const float> line_width;            ///< per line [px]; empty: one pixel
    std::span<const float> line_level;     ///< place in the colour map per line, in [0, 1]; above 1: marked; below 0:
                                           ///< none. Averaged on vertices where there are no point levels
    std::span<const float> point_level;    ///< the same per particle
    std::span<const glm::vec2> texture;    ///< place of each particle on the flat cloth [m]; empty: no weave, no print
    std::span<const glm::vec3> stripe;     ///< rods: direction of the stripe per segment; empty: a rope of strands
    std::span<const int> pins;             ///< marked particles
    glm::vec3 colour{0.35f, 0.55f, 0.85f}; ///< sRGB, front side, where not coloured by stretch
    float opacity = 1;                     ///< below 1: a ghost, with an outline around it
    float print_size = 0.25f;              ///< side of a check, width of a stripe [m]
    float tube_radius = 0.01f;             ///< [m]
    float hem_radius = 0;                  ///< of the rim of a cloth [m]; 0 = none
    float thread = 0;                      ///< width of a thread of the weave [m]; 0 = none
    float marker_radius = 0.02f;           ///< of a pin [m]
    /// Identifies the triangles: the indices of equal topologies are uploaded once. 0 = unknown, uploaded every time.
    std::uint64_t topology = 0;
};

/// Fixed bodies.
struct Obstacle {
    enum class Kind { sphere, plane, capsule, box } kind = Kind::sphere;
    glm::vec3 center{0};       ///< [m]; plane: its point nearest to the origin; capsule: one end of its axis
    glm::vec3 end{0};          ///< capsule only: the other end of its axis [m]
    glm::vec3 normal{0, 1, 0}; ///< plane only
    float radius = 1;          ///< sphere and capsule only [m]
    glm::vec3 half{0.5f};      ///< box only: half of its edges [m]
    glm::mat3 axes{1};         ///< box only: its axes, one per column
};

/// Joins the smallest box around an obstacle to low and high; a plane has none.
void extend_bounds(const Obstacle& obstacle, glm::vec3& low, glm::vec3& high);

/// An arrow, for instance a force.
struct Arrow {
    glm::vec3 from{0}; ///< [m]
    glm::vec3 to{0};   ///< the tip [m]
};

/// A straight line of constant width on the screen, hidden by what stands before it.
struct Stroke {
    glm::vec3 from{0};   ///< [m]
    glm::vec3 to{0};     ///< [m]
    glm::vec3 colour{1}; ///< sRGB
    float width = 1.5f;  ///< [px], before supersampling
    float opacity = 1;
};

/// One picture: what one pane shows.
struct View {
    OrbitCamera camera;
    Look look;
    std::vector<Body> bodies; ///< the pane's own, then ghosts
    std::vector<Obstacle> obstacles;
    std::vector<Arrow> arrows;
    std::vector<Stroke> strokes;
};

/// Rectangle in framebuffer pixels, origin at the lower left (OpenGL).
struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

/// RGBA, 8 bits, top row first.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;
};

/// A picture that is drawn off screen bit by bit; see Renderer::begin_capture. Destroyed before its end, it frees what
/// it holds. Needs the GL context until then.
class Capture {
public:
    Capture(Capture&&) noexcept;
    Capture& operator=(Capture&&) noexcept;
    ~Capture();

    bool done() const;
    double progress() const; ///< share of its pixels, in [0, 1]

private:
    friend class Renderer;
    struct Impl;
    explicit Capture(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

class Renderer {
public:
    /// Compiles shaders and makes buffers. `max_texture_side` etc. are read from the driver.
    /// Fails with the shader's log, or where the context is older than 3.3 (kind: display).
    static Result<Renderer> create();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// Draws a view off screen: multisampled; in low quality at half of the resolution, where the driver can. Each
    /// slot, 0 to kSlots - 1, holds its picture for show().
    void draw(const View& view, int width, int height, std::size_t slot = 0);

    /// Copies what the slot holds to a rectangle of the framebuffer `target` (0: the window), as far as it lies
    /// `within` another one. False, and nothing drawn, where it holds no picture of this size.
    bool show(const Rect& rect, const Rect& within, unsigned target = 0, std::size_t slot = 0);
    bool show(const Rect& rect, unsigned target = 0, std::size_t slot = 0) { return show(rect, rect, target, slot); }
    static constexpr std::size_t kSlots = 6;

    /// Renders at an explicit size with `supersampling` (1 to 4, lowered to what the driver allows), off screen.
    /// Fails where the size exceeds the driver's limit, with that limit in the message (kind: bad_input).
    Result<Image> capture(const View& view, int width, int height, int supersampling = 1);

    /// Begins the same picture, to be drawn by draw_on(), between which anything else may be drawn. What the view's
    /// spans point to must live until it is done. Fails as capture() does.
    Result<Capture> begin_capture(View view, int width, int height, int supersampling = 1);
    /// Draws on for about `seconds`, into `target` with the upper left corner of the picture at (x, y): at least one
    /// strip of kLeastStrip pixels, supersampled ones counted, or one row; 0 seconds mean just that. Where it takes
    /// half of the time to prepare the view, which is done again where others have drawn in between, it draws for as
    /// long again. The picture is the same however it is cut. Fails where the driver has no memory (kind: bad_input).
    Status draw_on(Capture& capture, Image& target, int x, int y, double seconds);
    /// The same for show(): once the capture is done, the slot holds it. Nothing is read back from the driver. The
    /// first call may prepare the view alone.
    Status draw_on(Capture& capture, std::size_t slot, double seconds);
    static constexpr std::size_t kLeastStrip = std::size_t{1} << 16;

    /// Largest capture side [px].
    int max_side() const;
    /// Vendor, renderer and version of the driver, for "About" and bug reports.
    std::string driver() const;

private:
    friend class Capture;
    struct Impl;
    explicit Renderer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// PNG encoding by stb_image_write. Fails only on an empty image or lack of memory.
Result<std::string> encode_png(const Image& image);
/// Decodes a PNG to RGBA. Fails on what is no whole PNG.
Result<Image> decode_png(std::string_view png);
/// Copies `source` into `target` with its upper left corner at (x, y); what does not fit is cut.
void blit(Image& target, const Image& source, int x, int y);

} // namespace xpbd::render
