#include "render/gpu.h"

#include "render/gl/gl_loader.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace xpbd::render {

namespace {

/// Uploads a buffer's content for this frame. Passes a null pointer if it is empty: with another pointer, WebGL takes
/// the length 0 as "all following memory".
template <class T>
void fill(GLenum target, const std::vector<T>& content) {
    glBufferData(target, static_cast<GLsizeiptr>(content.size() * sizeof(T)),
                 content.empty() ? nullptr : content.data(), GL_STREAM_DRAW);
}

/// Allocates a texture and attaches it to a framebuffer.
void store(const Texture& texture, const Framebuffer& framebuffer, GLint format, int width, int height) {
    glBindTexture(GL_TEXTURE_2D, texture.name());
    if (format == GL_RGBA && gl_abilities().dialect == ShaderDialect::gl_330) {
        // The byte order of a window: the driver then copies the texture to a window without converting pixels.
        glTexImage2D(GL_TEXTURE_2D, 0, format, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
    } else {
        const GLenum channels = format == GL_R8 ? GL_RED : format == GL_RG16F ? GL_RG : GL_RGBA;
        const bool half = format == GL_RG16F || format == GL_RGBA16F;
        const GLenum type = half ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE;
        glTexImage2D(GL_TEXTURE_2D, 0, format == GL_RGBA ? GL_RGBA8 : format, width, height, 0, channels, type,
                     nullptr);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.name(), 0);
}

} // namespace

GLint light_format(bool half_float_targets) {
    return half_float_targets ? GL_RGBA16F : GL_SRGB8_ALPHA8;
}

void Target::fit(int new_width, int new_height, int new_samples, GLint format) {
    if (width == new_width && height == new_height && samples == new_samples) {
        return;
    }
    width = new_width;
    height = new_height;
    samples = new_samples;
    colour = Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, colour.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, static_cast<GLenum>(format), width, height);
    depth = Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, depth.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width, height);
    multisampled = Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.name());

    texture = Texture::create();
    resolved = Framebuffer::create();
    store(texture, resolved, format, width, height);
}

bool HalfTarget::fit(int new_width, int new_height) {
    if (width == new_width && height == new_height) {
        return false;
    }
    width = new_width;
    height = new_height;
    texture = Texture::create();
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture.name());
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, width, height, GL_TRUE);
    depth = Renderbuffer::create();
    glBindRenderbuffer(GL_RENDERBUFFER, depth.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_DEPTH_COMPONENT24, width, height);
    buffer = Framebuffer::create();
    glBindFramebuffer(GL_FRAMEBUFFER, buffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, texture.name(), 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.name());
    return true;
}

namespace {

GLint format_of(Layer::Kind kind) {
    switch (kind) {
    case Layer::Kind::depth:
        return GL_DEPTH_COMPONENT24;
    case Layer::Kind::grey:
        return GL_R8;
    case Layer::Kind::colour:
        return GL_RGBA8;
    case Layer::Kind::cover:
        break;
    }
    return GL_RG16F;
}

} // namespace

void Layer::fit(Kind kind, int new_width, int new_height) {
    if (width == new_width && height == new_height) {
        return;
    }
    width = new_width;
    height = new_height;
    texture = Texture::create();
    buffer = Framebuffer::create();
    if (kind != Kind::depth) {
        store(texture, buffer, format_of(kind), width, height);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        return;
    }
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, width, height, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                 nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, buffer.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture.name(), 0);
    const GLenum none = GL_NONE;
    glDrawBuffers(1, &none);
    glReadBuffer(GL_NONE);
}

void KeptPicture::fit(int new_width, int new_height) {
    if (width == new_width && height == new_height) {
        return;
    }
    width = new_width;
    height = new_height;
    texture = Texture::create();
    buffer = Framebuffer::create();
    store(texture, buffer, GL_RGBA, width, height);
}

void KeptPicture::copy(const Rect& rect, const Rect& within, unsigned target) const {
    const int left = std::max(rect.x, within.x);
    const int low = std::max(rect.y, within.y);
    const int right = std::min(rect.x + rect.width, within.x + within.width);
    const int high = std::min(rect.y + rect.height, within.y + within.height);
    if (left >= right || low >= high) {
        return;
    }
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, buffer.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
    glBlitFramebuffer(left - rect.x, low - rect.y, right - rect.x, high - rect.y, left, low, right, high,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

GpuMesh GpuMesh::create() {
    GpuMesh mesh;
    mesh.array = VertexArray::create();
    mesh.vertices = Buffer::create();
    mesh.indices = Buffer::create();
    glBindVertexArray(mesh.array.name());
    glBindBuffer(GL_ARRAY_BUFFER, mesh.vertices.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.name());
    const auto attribute = [](GLuint index, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, sizeof(Vertex), reinterpret_cast<const void*>(offset));
    };
    attribute(0, 3, offsetof(Vertex, position));
    attribute(1, 3, offsetof(Vertex, normal));
    attribute(2, 1, offsetof(Vertex, level));
    attribute(3, 2, offsetof(Vertex, fabric));
    return mesh;
}

GpuLines GpuLines::create() {
    GpuLines lines;
    lines.array = VertexArray::create();
    lines.instances = Buffer::create();
    glBindVertexArray(lines.array.name());
    glBindBuffer(GL_ARRAY_BUFFER, lines.instances.name());
    const auto attribute = [](GLuint index, GLint size, std::size_t offset) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, sizeof(LineInstance),
                              reinterpret_cast<const void*>(offset));
        glVertexAttribDivisor(index, 1);
    };
    attribute(0, 3, offsetof(LineInstance, from));
    attribute(1, 3, offsetof(LineInstance, to));
    attribute(2, 4, offsetof(LineInstance, from_colour));
    attribute(3, 4, offsetof(LineInstance, to_colour));
    attribute(4, 2, offsetof(LineInstance, width));
    return lines;
}

void GpuLines::draw(const std::vector<LineInstance>& lines) const {
    if (lines.empty()) {
        return;
    }
    glBindVertexArray(array.name());
    glBindBuffer(GL_ARRAY_BUFFER, instances.name());
    fill(GL_ARRAY_BUFFER, lines);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(lines.size()));
}

void GpuMesh::upload_vertices(const Geometry& geometry) {
    glBindVertexArray(array.name());
    glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
    fill(GL_ARRAY_BUFFER, geometry.vertices);
}

void GpuMesh::upload(const Geometry& geometry) {
    upload_vertices(geometry);
    fill(GL_ELEMENT_ARRAY_BUFFER, geometry.indices);
    index_count = static_cast<GLsizei>(geometry.indices.size());
}

void GpuMesh::draw(GLenum primitive) const {
    if (index_count > 0) {
        glBindVertexArray(array.name());
        glDrawElements(primitive, index_count, GL_UNSIGNED_INT, nullptr);
    }
}

} // namespace xpbd::render
