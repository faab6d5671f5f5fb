// Off-screen OpenGL by EGL.
#include "render/gl/headless.h"

#include "render/gl/gl_loader.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <string>
#include <utility>

namespace xpbd::render {
namespace {

Error failure(const std::string& what) {
    return Error{"no off-screen OpenGL: " + what +
                     "; install EGL and a driver (Debian: apt-get install libegl1 libgl1-mesa-dri)",
                 Error::Kind::display};
}

/// Opens an EGL display without a screen: Mesa's surfaceless platform, else EGL's default display.
EGLDisplay open_display() {
    const auto get_platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_platform_display != nullptr) {
        const EGLDisplay display = get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) {
            return display;
        }
    }
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) {
        return display;
    }
    return EGL_NO_DISPLAY;
}

} // namespace

struct HeadlessContext::Impl {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        if (display != EGL_NO_DISPLAY) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            if (context != EGL_NO_CONTEXT) {
                eglDestroyContext(display, context);
            }
            eglTerminate(display);
        }
    }
};

HeadlessContext::HeadlessContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create() {
    auto impl = std::make_unique<Impl>();
    impl->display = open_display();
    if (impl->display == EGL_NO_DISPLAY) {
        return failure("EGL finds no display");
    }
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
        return failure("EGL offers no desktop OpenGL");
    }
    const EGLint config_attributes[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (eglChooseConfig(impl->display, config_attributes, &config, 1, &found) != EGL_TRUE || found == 0) {
        return failure("EGL offers no configuration with OpenGL");
    }
    const EGLint context_attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    impl->context = eglCreateContext(impl->display, config, EGL_NO_CONTEXT, context_attributes);
    if (impl->context == EGL_NO_CONTEXT ||
        eglMakeCurrent(impl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl->context) != EGL_TRUE) {
        return failure("the driver gives no OpenGL 3.3 core context");
    }
    const Status loaded = load_gl(&eglGetProcAddress);
    if (!loaded) {
        return loaded.error();
    }
    return HeadlessContext(std::move(impl));
}

} // namespace xpbd::render
