#include "desk.h"

#include "picture/text/imgui_versions.h"
#include "window/panels/keyboard_ring.h"

#include <algorithm>

namespace xpbd::window {

bool overlap(const ScreenRect& a, const ScreenRect& b) {
    return std::min(a.max.x, b.max.x) > std::max(a.min.x, b.min.x) &&
           std::min(a.max.y, b.max.y) > std::max(a.min.y, b.min.y);
}

lab::Session small_session() {
    lab::Session session = *lab::default_session("cloth");
    EXPECT_TRUE(lab::apply_assignment(session, "scene.resolution=4x4"));
    return session;
}

Desk::Desk(const lab::Session& session, ImVec2 display, Start start) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = display;
    io.DeltaTime = 1.0f / 60;
    Preferences preferences;
    if (start == Start::pinned) {
        preferences.first_start = false;
        preferences.advanced = true;
        preferences.scene_pinned = preferences.methods_pinned = preferences.plots_pinned = true;
    }
    state = make_app_state(session, preferences);
    state.ui_map.for_tests = true;
    apply_style(render::Theme::dark, state.scale());
    fonts_ = load_fonts(state.scale());
    imgui::draw_nowhere();
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
        if (retouch) {
            const auto own = std::make_shared<lab::Snapshot>(*snapshot_);
            retouch(*own);
            snapshot_ = own;
        }
        observe(state, *snapshot_);
        place_pointer(state);
        ImGui::NewFrame();
        Ui ui{state, *snapshot_, palette(state.theme()), fonts_};
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
    imgui::move_mouse(position.x, position.y);
    state.keyboard.note_mouse(position);
}

void Desk::button(int which, bool down) {
    imgui::set_button(which, down);
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
    imgui::set_enter(true);
    frame();
    imgui::set_enter(false);
    frame(2);
}

void Desk::hold_ctrl(bool down) {
    imgui::set_ctrl(down);
    frame();
}

void Desk::hold_shift(bool down) {
    imgui::set_shift(down);
    frame();
}

void Desk::press_key(ImGuiKey key) {
    imgui::set_key(key, true);
    frame();
    imgui::set_key(key, false);
    frame(2);
}

bool Desk::press(const Chord& chord) {
    const bool done = dispatch(state, *snapshot_, chord);
    frame(2);
    return done;
}

} // namespace xpbd::window
