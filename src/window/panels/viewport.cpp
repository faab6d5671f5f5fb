#include "window/panels/viewport.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <imgui.h>

namespace xpbd::window {
namespace {

constexpr float kReach = 48;          ///< of a grab, at scale 1 [px]
constexpr float kOrbitSpeed = 0.008f; ///< [rad/px] at scale 1
constexpr float kZoomStep = 0.88f;    ///< per notch of the wheel

float aspect_of(const ScreenRect& view) {
    return view.height() > 0 ? view.width() / view.height() : 1.0f;
}

const PaneRects* find_pane(const Layout& layout, int pane) {
    const auto found = std::find_if(layout.panes.begin(), layout.panes.end(),
                                    [&](const PaneRects& rects) { return rects.pane == pane; });
    return found == layout.panes.end() ? nullptr : &*found;
}

int pane_under(const Layout& layout, glm::vec2 position) {
    for (const PaneRects& pane : layout.panes) {
        if (ScreenRect{pane.header.min, pane.readout.max}.contains(position)) {
            return pane.pane;
        }
    }
    return -1;
}

glm::vec2 to_ndc(const ScreenRect& view, glm::vec2 p) {
    return {2 * (p.x - view.min.x) / std::max(1.0f, view.width()) - 1,
            1 - 2 * (p.y - view.min.y) / std::max(1.0f, view.height())};
}

void release(AppState& state) {
    state.stage.grab.active = false;
    state.link.outbox.emplace_back(lab::SetGrabs{});
}

void drag_grab(AppState& state, const Layout& layout, const render::OrbitCamera& camera, const MouseInput& mouse) {
    const PaneRects* pane = find_pane(layout, state.stage.grab.pane);
    if (!mouse.left || pane == nullptr) {
        release(state);
        return;
    }
    const glm::vec3 target = drag_target(camera, pane->view, mouse.position, state.stage.grab.point);
    state.link.outbox.emplace_back(lab::SetGrabs{{Grab{state.stage.grab.particle, Vec3(target)}}});
}

} // namespace

std::optional<glm::vec2> to_screen(const render::OrbitCamera& camera, const ScreenRect& view, const glm::vec3& point) {
    const glm::vec4 clip = camera.projection(aspect_of(view)) * camera.view() * glm::vec4(point, 1);
    if (!(clip.w > 1e-6f)) {
        return std::nullopt;
    }
    return glm::vec2{view.min.x + (clip.x / clip.w * 0.5f + 0.5f) * view.width(),
                     view.min.y + (0.5f - clip.y / clip.w * 0.5f) * view.height()};
}

MouseInput read_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    MouseInput mouse;
    mouse.position = {io.MousePos.x, io.MousePos.y};
    mouse.delta = {io.MouseDelta.x, io.MouseDelta.y};
    mouse.wheel = io.MouseWheel;
    mouse.left = io.MouseDown[0];
    mouse.right = io.MouseDown[1];
    mouse.left_pressed = ImGui::IsMouseClicked(0);
    mouse.right_pressed = ImGui::IsMouseClicked(1);
    mouse.double_clicked = ImGui::IsMouseDoubleClicked(0);
    mouse.ctrl = io.KeyCtrl;
    mouse.shift = io.KeyShift;
    mouse.taken = io.WantCaptureMouse;
    return mouse;
}

