// Off-screen OpenGL on Windows and macOS, which have no EGL: the context of a window that is never shown.
#include "render/gl/gl_loader.h"
#include "render/gl/headless.h"

#include <string>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace xpbd::render {
namespace {

Error failure(const std::string& what) {
    return Error{"no off-screen OpenGL: " + what + "; install the driver of the graphics card", Error::Kind::display};
}

} // namespace

struct HeadlessContext::Impl {
    GLFWwindow* window = nullptr;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { glfwTerminate(); } // also destroys the window
};

HeadlessContext::HeadlessContext(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

Result<HeadlessContext> HeadlessContext::create() {
    auto impl = std::make_unique<Impl>();
    glfwInitHint(GLFW_COCOA_MENUBAR, GLFW_FALSE); // macOS: keeps the icon out of the dock and makes no menu
    glfwInitHint(GLFW_COCOA_CHDIR_RESOURCES, GLFW_FALSE);
    if (glfwInit() != GLFW_TRUE) {
        return failure("the system gives no windows to this program");
    }
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // macOS offers core profiles only with this flag
    impl->window = glfwCreateWindow(16, 16, "xpbd-lab", nullptr, nullptr);
    if (impl->window == nullptr) {
        return failure("the driver gives no OpenGL 3.3 core context");
    }
    glfwMakeContextCurrent(impl->window);
    if (const Status loaded = load_gl(glfwGetProcAddress); !loaded) {
        return loaded.error();
    }
    return HeadlessContext(std::move(impl));
}

} // namespace xpbd::render
