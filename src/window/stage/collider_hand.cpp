#include "window/stage/collider_hand.h"

#include "core/step/driven_model.h"
#include "scenes/changes/things.h"
#include "window/stage/picking.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <numbers>

namespace xpbd::window {
namespace {

using Phase = ColliderHand::Phase;

constexpr float kClickReach = 4;     ///< a press that moves less is a click, at scale 1 [px]
constexpr double kNotch = 1.08;      ///< factor of the size per notch of the wheel
constexpr double kLeastScale = 0.05; ///< of the size, in one drag
constexpr double kMostScale = 20;
constexpr double kTurnStep = std::numbers::pi / 12; ///< per press of the key [rad]
constexpr double kReleaseWait = 0.5;                ///< longest wait for the simulation after the release [s]

/// The shape of a collider now, without the hand.
Shape shape_before(const lab::Snapshot& snapshot, int collider) {
    return collider_shapes(*snapshot.model, snapshot.time)[index_of(collider)];
}

/// Rounds to a ten thousandth of a length, so that files do not hold digits that no hand can mean.
glm::vec3 to_ten_thousandth(const glm::vec3& point, float length) {
    const float unit = std::pow(10.0f, std::floor(std::log10(std::max(length, 1e-6f)))) * 1e-4f;
    return glm::round(point / unit) * unit;
}

Placement placement_of(const ColliderHand& hand, const Vec3& center) {
    return {{hand.turn, Vec3(hand.center) - hand.turn * center}, hand.size};
}

void send(AppState& state, const lab::Snapshot& snapshot) {
    const ColliderHand& hand = state.stage.collider;
    const Vec3 center = center_of(shape_before(snapshot, hand.collider));
    state.link.outbox.emplace_back(lab::SetHand{{{}, {{hand.collider, {}, placement_of(hand, center)}}}});
}

/// Begins to move in the plane of the view, or with Shift in the level plane. `position`: the point of the screen that
/// holds the collider [px].
void choose_plane(const PanePlace& place, glm::vec2 position) {
    ColliderHand& hand = place.state.stage.collider;
    hand.level = place.mouse.shift;
    hand.point = hand.center;
    const std::optional<glm::vec3> level =
        hand.level ? level_target(place.camera, place.view, position, hand.point) : std::nullopt;
    hand.level = level.has_value();
    hand.offset = hand.point - (level ? *level : drag_target(place.camera, place.view, position, hand.point));
}

bool is_of(const ColliderHand& hand, const lab::Snapshot& snapshot) {
    return hand.model == snapshot.model->identity && index_of(hand.collider) < snapshot.model->colliders.size();
}

/// The scene takes over the place of the released collider.
void let_go(AppState& state, const lab::Snapshot& snapshot) {
    ColliderHand& hand = state.stage.collider;
    const Vec3 center = center_of(shape_before(snapshot, hand.collider));
    scenes::place_collider(state.document.scene, *snapshot.model, hand.collider, placement_of(hand, center));
    state.link.outbox.emplace_back(lab::SetHand{});
    hand.phase = Phase::none;
}

} // namespace

void hover_collider(const PanePlace& place, const ColliderHit& hit) {
    ColliderHand& hand = place.state.stage.collider;
    hand.phase = Phase::hovered;
    hand.pane = place.pane;
    hand.collider = hit.collider;
    hand.model = place.snapshot.model->identity;
}

void press_collider(const PanePlace& place) {
    ColliderHand& hand = place.state.stage.collider;
    hand.phase = Phase::armed;
    hand.press = place.mouse.position;
}

bool drag_collider(const PanePlace& place) {
    ColliderHand& hand = place.state.stage.collider;
    if (hand.phase != Phase::armed && hand.phase != Phase::held) {
        return false;
    }
    if (!is_of(hand, place.snapshot)) {
        drop_collider(place.state);
        return true;
    }
    if (hand.phase == Phase::armed) {
        if (!place.mouse.left) {
            hand.phase = Phase::none;
            return true;
        }
        const bool moves = glm::length(place.mouse.position - hand.press) > kClickReach * place.state.scale();
        if (!moves && place.mouse.wheel == 0) {
            return true;
        }
        hand.phase = Phase::held;
        hand.center = glm::vec3(center_of(shape_before(place.snapshot, hand.collider)));
        hand.turn = {1, 0, 0, 0};
        hand.size = 1;
        choose_plane(place, hand.press);
    }
    if (!place.mouse.left) {
        hand.phase = Phase::released;
        hand.released_at = place.snapshot.frame;
        hand.released_when = place.state.now;
        settle_collider(place.state, place.snapshot);
        return true;
    }
    if (place.mouse.shift != hand.level) {
        choose_plane(place, place.mouse.position);
    }
    if (hand.level) {
        if (const auto target = level_target(place.camera, place.view, place.mouse.position, hand.point)) {
            hand.center = *target + hand.offset;
        }
    } else {
        hand.center = drag_target(place.camera, place.view, place.mouse.position, hand.point) + hand.offset;
    }
    hand.center = to_ten_thousandth(hand.center, place.camera.distance);
    if (place.mouse.wheel != 0) {
        const double wanted = hand.size * std::pow(kNotch, static_cast<double>(place.mouse.wheel));
        hand.size = std::clamp(std::round(wanted * 1e3) / 1e3, kLeastScale, kMostScale);
    }
    send(place.state, place.snapshot);
    return true;
}

void drop_collider(AppState& state) {
    ColliderHand& hand = state.stage.collider;
    if (hand.phase == Phase::armed || hand.holds()) {
        state.link.outbox.emplace_back(lab::SetHand{});
    }
    hand.phase = Phase::none;
}

void settle_collider(AppState& state, const lab::Snapshot& snapshot) {
    ColliderHand& hand = state.stage.collider;
    if (hand.phase != Phase::released) {
        return;
    }
    if (!is_of(hand, snapshot)) {
        drop_collider(state);
        return;
    }
    const bool reached = snapshot.frame > hand.released_at + 1 || !snapshot.playing;
    if (reached || state.now > hand.released_when + kReleaseWait) {
        let_go(state, snapshot);
    } else {
        send(state, snapshot); // a driven collider stays in the hand meanwhile
    }
}

Shape wanted_shape(const AppState& state, const lab::Snapshot& snapshot) {
    const ColliderHand& hand = state.stage.collider;
    if (!hand.holds()) {
        return shown_colliders(snapshot)[index_of(hand.collider)];
    }
    const Shape before = shape_before(snapshot, hand.collider);
    return placed(before, placement_of(hand, center_of(before)));
}

bool turn_collider(AppState& state) {
    ColliderHand& hand = state.stage.collider;
    if (hand.phase != Phase::held) {
        return false;
    }
    const lab::Camera& camera = state.stage.cameras[index_of(hand.pane)];
    const double yaw = glm::radians(camera.yaw), pitch = glm::radians(camera.pitch);
    const Vec3 to_eye(std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw));
    hand.turn = glm::normalize(glm::angleAxis(kTurnStep, hand.level ? Vec3(0, 1, 0) : to_eye) * hand.turn);
    return true;
}

} // namespace xpbd::window
