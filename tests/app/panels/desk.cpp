#include "desk.h"

#include <cstdint>

namespace xpbd::window {
namespace {

constexpr int kEnterKey = 13; ///< our own index of the key, where ImGui asks for one

} // namespace

lab::Session small_session() {
    lab::Session session = *lab::default_session("cloth");
    EXPECT_TRUE(lab::apply_assignment(session, "scene.resolution=4x4"));
    return session;
}

Desk::Desk(const lab::Session& session, ImVec2 display) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = display;
    io.DeltaTime = 1.0f / 60;
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#elif IMGUI_VERSION_NUM < 18700
    io.KeyMap[ImGuiKey_Enter] = kEnterKey;
#endif
    Preferences preferences;
    preferences.first_start = false;
    preferences.advanced = true;
    state = make_app_state(session, preferences);
    state.ui_map.enabled = true;
    apply_style(render::Theme::dark, state.scale());
    fonts_ = load_fonts(state.scale());
#if IMGUI_VERSION_NUM < 19200
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    // As in the real window the atlas has a texture id. With the id 0, ImGui does not notice a font that is pushed in
    // one window and popped in another.
    io.Fonts->SetTexID(reinterpret_cast<ImTextureID>(std::uintptr_t{1}));
#endif
    Result<std::unique_ptr<lab::InlineRunner>> runner = lab::InlineRunner::create(session);
    EXPECT_TRUE(runner) << (runner ? "" : runner.error().message);
    runner_ = std::move(*runner);
    snapshot_ = runner_->latest();
    move({-100, -100});
    frame(2);
}

Desk::~Desk() {
    ImGui::DestroyContext();
}

void Desk::frame(int count) {
    for (int i = 0; i < count; ++i) {
        const ImGuiIO& io = ImGui::GetIO();
        state.now += static_cast<double>(io.DeltaTime);
        snapshot_ = runner_->latest();
        observe(state, *snapshot_);
        ImGui::NewFrame();
        Ui ui{state, *snapshot_, palette(state.preferences.theme), fonts_};
        layout = draw_interface(ui, {io.DisplaySize.x, io.DisplaySize.y});
        handle_mouse(state, *snapshot_, layout, read_mouse());
        settle_cameras(state, *snapshot_, layout);
        flush(state, *runner_);
        ImGui::Render();
    }
}

void Desk::settle() {
    move({-100, -100});
    frame(30);
}

void Desk::move(glm::vec2 position) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(position.x, position.y);
#else
    io.MousePos = {position.x, position.y};
#endif
}

void Desk::button(int which, bool down) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMouseButtonEvent(which, down);
#else
    io.MouseDown[which] = down;
#endif
}

ScreenRect Desk::rect(const std::string& widget) {
    const ScreenRect* found = state.ui_map.find(widget);
    EXPECT_NE(found, nullptr) << widget << " is not on screen";
    return found == nullptr ? ScreenRect{} : *found;
}

void Desk::click_at(glm::vec2 position, int which) {
    move(position);
    frame(2);
    button(which, true);
    frame();
    button(which, false);
    frame(2);
}

void Desk::click(const std::string& widget, int which) {
    click_at(rect(widget).center(), which);
}

void Desk::double_click(const std::string& widget) {
    const glm::vec2 center = rect(widget).center();
    click_at(center);
    button(0, true);
    frame();
    button(0, false);
    frame(3);
}

void Desk::drag(const std::string& widget, float from, float to) {
    const ScreenRect r = rect(widget);
    const auto at = [&](float share) { return glm::vec2{r.min.x + share * r.width(), r.center().y}; };
    move(at(from));
    frame(2);
    button(0, true);
    frame();
    constexpr int kSteps = 4;
    for (int i = 1; i <= kSteps; ++i) {
        move(at(from + (to - from) * static_cast<float>(i) / kSteps));
        frame();
    }
    button(0, false);
    frame();
}

void Desk::type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame(2);
}

void Desk::enter() {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_Enter, true);
    frame();
    io.AddKeyEvent(ImGuiKey_Enter, false);
#else
    io.KeysDown[kEnterKey] = true;
    frame();
    io.KeysDown[kEnterKey] = false;
#endif
    frame(2);
}

void Desk::hold_ctrl(bool down) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiMod_Ctrl, down);
#else
    io.KeyCtrl = down;
    io.KeyMods = down ? ImGuiKeyModFlags_Ctrl : ImGuiKeyModFlags_None;
#endif
    frame();
}

bool Desk::press(const Chord& chord) {
    const bool done = dispatch(state, *snapshot_, chord);
    frame(2);
    return done;
}

} // namespace xpbd::window
