#include "window/panels/hand_marks.h"

#include "lab/text/number_text.h"
#include "scenes/changes/other_mesh.h"
#include "window/panels/panels.h"
#include "window/panels/viewport.h"
#include "window/stage/cameras.h"
#include "window/stage/collider_hand.h"
#include "window/state/things.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace xpbd::window {
namespace {

/// Names the middles of the first colliders, for tests that drag them: "collider.0_A".
void name_colliders(Ui& ui, const PaneRects& rects) {
    constexpr std::size_t kMostNamed = 4;
    const std::vector<Shape> shapes = shown_colliders(ui.snapshot);
    const ScreenRect& r = rects.view;
    const lab::Camera& camera = ui.state.stage.cameras[index_of(rects.pane)];
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, r.width() / std::max(1.0f, r.height()));
    for (std::size_t c = 0, named = 0; c < shapes.size() && named < kMostNamed; ++c) {
        const auto at = to_screen(orbit, r, glm::vec3(center_of(shapes[c])));
        if (at && r.contains(*at) && !std::holds_alternative<Plane>(shapes[c])) {
            mark_rect(ui, "collider." + std::to_string(c) + "_" + pane_label(rects.pane), {at->x - 1, at->y - 1},
                      {at->x + 1, at->y + 1});
            ++named;
        }
    }
}

/// Draws the outline of the collider that the hand holds or that a press would hold; while it is held in every pane.
void draw_collider_hand(Ui& ui, const PaneRects& rects) {
    const ColliderHand& hand = ui.state.stage.collider;
    using Phase = ColliderHand::Phase;
    if (hand.phase == Phase::none || (!hand.holds() && hand.pane != rects.pane) ||
        hand.model != ui.snapshot.model->identity) {
        return;
    }
    const ScreenRect& r = rects.view;
    const lab::Camera& camera = ui.state.stage.cameras[index_of(rects.pane)];
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, r.width() / std::max(1.0f, r.height()));
    std::vector<ImVec2> outline;
    for (const glm::vec2& at : outline_of(wanted_shape(ui.state, ui.snapshot), orbit, r)) {
        outline.emplace_back(at.x, at.y);
    }
    if (outline.size() < 3) {
        return;
    }
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({r.min.x, r.min.y}, {r.max.x, r.max.y});
    const auto count = static_cast<int>(outline.size());
    list->AddConvexPolyFilled(outline.data(), count, IM_COL32(255, 255, 255, hand.holds() ? 30 : 46));
    list->AddPolyline(outline.data(), count, ui.colours.accent, ImDrawFlags_Closed, ui.px(1.8f));
    list->PopClipRect();
}

/// Draws the stroke of the scissors or the lasso.
void draw_stroke_line(const Ui& ui, const PaneRects& rects) {
    const AddingState& adding = ui.state.stage.adding;
    if (adding.stroke_pane != rects.pane) {
        return;
    }
    std::vector<ImVec2> line;
    for (const glm::vec2& at : adding.stroke) {
        line.emplace_back(at.x, at.y);
    }
    const bool closes = adding.waits == AddingState::Waits::lasso;
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({rects.view.min.x, rects.view.min.y}, {rects.view.max.x, rects.view.max.y});
    list->AddPolyline(line.data(), static_cast<int>(line.size()), ui.colours.accent,
                      closes ? ImDrawFlags_Closed : ImDrawFlags_None, ui.px(2));
    list->PopClipRect();
}

/// Marks the held particle, or the one that a press would hold; during a pull in every pane.
void draw_hand(Ui& ui, const PaneRects& rects) {
    constexpr int kRings = 6; // of the glow
    const GrabState& grab = ui.state.stage.grab;
    if (rects.pane >= static_cast<int>(ui.snapshot.panes.size()) || (!grab.active && grab.hover_pane != rects.pane)) {
        return;
    }
    const ScreenRect& r = rects.view;
    const auto& positions = ui.snapshot.panes[static_cast<std::size_t>(rects.pane)].positions;
    const int particle = scenes::same_place(*ui.snapshot.model, grab.active ? grab.particle : grab.hover_particle,
                                            *model_of(ui.snapshot, rects.pane));
    const auto index = static_cast<std::size_t>(particle); // for -1 (no particle) beyond the end of `positions`
    const lab::Camera& camera = ui.state.stage.cameras[static_cast<std::size_t>(rects.pane)];
    const render::OrbitCamera orbit = picture::to_orbit(camera, ui.snapshot, r.width() / std::max(1.0f, r.height()));
    const std::optional<glm::vec2> at = index < positions.size() ? to_screen(orbit, r, positions[index]) : std::nullopt;
    if (!at || !r.contains(*at)) {
        return;
    }
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->PushClipRect({r.min.x, r.min.y}, {r.max.x, r.max.y});
    const ImVec2 centre{at->x, at->y};
    for (int ring = 1; ring <= kRings; ++ring) {
        list->AddCircleFilled(centre, ui.px(5.0f * static_cast<float>(ring)), IM_COL32(255, 255, 255, 26), 32);
    }
    list->AddCircleFilled(centre, ui.px(grab.active ? 5.0f : 3.5f), ui.colours.accent, 20);
    list->AddCircle(centre, ui.px(10), ui.colours.accent, 28, ui.px(1.6f));
    list->PopClipRect();
}

