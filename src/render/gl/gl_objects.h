// RAII wrappers of OpenGL objects, and a shader program.
#pragma once

#include "core/base/result.h"

#include <glad/gl.h>
#include <glm/glm.hpp>
#include <span>
#include <string_view>
#include <utility>

namespace xpbd::render {

/// Owns an OpenGL object's name. Must be destroyed in the context that created the object.
template <void (*destroy)(GLuint)>
class GlHandle {
public:
    GlHandle() = default;
    explicit GlHandle(GLuint name) : name_(name) {}
    GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlHandle() {
        if (name_ != 0) {
            destroy(name_);
        }
    }
    GLuint name() const { return name_; }

private:
    GLuint name_ = 0;
};

namespace detail {
inline void destroy_buffer(GLuint name) {
    glDeleteBuffers(1, &name);
}
inline void destroy_vertex_array(GLuint name) {
    glDeleteVertexArrays(1, &name);
}
inline void destroy_texture(GLuint name) {
    glDeleteTextures(1, &name);
}
inline void destroy_framebuffer(GLuint name) {
    glDeleteFramebuffers(1, &name);
}
inline void destroy_renderbuffer(GLuint name) {
    glDeleteRenderbuffers(1, &name);
}
inline void destroy_sampler(GLuint name) {
    glDeleteSamplers(1, &name);
}
inline void destroy_program(GLuint name) {
    glDeleteProgram(name);
}
} // namespace detail

using Buffer = GlHandle<detail::destroy_buffer>;
using VertexArray = GlHandle<detail::destroy_vertex_array>;
using Texture = GlHandle<detail::destroy_texture>;
using Framebuffer = GlHandle<detail::destroy_framebuffer>;
using Renderbuffer = GlHandle<detail::destroy_renderbuffer>;
using Sampler = GlHandle<detail::destroy_sampler>;

inline Buffer make_buffer() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return Buffer(name);
}
inline VertexArray make_vertex_array() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return VertexArray(name);
}
inline Texture make_texture() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return Texture(name);
}
inline Framebuffer make_framebuffer() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return Framebuffer(name);
}
inline Renderbuffer make_renderbuffer() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return Renderbuffer(name);
}

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
    GlHandle<detail::destroy_program> handle_;
};

} // namespace xpbd::render
