#include "window/panels/viewport.h"

#include "core/base/sets.h"
#include "core/model/constraints/distance.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"
#include "window/stage/collider_hand.h"
#include "window/stage/presentation_layout.h"
#include "window/stage/stroke.h"
#include "window/state/side_panels.h"
#include "window/state/things.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <imgui.h>

namespace xpbd::window {
namespace {

constexpr float kReach = 48;           ///< distance within which Ctrl or a double click finds a particle, scale 1 [px]
constexpr float kNear = 10;            ///< distance within which a rope or a pin is hit, at scale 1 [px]
constexpr float kFinger = 24;          ///< the same for a finger in a frame of another page
constexpr float kStill = 4;            ///< a press that moves less is a click, at scale 1 [px]
constexpr float kOrbitSpeed = 0.008f;  ///< [rad/px] at scale 1
constexpr float kMostPitch = 1.5f;     ///< [rad] up or down
constexpr float kLeastPitch = 0.0524f; ///< over a ground [rad], 3 degrees: from below it the body could not be seen
constexpr float kZoomStep = 0.88f;     ///< per notch of the wheel

float aspect_of(const ScreenRect& view) {
    return view.height() > 0 ? view.width() / view.height() : 1.0f;
}

const PaneRects* find_pane(const Layout& layout, int pane) {
    const auto found = std::find_if(layout.panes.begin(), layout.panes.end(),
                                    [&](const PaneRects& rects) { return rects.pane == pane; });
    return found == layout.panes.end() ? nullptr : &*found;
}

int pane_under(const Layout& layout, glm::vec2 position) {
    if ((layout.left_over && layout.left.contains(position)) ||
        (layout.right_over && layout.right.contains(position)) || layout.drawer.contains(position)) {
        return -1; // a panel over the stage is under the mouse
    }
    for (const PaneRects& pane : layout.panes) {
        if (ScreenRect{pane.header.min, glm::max(pane.view.max, pane.readout.max)}.contains(position)) {
            return pane.pane;
        }
    }
    return -1;
}

/// The mouse in the picture of one pane.
struct Place : PanePlace {
    bool covered = false; ///< a panel lies over the stage