/// Effects of the mouse's buttons on the body under it, as a text; "" beside the body.
std::string what_a_press_does(const Ui& ui, int pane) {
    const GrabState& grab = ui.state.stage.grab;
    if (const std::string_view wait = awaited(ui.state); !wait.empty()) {
        return std::string(wait);
    }
    const ColliderHand& hand = ui.state.stage.collider;
    if (!ui.state.presentation.on && hand.phase != ColliderHand::Phase::none && hand.pane == pane) {
        return hand.phase == ColliderHand::Phase::hovered
                   ? "drag: move it  ·  Shift: along the ground  ·  right click: more"
                   : "wheel: size  ·  R: turn  ·  Shift: along the ground";
    }
    if (ui.state.presentation.on || (grab.active ? grab.pane != pane : grab.hover_pane != pane)) {
        return "";
    }
    const bool fixed = is_fixed(ui.snapshot, grab.active ? grab.particle : grab.hover_particle);
    if (grab.active) {
        return fixed ? "" : "right button: pin it here";
    }
    return fixed ? "drag: move the pin  ·  right click: free it, add" : "drag: pull  ·  right click: pin it, add";
}

/// What holds or drives the body under the mouse, as measured in a pane; nullptr beside it and where the method has no
/// forces.
const SupportReading* support_under_mouse(const Ui& ui, int pane) {
    const std::vector<SupportReading>& supports = ui.snapshot.panes[index_of(pane)].supports;
    const auto find = [&](SupportReading::Kind kind, int index) {
        const auto row = std::find_if(supports.begin(), supports.end(), [&](const SupportReading& one) {
            return one.kind == kind && one.index == index;
        });
        return row == supports.end() ? nullptr : &*row;
    };
    const Model& model = *ui.snapshot.model;
    const ColliderHand& hand = ui.state.stage.collider;
    if (hand.phase != ColliderHand::Phase::none) {
        return hand.model == model.identity ? find(SupportReading::Kind::collider, hand.collider) : nullptr;
    }
    const GrabState& grab = ui.state.stage.grab;
    const int particle = grab.active ? grab.particle : grab.hover_particle;
    if ((!grab.active && grab.hover_pane < 0) || !is_fixed(ui.snapshot, particle)) {
        return nullptr;
    }
    for (std::size_t d = 0; d < model.drives.size(); ++d) {
        const std::vector<int>& driven = model.drives[d].particles;
        if (std::find(driven.begin(), driven.end(), particle) != driven.end()) {
            return find(SupportReading::Kind::drive, static_cast<int>(d));
        }
    }
    return find(SupportReading::Kind::pins, 0);
}

/// "pins on the body: 4.91 N (0, 4.91, 0)  ·  0 W"
std::string force_note(const SupportReading& support) {
    const auto number = [](double value) { return lab::reading_text(value, ""); };
    const Vec3& force = support.load.force;
    const std::string who = support.kind == SupportReading::Kind::collider ? "collider"
                            : support.name.empty()                         ? "pins"
                                                                           : support.name;
    return who + " on the body: " + lab::reading_text(glm::length(force), "N") + " (" + number(force.x) + ", " +
           number(force.y) + ", " + number(force.z) + ")  ·  " + lab::reading_text(support.load.power, "W");
}

} // namespace

void draw_hand_marks(Ui& ui, const PaneRects& rects) {
    draw_hand(ui, rects);
    name_colliders(ui, rects);
    draw_collider_hand(ui, rects);
    draw_stroke_line(ui, rects);
}

std::vector<std::string> hand_notes(const Ui& ui, int pane) {
    std::vector<std::string> notes;
    if (const SupportReading* support = support_under_mouse(ui, pane)) {
        notes.push_back(force_note(*support));
    }
    if (std::string what = what_a_press_does(ui, pane); !what.empty()) {
        notes.push_back(std::move(what));
    }
    return notes;
}

} // namespace xpbd::window
