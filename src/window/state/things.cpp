#include "window/state/things.h"

#include "core/base/bounds.h"
#include "lab/text/number_text.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <utility>

namespace xpbd::window {
namespace {

using scenes::AddedCollider;
using scenes::MovedCollider;
using scenes::String;
using scenes::Thing;
using scenes::Weight;
using Waits = AddingState::Waits;

constexpr double kBall = 0.12;    ///< radius of a ball over the body's size
constexpr double kThin = 0.05;    ///< radius of a capsule over the body's size
constexpr double kDrum = 0.1;     ///< radius of a drum over the body's size
constexpr double kHalfLong = 0.3; ///< half length of capsule and drum over the body's size
constexpr double kDrumSpin = 4;   ///< [rad/s]
constexpr double kDrumFriction = 0.5;
constexpr double kWeightShare = 0.1; ///< of the body's mass

/// Two significant digits, for numbers that people read.
double rounded(double value) {
    if (!(value > 0)) {
        return value;
    }
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

double body_size(const Model& model) {
    const double size = box_diagonal(model.rest_position);
    return size > 0 ? size : 1;
}

/// A place between the body and the camera, so that it is seen and free of the body.
Vec3 place_beside(const AppState& state, const lab::Snapshot& snapshot, double radius) {
    const auto pane = index_of(state.stage.picture.active_pane);
    const auto& positions = snapshot.panes[std::min(pane, snapshot.panes.size() - 1)].positions;
    glm::vec3 low(1e30f), high(-1e30f);
    for (const glm::vec3& p : positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const double yaw = glm::radians(state.stage.cameras[pane].yaw);
    const Vec3 to_eye(std::sin(yaw), 0, std::cos(yaw));
    const Vec3 center = 0.5 * (Vec3(low) + Vec3(high));
    const Vec3 half = 0.5 * (Vec3(high) - Vec3(low));
    return center + (std::abs(to_eye.x) * half.x + std::abs(to_eye.z) * half.z + 1.5 * radius) * to_eye;
}

/// The level axis that lies across the view.
Vec3 axis_across(const AppState& state) {
    const double yaw = glm::radians(state.stage.cameras[index_of(state.stage.picture.active_pane)].yaw);
    return std::abs(std::cos(yaw)) >= std::abs(std::sin(yaw)) ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
}

/// Rounded to a thousandth of a length.
Vec3 rounded(const Vec3& place, double length) {
    const double unit = std::pow(10.0, std::floor(std::log10(length))) * 1e-3;
    return glm::round(place / unit) * unit;
}

std::string name_of(const MovedCollider& moved) {
    return (moved.is_removed ? "Collider taken away: " : "Collider moved: ") + std::to_string(moved.collider + 1);
}
std::string name_of(const AddedCollider& added) {
    return std::holds_alternative<Sphere>(added.shape)  ? "Ball"
           : std::holds_alternative<Box>(added.shape)   ? "Box"
           : added.spin != Vec3(0)                      ? "Drum"
           : std::holds_alternative<Plane>(added.shape) ? "Plane"
                                                        : "Capsule";
}
std::string name_of(const Weight& weight) {
    return "Weight of " + lab::quantity_text(weight.mass, "kg");
}
std::string name_of(const String& string) {
    return "String of " + lab::quantity_text(string.length, "m");
}

std::string name_of(const scenes::Cut&) {
    return "Cut";
}

} // namespace

void add_collider(AppState& state, const lab::Snapshot& snapshot, Addable what) {
    const double size = body_size(*snapshot.model);
    const double radius = rounded(size * (what == Addable::capsule ? kThin : what == Addable::drum ? kDrum : kBall));
    const Vec3 arm = rounded(size * kHalfLong) * axis_across(state);
    const std::optional<glm::vec3>& chosen = state.stage.adding.place;
    const Vec3 at = rounded(chosen ? Vec3(*chosen) : place_beside(state, snapshot, radius), size);
    AddedCollider added;
    switch (what) {
    case Addable::ball:
        added.shape = Sphere{at, radius};
        break;
    case Addable::box:
        added.shape = Box{at, Vec3(radius)};
        break;
    case Addable::drum:
        added.spin = kDrumSpin * glm::normalize(arm);
        added.friction = kDrumFriction;
        [[fallthrough]];
    case Addable::capsule:
        added.shape = Capsule{at - arm, at + arm, radius};
        break;
    }
    state.document.scene.changes.things.emplace_back(added);
    state.stage.adding.place.reset();
}

double weight_to_add(const AppState& state, const lab::Snapshot& snapshot) {
    double mass = 0;
    for (const double each : snapshot.model->mass) {
        mass += each;
    }
    return state.stage.adding.mass > 0 ? state.stage.adding.mass : rounded(std::max(kWeightShare * mass, 1e-3));
}

void click_for_thing(AppState& state, const lab::Snapshot& snapshot, int particle) {
    AddingState& adding = state.stage.adding;
    scenes::SceneSpec& scene = state.document.scene;
    switch (std::exchange(adding.waits, Waits::nothing)) {
    case Waits::weight:
        scenes::set_weight(scene, particle,
                           scenes::weight_on(scene, particle) > 0 ? 0 : weight_to_add(state, snapshot));
        break;
    case Waits::string_start:
        adding.start = particle;
        adding.waits = Waits::string_end;
        break;
    case Waits::string_end:
        if (particle != adding.start) {
            const auto& positions = snapshot.panes.front().positions;
            const auto at = [&](int p) {
                return Vec3(positions[index_of(scenes::same_place(*snapshot.model, p, *snapshot.panes.front().model))]);
            };
            const double length = rounded(glm::length(at(particle) - at(adding.start)));
            scene.changes.things.emplace_back(String{{adding.start, particle}, length, adding.compliance});
        } else {
            adding.waits = Waits::string_end; // the same particle: waits for another one
        }
        break;
    case Waits::cut:
    case Waits::lasso:
    case Waits::nothing:
        break;
    }
}

void finish_lasso(AppState& state, const lab::Snapshot& snapshot, const std::vector<int>& particles) {
    const auto is_fixed = [&](int p) { return snapshot.model->mass[index_of(p)] == 0; };
    const bool frees = std::all_of(particles.begin(), particles.end(), is_fixed);
    const lab::PaneSnapshot& shown = snapshot.panes[index_of(state.stage.adding.stroke_pane)];
    for (const int p : particles) {
        if (frees) {
            scenes::unpin(state.document.scene, p);
        } else if (!is_fixed(p)) {
            const int here = scenes::same_place(*snapshot.model, p, *shown.model);
            scenes::pin(state.document.scene, p, Vec3(shown.positions[index_of(here)]), false);
        }
    }
    state.stage.adding.waits = Waits::nothing;
}

std::string_view awaited(const AppState& state) {
    switch (state.stage.adding.waits) {
    case Waits::weight:
        return "Click on the body: the weight hangs there. On a weight: it goes. Esc ends.";
    case Waits::string_start:
        return "Click on the body: the string begins there. Esc ends.";
    case Waits::string_end:
        return "Click on the body: the string ends there. Esc ends.";
    case Waits::cut:
        return "Drag across the body: the scissors cut it in every pane. Esc puts them down.";
    case Waits::lasso:
        return "Drag around particles: they are pinned, or freed if all are pinned. Esc ends.";
    case Waits::nothing:
        break;
    }
    return "";
}

std::vector<std::string> thing_names(const AppState& state) {
    std::vector<std::string> names;
    for (const Thing& thing : state.document.scene.changes.things) {
        names.push_back(std::visit([](const auto& kind) { return name_of(kind); }, thing));
    }
    return names;
}

void take_away(AppState& state, std::size_t thing) {
    auto& things = state.document.scene.changes.things;
    if (thing < things.size()) {
        things.erase(things.begin() + static_cast<std::ptrdiff_t>(thing));
    }
}

} // namespace xpbd::window
