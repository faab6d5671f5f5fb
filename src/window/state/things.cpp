#include "window/state/things.h"

#include "core/base/bounds.h"
#include "lab/text/number_text.h"
#include "scenes/changes/other_mesh.h"
#include "scenes/changes/pins.h"
#include "scenes/changes/things.h"
#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <optional>
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
double two_digits(double value) {
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

/// A box around a body, and the direction of the camera.
struct Surroundings {
    Vec3 low{1e30}, high{-1e30}; ///< corners of a box around it [m]
    double size = 1;             ///< [m]
    double yaw = 0;              ///< of the camera [rad]

    template <class Positions>
    void surround(const Positions& positions) {
        for (const auto& p : positions) {
            low = glm::min(low, Vec3(p));
            high = glm::max(high, Vec3(p));
        }
    }
    /// A place between the body and the camera, so that a thing there is seen and free of the body.
    Vec3 beside(double radius) const {
        const Vec3 to_eye(std::sin(yaw), 0, std::cos(yaw));
        const Vec3 half = 0.5 * (high - low);
        return 0.5 * (low + high) + (std::abs(to_eye.x) * half.x + std::abs(to_eye.z) * half.z + 1.5 * radius) * to_eye;
    }
    /// The level axis that lies across the view.
    Vec3 axis_across() const {
        return std::abs(std::cos(yaw)) >= std::abs(std::sin(yaw)) ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
    }
};

Surroundings seen_now(const AppState& state, const lab::Snapshot& snapshot) {
    const auto pane = index_of(state.stage.picture.active_pane);
    Surroundings around;
    around.surround(snapshot.panes[std::min(pane, snapshot.panes.size() - 1)].positions);
    around.size = body_size(*snapshot.model);
    around.yaw = glm::radians(state.stage.cameras[pane].yaw);
    return around;
}

/// Rounded to a thousandth of a length.
Vec3 to_thousandth(const Vec3& place, double length) {
    const double unit = std::pow(10.0, std::floor(std::log10(length))) * 1e-3;
    return glm::round(place / unit) * unit;
}

/// Where a pane shows a particle of the scene's own mesh [m].
Vec3 shown_at(const lab::Snapshot& snapshot, int pane, int particle) {
    const lab::PaneSnapshot& shown = snapshot.panes[index_of(pane)];
    return Vec3(shown.positions[index_of(scenes::same_place(*snapshot.model, particle, *shown.model))]);
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

namespace {

/// A collider that suits a body's size; at a place, or beside the box of `around`.
AddedCollider collider_for(Addable what, const Surroundings& around, const std::optional<Vec3>& place = {}) {
    const double size = around.size;
    const double radius = two_digits(size * (what == Addable::capsule ? kThin : what == Addable::drum ? kDrum : kBall));
    const Vec3 arm = two_digits(size * kHalfLong) * around.axis_across();
    const Vec3 at = to_thousandth(place ? *place : around.beside(radius), size);
    AddedCollider added;
    switch (what) {
    case Addable::ball:
        added.shape = Sphere{at, radius};
        break;
    case Addable::box:
        added.shape = Box{at, Vec3(radius)};
        break;
    case Addable::drum:
        added.spin = kDrumSpin * around.axis_across();
        added.friction = kDrumFriction;
        [[fallthrough]];
    case Addable::capsule:
        added.shape = Capsule{at - arm, at + arm, radius};
        break;
    }
    return added;
}

constexpr BodyToChoose kBodies[] = {
    {"Cloth", "cloth"}, {"Disc of cloth", "drape"}, {"Rope", "rope_hanging"}, {"Rod", "twisted_rod"},
    {"Net", "net"},     {"Balloon", "balloon"},     {"Mesh file …", "mesh"}};

} // namespace

std::span<const BodyToChoose> bodies_to_choose() {
    return kBodies;
}

void begin_experiment(AppState& state) {
    const NewExperimentState& wanted = state.experiment;
    Result<lab::Session> session = lab::default_session(kBodies[wanted.body].scene);
    if (!session) {
        add_toast(state, Toast::Kind::error, session.error().message);
        return;
    }
    scenes::SceneSpec& scene = session->scene;
    for (const auto& [key, value] : {std::pair("material", wanted.material), std::pair("pins", wanted.pins)}) {
        if (scenes::find_scene_parameter(*scenes::find_scene(scene.name), key) != nullptr) {
            scenes::set_value(scene, key, {value, 0, 0});
        }
    }
    const Result<Model> model = scenes::build(scene);
    if (!model) {
        add_toast(state, Toast::Kind::error, model.error().message);
        return;
    }
    Surroundings around;
    around.surround(model->rest_position);
    around.size = body_size(*model);
    around.yaw = glm::radians(lab::Camera{}.yaw);
    constexpr double kBelow = 0.15; // the ground, over the body's size
    std::vector<Thing>& things = scene.changes.things;
    if (wanted.ground) {
        const double level = std::floor((around.low.y - kBelow * around.size) * 100) / 100;
        things.emplace_back(AddedCollider{Plane{{0, 1, 0}, level}});
    }
    const Vec3 middle = around.beside(kBall * around.size);
    if (wanted.ball) {
        things.emplace_back(collider_for(Addable::ball, around, middle));
    }
    if (wanted.box) { // beside the ball
        const Vec3 aside = 3 * kBall * around.size * around.axis_across();
        things.emplace_back(collider_for(Addable::box, around, middle + aside));
    }
    if (wanted.drum) { // below both
        const Vec3 below(0, -(kDrum + 1.2 * kBall) * around.size, 0);
        things.emplace_back(collider_for(Addable::drum, around, middle + below));
    }
    if (wanted.wind) {
        session->world.wind = Vec3(0, 0, kMenuWind);
    }
    open_new_session(state, *session, "New experiment");
    state.experiment.open = false;
}

void add_collider(AppState& state, const lab::Snapshot& snapshot, Addable what) {
    AddingState& adding = state.stage.adding;
    Surroundings around = seen_now(state, snapshot);
    std::optional<Vec3> chosen;
    if (adding.particle >= 0 && index_of(adding.particle) < snapshot.model->particle_count()) {
        around.low = around.high = shown_at(snapshot, state.stage.picture.active_pane, adding.particle);
    } else if (adding.place) {
        chosen = Vec3(*adding.place);
    }
    state.document.scene.changes.things.emplace_back(collider_for(what, around, chosen));
    adding.place.reset();
    adding.particle = -1;
}

double weight_to_add(const AppState& state, const lab::Snapshot& snapshot) {
    double mass = 0;
    for (const double each : snapshot.model->mass) {
        mass += each;
    }
    return state.stage.adding.mass > 0 ? state.stage.adding.mass : two_digits(std::max(kWeightShare * mass, 1e-3));
}

namespace {

/// Ties a string that is as long as its ends are apart now.
void add_string(AppState& state, const std::array<int, 2>& particles, const Vec3& end, const lab::Snapshot& snapshot) {
    const double length = two_digits(std::max(glm::length(end - shown_at(snapshot, 0, particles[0])), 1e-3));
    state.document.scene.changes.things.emplace_back(
        String{particles, particles[1] < 0 ? end : Vec3(0), length, state.stage.adding.compliance});
}

} // namespace

bool is_fixed(const lab::Snapshot& snapshot, int particle) {
    return particle >= 0 && index_of(particle) < snapshot.model->particle_count() &&
           snapshot.model->mass[index_of(particle)] == 0;
}

void toggle_pin(AppState& state, const lab::Snapshot& snapshot, int pane, int particle) {
    if (particle < 0 || index_of(particle) >= snapshot.model->particle_count()) {
        return;
    }
    if (is_fixed(snapshot, particle)) {
        scenes::unpin(state.document.scene, particle);
    } else {
        scenes::pin(state.document.scene, particle, shown_at(snapshot, pane, particle), false);
    }
}

void tie_to_world(AppState& state, const lab::Snapshot& snapshot, const Vec3& place) {
    AddingState& adding = state.stage.adding;
    if (adding.waits == Waits::string_end) {
        add_string(state, {adding.start, -1}, to_thousandth(place, body_size(*snapshot.model)), snapshot);
        adding.waits = Waits::nothing;
    }
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
            add_string(state, {adding.start, particle}, shown_at(snapshot, 0, particle), snapshot);
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
    const bool frees = std::all_of(particles.begin(), particles.end(), [&](int p) { return is_fixed(snapshot, p); });
    for (const int p : particles) {
        if (frees) {
            scenes::unpin(state.document.scene, p);
        } else if (!is_fixed(snapshot, p)) {
            scenes::pin(state.document.scene, p, shown_at(snapshot, state.stage.adding.stroke_pane, p), false);
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
        return "Click on the body or beside it: the string ends there. Esc ends.";
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