    /// `particle` is one of the scene's own mesh. In a pane with another mesh the nearest particle takes its place.
    const glm::vec3& position_of(int particle) const {
        const lab::PaneSnapshot& shown = snapshot.panes[static_cast<std::size_t>(pane)];
        return shown.positions[index_of(scenes::same_place(*snapshot.model, particle, *shown.model))];
    }
    bool has(int particle) const { return particle >= 0 && index_of(particle) < snapshot.model->particle_count(); }
    bool fixed(int particle) const { return is_fixed(snapshot, particle); }
    bool moved_from(glm::vec2 press) const { return glm::length(mouse.position - press) > kStill * state.scale(); }
};

/// The particle that a press would hold. With Ctrl the nearest one, a little beside the body too.
std::optional<int> under_mouse(const Place& place) {
    PickMemory& memory = place.state.stage.pick;
    const lab::Camera& camera = place.state.stage.cameras[static_cast<std::size_t>(place.pane)];
    const bool known = memory.pane == place.pane && memory.snapshot == &place.snapshot &&
                       memory.position == place.mouse.position && memory.camera == camera &&
                       memory.nearby == place.mouse.ctrl;
    if (!known) {
        const float scale = place.state.scale();
        const auto found = place.mouse.ctrl ? pick_particle(place.snapshot, place.pane, place.camera, place.view,
                                                            place.mouse.position, kReach * scale)
                                            : pick_body(place.snapshot, place.pane, place.camera, place.view,
                                                        place.mouse.position, kNear * scale);
        memory = {place.pane, &place.snapshot, place.mouse.position, camera, place.mouse.ctrl, found};
    }
    return memory.particle;
}

/// The collider under the mouse, if it is in front of the particle under the mouse.
std::optional<ColliderHit> collider_in_front(const Place& place, const std::optional<int>& under) {
    constexpr double kOnTop = 0.02; // of the distance: a cloth on a ball is in front of it
    const std::optional<ColliderHit> hit =
        pick_collider(place.snapshot, place.camera, place.view, place.mouse.position);
    if (hit && under && place.has(*under)) {
        const double body = glm::length(place.position_of(*under) - place.camera.eye());
        return hit->distance < (1 - kOnTop) * body ? hit : std::nullopt;
    }
    return hit;
}

void release(AppState& state) {
    state.stage.grab.active = false;
    state.stage.grab.armed = false;
    state.link.outbox.emplace_back(lab::SetHand{});
}

/// The particles that move with a held one: itself, and for a pin the fixed particles that are tied to it through fixed
/// ones, such as a clamped edge. With Ctrl the pin alone.
std::vector<int> row_of(const Place& place, int pin) {
    const Model& model = *place.snapshot.model;
    if (place.mouse.ctrl || !place.fixed(pin)) {
        return {pin};
    }
    Sets rows(model.particle_count());
    const auto tie = [&](int a, int b) {
        if (place.fixed(a) && place.fixed(b)) {
            rows.join(a, b);
        }
    };
    for (const auto& [a, b] : model.of_type<Distance>().particles) {
        tie(a, b);
    }
    for (const auto& [a, b, c] : model.triangles) {
        tie(a, b);
        tie(b, c);
    }
    std::vector<int> row;
    for (int i = 0; place.has(i); ++i) {
        if (rows.name(i) == rows.name(pin)) {
            row.push_back(i);
        }
    }
    return row;
}

/// A press of the left button on the body becomes a pull when the mouse moves: a click leaves the body alone.
void begin_pull(Place& place) {
    GrabState& grab = place.state.stage.grab;
    if (!place.mouse.left || !place.has(grab.particle)) {
        grab.armed = false;
        return;
    }
    if (place.moved_from(grab.press)) {
        grab.active = true;
        grab.armed = false;
        grab.point = place.position_of(grab.particle);
        grab.row.clear();
        for (const int particle : row_of(place, grab.particle)) {
            grab.row.push_back({particle, place.position_of(particle) - grab.point});
        }
        grab.offset = grab.point - drag_target(place.camera, place.view, grab.press, grab.point);
    }
}

/// Moves the held particle with the mouse. A pin stays where it is released.
void pull(Place& place) {
    GrabState& grab = place.state.stage.grab;
    if (!place.mouse.left) {
        for (const GrabState::Held& held : grab.row) {
            if (place.fixed(held.particle)) {
                scenes::pin(place.state.document.scene, held.particle, Vec3(grab.target + held.offset), true);
            }
        }
        release(place.state);
        return;
    }
    grab.target = drag_target(place.camera, place.view, place.mouse.position, grab.point) + grab.offset;
    Hand hand;
    for (const GrabState::Held& held : grab.row) {
        hand.grabs.push_back({held.particle, Vec3(grab.target + held.offset)});
    }
    place.state.link.outbox.emplace_back(lab::SetHand{std::move(hand)});
    if (place.mouse.right_pressed && !place.fixed(grab.particle)) {
        scenes::pin(place.state.document.scene, grab.particle, Vec3(grab.target), false);
    }
}

/// A stroke with the scissors or the lasso. False if neither is in the hand.
bool draw_stroke(const Place& place, bool over) {
    AddingState& adding = place.state.stage.adding;
    using Waits = AddingState::Waits;
    if (adding.waits != Waits::cut && adding.waits != Waits::lasso) {
        adding.stroke_pane = -1;
        return false;
    }
    const MouseInput& mouse = place.mouse;
    if (adding.stroke_pane < 0) {
        if (over && mouse.left_pressed) {
            adding.stroke_pane = place.pane;
            adding.stroke = {mouse.position};
            adding.cuts.clear();
            adding.is_on_surface = false;
        }
        return over && !mouse.right && !mouse.middle;
    }
    constexpr std::size_t kLongestStroke = 4096; // points
    if (mouse.position != adding.stroke.back() && adding.stroke.size() < kLongestStroke) {
        if (adding.waits == Waits::cut) {
            extend_cut(adding, place.snapshot, place.pane, place.camera, place.view, adding.stroke.back(),
                       mouse.position);
        }
        adding.stroke.push_back(mouse.position);
    }
    if (!mouse.left) {
        if (adding.waits == Waits::cut) {
            finish_cut(place.state, *place.snapshot.model);
        } else {
            finish_lasso(place.state, place.snapshot,
                         particles_within(place.snapshot, place.pane, place.camera, place.view, adding.stroke));
        }
        adding.stroke_pane = -1;
    }
    return true;
}

void choose_pane(AppState& state, int pane) {
    if (state.stage.picture.mode == picture::ViewMode::side_by_side) {
        state.stage.picture.active_pane = pane;
    }
}

/// A right click opens the menu of what can be done there; a right drag pans. With Ctrl, and where no menu opens, a
/// right click on the body pins it or frees it.
void follow_right_click(const Place& place, bool over, const std::optional<int>& under) {
    AppState& state = place.state;
    AddingState& adding = state.stage.adding;
    const ColliderHand& hand = state.stage.collider;
    if (place.mouse.right_pressed && over) {
        adding.press_pane = place.pane;
        adding.press = place.mouse.position;
        adding.collider = hand.phase == ColliderHand::Phase::hovered ? hand.collider : -1;
        adding.particle = under.value_or(-1);
    } else if (adding.press_pane >= 0 && place.moved_from(adding.press)) {
        adding.press_pane = -1;
    } else if (adding.press_pane >= 0 && !place.mouse.right) {
        const bool here = std::exchange(adding.press_pane, -1) == place.pane;
        if (here && (state.presentation.on || place.mouse.ctrl)) {
            toggle_pin(state, place.snapshot, place.pane, adding.particle);
        } else if (here) {
            adding.menu_wanted = true;
            adding.menu_at = place.mouse.position;
            adding.place = drag_target(place.camera, place.view, place.mouse.position, place.camera.pivot);
            choose_pane(state, place.pane);
        }
    }
}

/// Orbit, pan, zoom and pivot. A double click beside the body frames it.
void move_camera(Place& place, bool over) {
    AppState& state = place.state;
    const MouseInput& mouse = place.mouse;
    render::OrbitCamera& camera = place.camera;
    bool moved = false;
    if (over && mouse.double_clicked && !mouse.ctrl) {
        std::optional<int> hit =
            pick_particle(place.snapshot, place.pane, camera, place.view, mouse.position, kReach * state.scale());
        if (!hit) { // the mouse is in the middle of a large triangle
            hit = pick_body(place.snapshot, place.pane, camera, place.view, mouse.position, kNear * state.scale());
        }
        if (hit) {
            camera.pivot = place.position_of(*hit);
            moved = true;
        } else {
            frame_camera(state, place.pane, lab::Camera{}.yaw, lab::Camera{}.pitch); // as the key F does
            return;
        }
    }
    if (state.stage.drag_pane == place.pane && (mouse.delta.x != 0 || mouse.delta.y != 0)) {
        if (mouse.right || (mouse.left && mouse.shift)) {
            camera.pan(glm::vec2{mouse.delta.x, -mouse.delta.y} / std::max(1.0f, place.view.height()));
        } else {
            camera.yaw -= mouse.delta.x * kOrbitSpeed / state.scale();
            const bool over_ground = state.stage.picture.ground || picture::scene_ground(place.snapshot).is_floor;
            const float least = over_ground ? std::min(camera.pitch, kLeastPitch) : -kMostPitch;
            camera.pitch = std::clamp(camera.pitch + mouse.delta.y * kOrbitSpeed / state.scale(), least, kMostPitch);
        }
        moved = true;
    }
    if (over && mouse.wheel != 0) {
        camera.distance = std::clamp(camera.distance * std::pow(kZoomStep, mouse.wheel), 0.01f, 1000.0f);
        moved = true;
    }
    if (moved) {
        set_camera(state, place.pane, picture::from_orbit(camera));
    }
}

/// Begins an action at a press in a picture: a pull if a particle is under the mouse, else a drag of the camera.
void press(Place& place, const std::optional<int>& under) {
    StageState& stage = place.state.stage;
    const MouseInput& mouse = place.mouse;
    if (mouse.left_pressed || mouse.right_pressed || mouse.middle_pressed) {
        if (place.covered) { // keeps panels beside the stage, so that the view does not move during the press
            close_over(place.state);
        }
    }
    if (mouse.left_pressed && under && !mouse.shift) {
        stage.grab.armed = true;
        stage.grab.pane = place.pane;
        stage.grab.particle = *under;
        stage.grab.press = mouse.position;
        choose_pane(place.state, place.pane);
    } else if (mouse.left_pressed || mouse.right_pressed || mouse.middle_pressed) {
        stage.drag_pane = place.pane;
        choose_pane(place.state, place.pane);
    }
}

/// The pane that mouse input is for: the pane of the current pull or drag, or else the pane under the mouse.
int meant_pane(const StageState& stage) {
    const ColliderHand::Phase collider = stage.collider.phase;
    return collider == ColliderHand::Phase::armed || collider == ColliderHand::Phase::held ? stage.collider.pane
           : stage.adding.stroke_pane >= 0                                                 ? stage.adding.stroke_pane
           : stage.grab.active || stage.grab.armed                                         ? stage.grab.pane
           : stage.drag_pane >= 0                                                          ? stage.drag_pane
                                                                                           : stage.hovered_pane;
}

} // namespace

MouseInput read_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    MouseInput mouse;
    mouse.position = {io.MousePos.x, io.MousePos.y};
    mouse.delta = {io.MouseDelta.x, io.MouseDelta.y};
    mouse.wheel = io.MouseWheel;
    mouse.left = io.MouseDown[0];
    mouse.right = io.MouseDown[1];
    mouse.middle = io.MouseDown[2];
    mouse.left_pressed = ImGui::IsMouseClicked(0);
    mouse.right_pressed = ImGui::IsMouseClicked(1);
    mouse.middle_pressed = ImGui::IsMouseClicked(2);
    mouse.double_clicked = ImGui::IsMouseDoubleClicked(0);
    mouse.ctrl = io.KeyCtrl;
    mouse.shift = io.KeyShift;
    mouse.taken = io.WantCaptureMouse;
    return mouse;
}

