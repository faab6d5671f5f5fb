// The scene "custom": a scene given in full by a session file, checked and turned into a model.
#include "core/base/bounds.h"
#include "core/base/excerpt.h"
#include "core/model/constraints/all.h"
#include "core/model/volume.h"
#include "scenes/parts/builders.h"
#include "scenes/parts/values.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace xpbd::scenes {
namespace {

/// Most pairs of particles within reach, per particle. For comparison: a sheet as thick as three edges has about 55.
constexpr std::size_t kMostPairs = 64;

std::string place(std::string_view array, std::size_t i) {
    return std::string(array) + "[" + std::to_string(i) + "]";
}

bool finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The first fault in a list of particle indices, or "".
std::string fault_in(std::span<const int> particles, std::size_t particle_count, const char* name = ".particles") {
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const int p = particles[i];
        if (p < 0 || static_cast<std::size_t>(p) >= particle_count) {
            return place(name, i) + ": index " + std::to_string(p) + " is out of range, there are " +
                   counted(particle_count, "particle") + " (0 to " + std::to_string(particle_count - 1) + ")";
        }
        if (std::count(particles.begin(), particles.end(), p) > 1) {
            return place(name, i) + ": particle " + std::to_string(p) + " is named twice";
        }
    }
    return "";
}

/// The first fault in a material, or "".
std::string fault_in(const CustomMaterial& material) {
    const auto bad = [](const std::optional<double>& v) { return v && !(std::isfinite(*v) && *v >= 0); };
    if (bad(material.compliance)) {
        return ".compliance: must be a finite number >= 0";
    }
    if (bad(material.damping)) {
        return ".damping: must be a finite number >= 0";
    }
    if (bad(material.stiffness) || material.stiffness.value_or(0) > 1) {
        return ".stiffness: must lie in 0 to 1";
    }
    return "";
}

Material material_of(Role role, const CustomMaterial& material) {
    return {role, material.compliance, material.stiffness, material.damping};
}

/// Adds the constraints of one type.
template <class ConstraintType>
Status add_constraints_of(const CustomScene& scene, Model& model) {
    constexpr const ConstraintFormat& format = ConstraintType::info.format;
    const std::vector<CustomConstraint>& given = scene.of<ConstraintType>();
    if (format.list.empty() && !given.empty()) {
        return Error{std::string(ConstraintType::info.key) + ": is not given one by one"};
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        const CustomConstraint& c = given[i];
        const std::string where = place(ConstraintType::info.key, i);
        const std::string rest_place = where + "." + std::string(format.rest_key) + ": ";
        if (c.particles.size() != ConstraintType::arity) {
            return Error{where + ".particles: names " + counted(c.particles.size(), "particle") + ", it needs " +
                         std::to_string(ConstraintType::arity)};
        }
        for (const std::string& fault : {fault_in(c.particles, model.particle_count()), fault_in(c.material)}) {
            if (!fault.empty()) {
                return Error{where + fault};
            }
        }
        if (c.rest && format.rest_needed.empty()) {
            return Error{rest_place + std::string(format.rest_refused)};
        }
        if (c.rest && !(std::isfinite(*c.rest) && (format.rest_has_sign || *c.rest >= 0))) {
            return Error{rest_place + "must be " + std::string(format.rest_needed)};
        }
        std::array<int, ConstraintType::arity> particles{};
        std::copy(c.particles.begin(), c.particles.end(), particles.begin());
        const int at = add_constraint<ConstraintType>(model, particles, material_of(format.role, c.material));
        if (c.rest) {
            model.of_type<ConstraintType>().rest[index_of(at)][0] = *c.rest;
        }
        if constexpr (IsEdge<ConstraintType>) {
            model.segments.push_back(particles);
        }
    }
    return ok();
}

template <class... ConstraintType>
Status add_constraints_of_all(const CustomScene& scene, Model& model, ConstraintList<ConstraintType...>) {
    Status status = ok();
    static_cast<void>(((status = add_constraints_of<ConstraintType>(scene, model)) && ...)); // stops at the first fault
    return status;
}

Status add_constraints(const CustomScene& scene, Model& model) {
    return add_constraints_of_all(scene, model, ConstraintTypes{});
}

