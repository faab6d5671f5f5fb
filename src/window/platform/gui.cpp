#include "window/platform/gui.h"

#include "picture/text/imgui_versions.h"
#include "render/gl/gl_loader.h"
#include "system/standard_streams.h"
#include "window/panels/keyboard_ring.h"
#include "window/platform/glfw_window.h"

#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <string>
#include <utility>

namespace xpbd::window {
namespace {

constexpr float kDoubleClickSeconds = 0.3f; ///< longest double click, where frames are fast
constexpr float kDoubleClickFrames = 6;     ///< longest double click [frames], where they are slow
constexpr float kSlowFrameFades = 0.8f;     ///< factor of slow_frame_ per frame

} // namespace

Gui::Gui(GLFWwindow* window) : window_(window) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    install_callbacks(window); // first, so that ImGui's callbacks call ours
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    install_pixel_mouse(window);
    const bool embedded = render::gl_abilities().dialect == render::ShaderDialect::es_300;
    ImGui_ImplOpenGL3_Init(embedded ? "#version 300 es" : "#version 330 core");
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Gui::begin_frame(AppState& state, glm::ivec2 framebuffer) {
    restyle(state, framebuffer);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    state.keyboard.note_mouse(use_pixels(window_));
    place_pointer(state);
    // Two clicks take three frames at least: where frames are slow, a double click may take longer. The slowest of the
    // last frames counts, because the load of other programs makes single frames slow.
    ImGuiIO& io = ImGui::GetIO();
    slow_frame_ = std::max(io.DeltaTime, kSlowFrameFades * slow_frame_);
    io.MouseDoubleClickTime = std::max(kDoubleClickSeconds, kDoubleClickFrames * slow_frame_);
    begin_taps();
    ImGui::NewFrame();
    end_taps(window_);
}

bool Gui::restyled() {
    return std::exchange(restyled_, false) || imgui::textures_wait();
}

/// Loads fonts and sets sizes and colours where scale or theme changed.
void Gui::restyle(AppState& state, glm::ivec2 framebuffer) {
    state.content_scale = std::clamp(window_events().content_scale, 0.5f, 4.0f);
    state.window_scale.follow(glm::vec2(framebuffer) / state.content_scale, state.now);
    if (state.scale() != styled_scale_) {
        fonts_ = load_fonts(state.scale());
        for (const std::string& warning : fonts_.warnings) {
            system::say(warning);
        }
        imgui::upload_fonts();
    }
    if (state.scale() != styled_scale_ || state.theme() != styled_theme_ || !styled_) {
        restyled_ = true;
        apply_style(state.theme(), state.scale(), state.fingers);
        styled_scale_ = state.scale();
        styled_theme_ = state.theme();
        styled_ = true;
    }
}

} // namespace xpbd::window
