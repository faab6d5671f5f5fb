// RAII wrappers of OpenGL objects, and a shader program.
#pragma once

#include "core/base/result.h"

#include <glad/gl.h>
#include <glm/glm.hpp>
#include <span>
#include <string_view>
#include <utility>

namespace xpbd::render {

/// Owns an OpenGL object's name. Must be destroyed in the context that created the object. `Calls` are OpenGL's
/// functions for this kind of object.
template <class Calls>
class GlHandle {
public:
    GlHandle() = default; ///< no object
    GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlHandle() {
        if (name_ != 0) {
            Calls::destroy(name_);
        }
    }
    static GlHandle create() {
        GlHandle handle;
        Calls::create(&handle.name_);
        return handle;
    }
    GLuint name() const { return name_; }

private:
    GLuint name_ = 0;
};

namespace detail {
struct BufferCalls {
    static void create(GLuint* name) { glGenBuffers(1, name); }
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct VertexArrayCalls {
    static void create(GLuint* name) { glGenVertexArrays(1, name); }
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct TextureCalls {
    static void create(GLuint* name) { glGenTextures(1, name); }
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct FramebufferCalls {
    static void create(GLuint* name) { glGenFramebuffers(1, name); }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct RenderbufferCalls {
    static void create(GLuint* name) { glGenRenderbuffers(1, name); }
    static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct SamplerCalls {
    static void create(GLuint* name) { glGenSamplers(1, name); }
    static void destroy(GLuint name) { glDeleteSamplers(1, &name); }
};
struct ProgramCalls {
    static void create(GLuint* name) { *name = glCreateProgram(); }
    static void destroy(GLuint name) { glDeleteProgram(name); }
};
} // namespace detail

using Buffer = GlHandle<detail::BufferCalls>;
using VertexArray = GlHandle<detail::VertexArrayCalls>;
using Texture = GlHandle<detail::TextureCalls>;
using Framebuffer = GlHandle<detail::FramebufferCalls>;
using Renderbuffer = GlHandle<detail::RenderbufferCalls>;
using Sampler = GlHandle<detail::SamplerCalls>;

/// A linked pair of shaders.
class Program {
public:
    Program() = default;
    /// Compiles and links. An error contains the driver's log.
    static Result<Program> create(std::string_view name, const char* vertex_source, const char* fragment_source);

    void use() const { glUseProgram(handle_.name()); }
    void set(const char* uniform, int v) const { glUniform1i(at(uniform), v); }
    void set(const char* uniform, float v) const { glUniform1f(at(uniform), v); }
    void set(const char* uniform, const glm::vec2& v) const { glUniform2f(at(uniform), v.x, v.y); }
    void set(const char* uniform, const glm::vec3& v) const { glUniform3f(at(uniform), v.x, v.y, v.z); }
    void set(const char* uniform, const glm::vec4& v) const { glUniform4f(at(uniform), v.x, v.y, v.z, v.w); }
    void set(const char* uniform, const glm::ivec2& v) const { glUniform2i(at(uniform), v.x, v.y); }
    void set(const char* uniform, const glm::ivec4& v) const { glUniform4i(at(uniform), v.x, v.y, v.z, v.w); }
    void set(const char* uniform, std::span<const glm::vec2> v) const {
        glUniform2fv(at(uniform), static_cast<GLsizei>(v.size()), &v[0].x);
    }
    void set(const char* uniform, std::span<const glm::vec3> v) const {
        glUniform3fv(at(uniform), static_cast<GLsizei>(v.size()), &v[0].x);
    }
    void set(const char* uniform, const glm::mat3& v) const { glUniformMatrix3fv(at(uniform), 1, GL_FALSE, &v[0][0]); }
    void set(const char* uniform, const glm::mat4& v) const { glUniformMatrix4fv(at(uniform), 1, GL_FALSE, &v[0][0]); }

private:
    GLint at(const char* uniform) const { return glGetUniformLocation(handle_.name(), uniform); }
    GlHandle<detail::ProgramCalls> handle_;
};

} // namespace xpbd::render