Status add_joints(const CustomScene& scene, Model& model) {
    for (std::size_t i = 0; i < scene.bend_twist.size(); ++i) {
        const CustomRodJoint& joint = scene.bend_twist[i];
        const std::size_t count = model.particle_count();
        for (const std::string& fault : {fault_in(joint.particles, count), fault_in(joint.ghosts, count, ".ghosts")}) {
            if (!fault.empty()) {
                return Error{place("bend_twist", i) + fault};
            }
        }
        for (const auto& [name, material] : {std::pair(".bend", &joint.bend), std::pair(".twist", &joint.twist)}) {
            if (const std::string fault = fault_in(*material); !fault.empty()) {
                return Error{place("bend_twist", i) + name + fault};
            }
        }
        for (const int ghost : joint.ghosts) {
            if (std::count(joint.particles.begin(), joint.particles.end(), ghost) > 0) {
                return Error{place("bend_twist", i) + ".ghosts: particle " + std::to_string(ghost) +
                             " is on the rod itself"};
            }
        }
        add_bend_twist(model, joint.particles, joint.ghosts, material_of(Role::bend, joint.bend),
                       material_of(Role::twist, joint.twist));
    }
    return ok();
}

Status check_triangles(const std::string& where, const std::vector<std::array<int, 3>>& triangles,
                       std::size_t particle_count) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (const std::string fault = fault_in(triangles[t], particle_count, ""); !fault.empty()) {
            return Error{where + "triangles[" + std::to_string(t) + "]" + fault};
        }
    }
    return ok();
}

/// True if every edge is used exactly once in each direction, which makes the surface closed.
bool is_closed(const std::vector<std::array<int, 3>>& triangles) {
    std::map<std::pair<int, int>, int> runs;
    for (const auto& t : triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            ++runs[{t[i], t[(i + 1) % 3]}];
        }
    }
    return !triangles.empty() && std::all_of(runs.begin(), runs.end(), [&](const auto& run) {
        const auto back = runs.find({run.first.second, run.first.first});
        return run.second == 1 && back != runs.end();
    });
}

Status add_surfaces(const CustomScene& scene, Model& model) {
    Status sound = check_triangles("", scene.triangles, model.particle_count());
    model.triangles = scene.triangles;
    for (std::size_t i = 0; i < scene.volume.size() && sound; ++i) {
        const CustomVolume& given = scene.volume[i];
        sound = check_triangles(place("volume", i) + ".", given.triangles, model.particle_count());
        if (!(std::isfinite(given.pressure) && given.pressure >= 0)) {
            return Error{place("volume", i) + ".pressure: must be a finite number >= 0"};
        }
        if (const std::string fault = fault_in(given.material); !fault.empty()) {
            return Error{place("volume", i) + fault};
        }
        if (!sound) {
            break;
        }
        if (!is_closed(given.triangles)) {
            return Error{place("volume", i) +
                         ".triangles: not a closed surface; every edge needs two triangles that run "
                         "along it in opposite directions"};
        }
        const int at = add_volume(model, given.triangles, given.pressure, material_of(Role::volume, given.material));
        if (!(model.volumes[index_of(at)].rest > 0)) {
            return Error{place("volume", i) +
                         ".triangles: enclose no volume; list each triangle counter-clockwise as seen from outside"};
        }
        model.triangles.insert(model.triangles.end(), given.triangles.begin(), given.triangles.end());
    }
    return sound;
}

Status add_particles(const CustomScene& scene, Model& model) {
    if (scene.particles.empty()) {
        return Error{"particles: there are none; a scene needs at least one"};
    }
    for (std::size_t i = 0; i < scene.particles.size(); ++i) {
        const CustomParticle& p = scene.particles[i];
        if (!finite(p.position)) {
            return Error{place("particles", i) + ".position: must be three finite numbers [m]"};
        }
        if (!finite(p.velocity)) {
            return Error{place("particles", i) + ".velocity: must be three finite numbers [m/s]"};
        }
        if (!std::isfinite(p.mass) || p.mass < 0) {
            return Error{place("particles", i) + ".mass: must be a finite number >= 0 [kg] (0 = fixed), not " +
                         format_number(p.mass)};
        }
        model.rest_position.push_back(p.position);
        model.rest_velocity.push_back(p.velocity);
        model.mass.push_back(p.mass);
    }
    return ok();
}

