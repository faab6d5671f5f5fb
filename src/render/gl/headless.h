#pragma once

#include "core/result.h"

#include <memory>

namespace xpbd::render {

/// An OpenGL 3.3 core context without a window on screen, current in the creating thread while it lives: of EGL, which
/// needs no display, and on Windows and macOS of a hidden window of GLFW, for which that thread must be the main one
/// and no other window open. Where EGL or a driver is missing, the error (kind: display) says what to install.
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
