// An OpenGL context without a window.
#pragma once

#include "core/base/result.h"

#include <memory>

namespace xpbd::render {

/// An OpenGL 3.3 core context without a window on screen. It is current in the creating thread as long as the object
/// exists. Made by EGL, which needs no display; on Windows and macOS by a hidden GLFW window, which needs the main
/// thread and must be the only window. If EGL or a driver is missing, the error (kind: display) names what to install.
class HeadlessContext {
public:
    static Result<HeadlessContext> create();
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;
    ~HeadlessContext();

private:
    struct Impl;
    explicit HeadlessContext(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace xpbd::render