void handle_mouse(AppState& state, const lab::Snapshot& snapshot, const Layout& layout, const MouseInput& mouse) {
    StageState& stage = state.stage;
    stage.hovered_pane = pane_under(layout, mouse.position);
    stage.grab.hover_pane = -1;
    settle_collider(state, snapshot);
    if (stage.collider.phase == ColliderHand::Phase::hovered) {
        stage.collider.phase = ColliderHand::Phase::none;
    }
    const int pane = meant_pane(stage);
    const PaneRects* rects = find_pane(layout, pane);
    if (pane < 0 || rects == nullptr || pane >= static_cast<int>(snapshot.panes.size())) {
        stage.drag_pane = -1;
        stage.adding.press_pane = -1;
        if (stage.grab.active || stage.grab.armed) {
            release(state);
        }
        stage.adding.stroke_pane = -1;
        if (stage.collider.phase != ColliderHand::Phase::released) { // a released one waits for the simulation
            drop_collider(state);
        }
        return;
    }
    const lab::Camera& camera = stage.cameras[static_cast<std::size_t>(pane)];
    Place place{
        {state, snapshot, mouse, pane, rects->view, picture::to_orbit(camera, snapshot, aspect_of(rects->view))},
        layout.left_over || layout.right_over};
    if (drag_collider(place)) {
        return;
    }
    if (draw_stroke(place, !mouse.taken && rects->view.contains(mouse.position))) {
        return;
    }
    if (stage.grab.armed) {
        begin_pull(place);
    }
    if (stage.grab.active) {
        pull(place);
        return;
    }
    if (!mouse.left && !mouse.right && !mouse.middle) {
        stage.drag_pane = -1;
    }
    const bool over = !mouse.taken && place.view.contains(mouse.position);
    const bool free = over && stage.drag_pane < 0 && !stage.grab.armed;
    std::optional<int> under = free ? under_mouse(place) : std::nullopt;
    if (free && !stage.collider.holds() && !mouse.ctrl && stage.adding.waits == AddingState::Waits::nothing) {
        if (const std::optional<ColliderHit> hit = collider_in_front(place, under)) {
            hover_collider(place, *hit);
            under.reset();
            if (!state.presentation.laser) {
                ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            }
            if (mouse.left_pressed) {
                if (place.covered) {
                    close_over(state);
                }
                press_collider(place);
                choose_pane(state, pane);
                return;
            }
        }
    }
    if (under && !mouse.shift) {
        stage.grab.hover_pane = pane;
        stage.grab.hover_particle = *under;
        if (!state.presentation.laser) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
    }
    follow_right_click(place, free, under);
    if (under && mouse.left_pressed && stage.adding.waits != AddingState::Waits::nothing) {
        click_for_thing(state, snapshot, *under);
        return;
    }
    if (free && !under && mouse.left_pressed && stage.adding.waits == AddingState::Waits::string_end) {
        const glm::vec3 start =
            place.has(stage.adding.start) ? place.position_of(stage.adding.start) : place.camera.pivot;
        tie_to_world(state, snapshot, Vec3(drag_target(place.camera, place.view, mouse.position, start)));
        return;
    }
    if (free) {
        press(place, under);
    }
    move_camera(place, over);
}

bool finger_acts(const AppState& state, const lab::Snapshot& snapshot, glm::vec2 display, glm::vec2 place) {
    if (!state.presentation.embedded) {
        return true;
    }
    const PresentationLayout layout = presentation_layout(state, display);
    if (layout.sliders.contains(place) || layout.lesson.contains(place)) {
        return true;
    }
    return std::any_of(layout.panes.panes.begin(), layout.panes.panes.end(), [&](const PaneRects& rects) {
        if (!rects.view.contains(place) || index_of(rects.pane) >= snapshot.panes.size()) {
            return false;
        }
        const render::OrbitCamera camera =
            picture::to_orbit(state.stage.cameras[index_of(rects.pane)], snapshot, aspect_of(rects.view));
        return pick_body(snapshot, rects.pane, camera, rects.view, place, kFinger * state.scale()).has_value() ||
               pick_collider(snapshot, camera, rects.view, place).has_value();
    });
}

} // namespace xpbd::window