std::optional<int> pick_particle(const lab::Snapshot& snapshot, int pane, const render::OrbitCamera& camera,
                                 const ScreenRect& view, glm::vec2 position, float reach) {
    const std::vector<glm::vec3>& positions = snapshot.panes[static_cast<std::size_t>(pane)].positions;
    std::optional<int> best;
    float best_distance = reach;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::optional<glm::vec2> at = to_screen(camera, view, positions[i]);
        const float distance = at ? glm::length(*at - position) : reach;
        if (distance < best_distance) {
            best_distance = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

glm::vec3 drag_target(const render::OrbitCamera& camera, const ScreenRect& view, glm::vec2 position,
                      const glm::vec3& through) {
    const glm::vec3 eye = camera.eye();
    const glm::vec3 forward = glm::normalize(camera.pivot - eye);
    const glm::vec3 ray = camera.ray(to_ndc(view, position), aspect_of(view));
    const float slope = glm::dot(ray, forward);
    return slope > 1e-4f ? eye + ray * (glm::dot(through - eye, forward) / slope) : through;
}

void handle_mouse(AppState& state, const lab::Snapshot& snapshot, const Layout& layout, const MouseInput& mouse) {
    state.stage.hovered_pane = pane_under(layout, mouse.position);
    state.stage.grab.hover_pane = -1;
    const int pane = state.stage.grab.active      ? state.stage.grab.pane
                     : state.stage.drag_pane >= 0 ? state.stage.drag_pane
                                                  : state.stage.hovered_pane;
    const PaneRects* rects = find_pane(layout, pane);
    if (pane < 0 || rects == nullptr || pane >= static_cast<int>(snapshot.panes.size())) {
        state.stage.drag_pane = -1;
        if (state.stage.grab.active) {
            release(state);
        }
        return;
    }
    const ScreenRect& view = rects->view;
    render::OrbitCamera camera =
        picture::to_orbit(state.stage.cameras[static_cast<std::size_t>(pane)], snapshot, aspect_of(view));
    if (state.stage.grab.active) {
        drag_grab(state, layout, camera, mouse);
        return;
    }
    if (!mouse.left && !mouse.right) {
        state.stage.drag_pane = -1;
    }
    const bool over = !mouse.taken && view.contains(mouse.position);
    const std::optional<int> near =
        over && mouse.ctrl && !mouse.right
            ? pick_particle(snapshot, pane, camera, view, mouse.position, kReach * state.scale())
            : std::nullopt;
    if (near && state.stage.drag_pane < 0) {
        state.stage.grab.hover_pane = pane;
        state.stage.grab.hover_particle = *near;
        if (mouse.left_pressed) {
            state.stage.grab.active = true;
            state.stage.grab.pane = pane;
            state.stage.grab.particle = *near;
            state.stage.grab.point =
                snapshot.panes[static_cast<std::size_t>(pane)].positions[static_cast<std::size_t>(*near)];
            drag_grab(state, layout, camera, mouse);
            return;
        }
    }
    bool moved = false;
    if (over && (mouse.left_pressed || mouse.right_pressed)) {
        state.stage.drag_pane = pane;
        state.stage.picture.active_pane =
            state.stage.picture.mode == picture::ViewMode::side_by_side ? pane : state.stage.picture.active_pane;
    }
    if (over && mouse.double_clicked && !mouse.ctrl) {
        const std::optional<int> hit =
            pick_particle(snapshot, pane, camera, view, mouse.position, kReach * state.scale());
        if (hit) {
            camera.pivot = snapshot.panes[static_cast<std::size_t>(pane)].positions[static_cast<std::size_t>(*hit)];
            moved = true;
        }
    }
    if (state.stage.drag_pane == pane && (mouse.delta.x != 0 || mouse.delta.y != 0)) {
        if (mouse.right || (mouse.left && mouse.shift)) {
            camera.pan(glm::vec2{-mouse.delta.x, mouse.delta.y} / std::max(1.0f, view.height()));
            moved = true;
        } else if (mouse.left && !mouse.ctrl) {
            camera.yaw -= mouse.delta.x * kOrbitSpeed / state.scale();
            camera.pitch = std::clamp(camera.pitch + mouse.delta.y * kOrbitSpeed / state.scale(), -1.5f, 1.5f);
            moved = true;
        }
    }
    if (over && mouse.wheel != 0) {
        camera.distance = std::clamp(camera.distance * std::pow(kZoomStep, mouse.wheel), 0.01f, 1000.0f);
        moved = true;
    }
    if (moved) {
        set_camera(state, pane, picture::from_orbit(camera));
    }
}

} // namespace xpbd::window
