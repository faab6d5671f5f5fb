#include "render/gl/gl_objects.h"

#include <array>
#include <string>

namespace xpbd::render {
namespace {

Result<GLuint> compile(std::string_view name, GLenum stage, const char* source) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint done = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE) {
        return shader;
    }
    std::array<char, 2048> log{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteShader(shader);
    return Error{"shader " + std::string(name) + " does not compile: " + log.data(), Error::Kind::display};
}

} // namespace

Result<Program> Program::create(std::string_view name, const char* vertex_source, const char* fragment_source) {
    const Result<GLuint> vertex = compile(name, GL_VERTEX_SHADER, vertex_source);
    if (!vertex) {
        return vertex.error();
    }
    const Result<GLuint> fragment = compile(name, GL_FRAGMENT_SHADER, fragment_source);
    if (!fragment) {
        glDeleteShader(*vertex);
        return fragment.error();
    }
    Program program;
    program.handle_ = GlHandle<detail::ProgramCalls>::create();
    const GLuint id = program.handle_.name();
    glAttachShader(id, *vertex);
    glAttachShader(id, *fragment);
    glLinkProgram(id);
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint done = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &done);
    if (done != GL_TRUE) {
        std::array<char, 2048> log{};
        glGetProgramInfoLog(id, static_cast<GLsizei>(log.size()), nullptr, log.data());
        return Error{"shader " + std::string(name) + " does not link: " + log.data(), Error::Kind::display};
    }
    return program;
}

} // namespace xpbd::render