Status add_colliders(const CustomScene& scene, Model& model) {
    if (!(std::isfinite(scene.friction) && scene.friction >= 0)) {
        return Error{"friction: must be a finite number >= 0"};
    }
    if (!(scene.restitution >= 0 && scene.restitution <= 1)) {
        return Error{"restitution: must lie in 0 to 1"};
    }
    if (!(std::isfinite(scene.thickness) && scene.thickness >= 0)) {
        return Error{"thickness: must be a finite number >= 0 [m]"};
    }
    const auto add = [&](const Shape& shape) { model.colliders.push_back({shape, scene.friction, scene.restitution}); };
    for (std::size_t i = 0; i < scene.planes.size(); ++i) {
        const auto& p = scene.planes[i];
        const Vec3 normal(p[0], p[1], p[2]);
        const double length = glm::length(normal);
        if (!finite(normal) || !std::isfinite(p[3]) || !(length > 0)) {
            return Error{place("planes", i) + ": needs a normal that is not zero and an offset, all finite"};
        }
        add(Plane{normal / length, p[3]});
    }
    for (std::size_t i = 0; i < scene.spheres.size(); ++i) {
        const auto& s = scene.spheres[i];
        const Vec3 center(s[0], s[1], s[2]);
        if (!finite(center) || !std::isfinite(s[3]) || !(s[3] > 0)) {
            return Error{place("spheres", i) + ": needs a finite centre and a radius > 0 [m]"};
        }
        add(Sphere{center, s[3]});
    }
    for (std::size_t i = 0; i < scene.capsules.size(); ++i) {
        const auto& c = scene.capsules[i];
        const Vec3 a(c[0], c[1], c[2]);
        const Vec3 b(c[3], c[4], c[5]);
        if (!finite(a) || !finite(b) || !std::isfinite(c[6]) || !(c[6] > 0)) {
            return Error{place("capsules", i) + ": needs two finite ends and a radius > 0 [m]"};
        }
        add(Capsule{a, b, c[6]});
    }
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const auto& b = scene.boxes[i];
        const Vec3 center(b[0], b[1], b[2]);
        const Vec3 half(b[3], b[4], b[5]);
        const glm::dquat rotation(b[6], b[7], b[8], b[9]);
        const double length = glm::length(rotation);
        if (!finite(center) || !finite(half) || !(half.x > 0 && half.y > 0 && half.z > 0) || !std::isfinite(length) ||
            !(length > 0)) {
            return Error{place("boxes", i) +
                         ": needs a finite centre, half edges > 0 [m] and a rotation that is not 0"};
        }
        add(Box{center, half, rotation / length});
    }
    model.drives = scene.motions; // finalise() checks them
    model.winches = scene.winches;
    model.self_distance = scene.thickness;
    model.self_friction = scene.friction;
    model.self_restitution = scene.restitution;
    return ok();
}

/// True if more than kMostPairs pairs per particle are in reach of each other at rest. Without this check a small file
/// could need memory for the square of its particle count.
bool is_crowded(const Model& model) {
    const double reach = 2 * model.self_distance; // the radius of the pair search
    if (!(reach > 0)) {
        return false;
    }
    using Cell = std::array<std::int64_t, 3>;
    constexpr double kFar = 1e15; // cells farther out are not distinguished
    std::map<Cell, std::vector<std::size_t>> cells;
    std::size_t room = kMostPairs * model.particle_count();
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const Vec3& at = model.rest_position[i];
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            cell[index_of(axis)] = static_cast<std::int64_t>(std::clamp(std::floor(at[axis] / reach), -kFar, kFar));
        }
        for (std::int64_t n = 0; n < 27; ++n) { // particles added before, in this cell and its 26 neighbours
            const auto found = cells.find({cell[0] + n % 3 - 1, cell[1] + n / 3 % 3 - 1, cell[2] + n / 9 - 1});
            if (found == cells.end()) {
                continue;
            }
            for (const std::size_t j : found->second) {
                const bool moves = model.mass[i] > 0 || model.mass[j] > 0;
                if (moves && glm::length(model.rest_position[j] - at) < reach && room-- == 0) {
                    return true;
                }
            }
        }
        cells[cell].push_back(i);
    }
    return false;
}

constexpr SceneReadout kCustomReadouts[] = {{"sag", "Sag"}, {"effective_stiffness"}, {"mean_strain"}};

Result<Model> build_custom(const SceneSpec& spec) {
    if (!spec.custom) {
        return Error{"scene: \"custom\" needs its particles and constraints in the session file"};
    }
    const CustomScene& scene = *spec.custom;
    Model model;
    for (const auto add : {&add_particles, &add_constraints, &add_joints, &add_surfaces, &add_colliders}) {
        const Status status = add(scene, model);
        if (!status) {
            return status.error();
        }
    }
    if (is_crowded(model)) {
        return Error{"thickness: " + format_number(scene.thickness) +
                     " m is too large for particles this close, each would touch more than " +
                     std::to_string(2 * kMostPairs) +
                     " others on average; it should be about the distance of two neighbours"};
    }
    model.presentation.rope_radius = std::max(1e-3, 0.008 * box_diagonal(model.rest_position));
    return finished(std::move(model));
}

} // namespace

const SceneInfo kCustom{
    "custom",
    "From the session file",
    "Particles and constraints that a session file gives one by one. What it does not give follows the "
    "panes' parameters.",
    "Drag Iterations: which pane changes, and which does not?",
    {},
    {},
    {},
    kCustomReadouts,
    &build_custom};

} // namespace xpbd::scenes
