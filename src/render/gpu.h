// Framebuffers, textures and meshes of the renderer that are resized or rewritten as needed.
#pragma once

#include "render/geometry.h"
#include "render/gl/gl_objects.h"

namespace xpbd::render {

/// Number of texture units that drawing uses.
inline constexpr GLuint kTextureUnits = 5;

/// The texture format for linear light. If half floats are not supported: sRGB bytes, whose steps are too fine to be
/// noticed, and which clip at white.
GLint light_format(bool half_float_targets);

/// Off-screen picture: multisampled linear light, resolved into a texture.
struct Target {
    Framebuffer multisampled, resolved;
    Renderbuffer colour, depth;
    Texture texture;
    int width = 0, height = 0, samples = 0;

    /// Allocates the buffers again if the size or the number of samples has changed.
    void fit(int new_width, int new_height, int new_samples, GLint format);
};

/// Multisampled off-screen picture of half the size with final sRGB codes. See shaders/enlarge.frag.
struct HalfTarget {
    Framebuffer buffer;
    Texture texture;
    Renderbuffer depth;
    int width = 0, height = 0; ///< the halved size [px]

    /// Allocates the buffers again if the size has changed. Returns true if they are new.
    bool fit(int new_width, int new_height);
};

/// Binds a two-dimensional texture to a unit (GL_TEXTURE0, ...). The unit stays active.
inline void bind_texture(GLenum unit, const Texture& texture) {
    glActiveTexture(unit);
    glBindTexture(GL_TEXTURE_2D, texture.name());
}

/// A texture with a framebuffer.
struct Layer {
    enum class Kind {
        depth,
        grey,   ///< one channel in [0, 1]
        colour, ///< four channels in [0, 1]
        cover,  ///< two half-float channels, the output of soften.frag
    };
    Framebuffer buffer;
    Texture texture;
    int width = 0, height = 0;

    /// Allocates the texture again if the size has changed.
    void fit(Kind kind, int new_width, int new_height);
};

/// A finished picture with final sRGB codes.
struct KeptPicture {
    Framebuffer buffer;
    Texture texture;
    int width = 0, height = 0;

    /// Allocates the buffers again if the size has changed.
    void fit(int new_width, int new_height);
    /// Copies the picture to `rect` of the framebuffer `target`, clipped to `within`.
    void copy(const Rect& rect, const Rect& within, unsigned target) const;
};

/// Vertex array with buffers that are rewritten every frame.
struct GpuMesh {
    VertexArray array;
    Buffer vertices, indices;
    GLsizei index_count = 0;

    static GpuMesh create();
    /// Replaces the content. The old storage is orphaned, so that the driver does not wait for the last frame.
    void upload(const Geometry& geometry);
    /// Replaces the vertices and keeps the indices.
    void upload_vertices(const Geometry& geometry);
    void draw(GLenum primitive) const;
};

/// Lines of constant width on the screen, rewritten every frame.
struct GpuLines {
    VertexArray array;
    Buffer instances;

    static GpuLines create();
    void draw(const std::vector<LineInstance>& lines) const;
};

/// Saves the GL state that drawing changes, and restores it at the end of the scope.
class StateScope {
public:
    StateScope() {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
        glGetIntegerv(GL_VIEWPORT, viewport_);
        glGetIntegerv(GL_SCISSOR_BOX, scissor_);
        glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &array_);
        glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
        for (std::size_t i = 0; i < 4; ++i) {
            enabled_[i] = glIsEnabled(kCapabilities[i]);
        }
    }
    StateScope(const StateScope&) = delete;
    StateScope& operator=(const StateScope&) = delete;
    ~StateScope() {
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
        glUseProgram(static_cast<GLuint>(program_));
        glBindVertexArray(static_cast<GLuint>(array_));
        glActiveTexture(static_cast<GLenum>(active_texture_));
        for (std::size_t i = 0; i < 4; ++i) {
            enabled_[i] == GL_TRUE ? glEnable(kCapabilities[i]) : glDisable(kCapabilities[i]);
        }
        for (GLuint unit = 0; unit < kTextureUnits; ++unit) {
            glBindSampler(unit, 0);
        }
        glDepthMask(GL_TRUE);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }

private:
    static constexpr GLenum kCapabilities[4] = {GL_DEPTH_TEST, GL_BLEND, GL_SCISSOR_TEST, GL_CULL_FACE};
    GLint framebuffer_ = 0, program_ = 0, array_ = 0, active_texture_ = 0;
    GLint viewport_[4] = {}, scissor_[4] = {};
    GLboolean enabled_[4] = {};
};

} // namespace xpbd::render
