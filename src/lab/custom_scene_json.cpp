#include "lab/custom_scene_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace xpbd::lab {
namespace {

using scenes::CustomConstraint;
using scenes::CustomParticle;
using scenes::CustomScene;

/// A normal this near to length one is left alone, so that writing and reading again changes no bit.
constexpr double kUnitTolerance = 1e-12;

constexpr std::string_view kSceneKeys[] = {"particles", "distance", "bending", "colliders", "friction"};
/// In the format, but not in this version.
constexpr std::string_view kLaterKeys[] = {"angle", "volume"};
constexpr std::string_view kParticleKeys[] = {"position", "mass", "velocity"};
constexpr std::string_view kDistanceKeys[] = {"particles", "rest", "compliance", "stiffness", "damping"};
constexpr std::string_view kBendingKeys[] = {"particles", "rest_angle", "kind", "compliance", "stiffness", "damping"};
constexpr std::string_view kColliderKeys[] = {"plane", "sphere"};

CustomParticle read_particle(const Json& json, const std::string& path, JsonCheck& check) {
    CustomParticle particle;
    if (!check.object(json, path, kParticleKeys)) {
        return particle;
    }
    const auto vector = [&](const Json& from, std::string_view key, std::string_view unit) {
        const auto v = check.numbers<3>(from, child(path, key), "a list of 3 numbers [" + std::string(unit) + "]");
        return Vec3(v[0], v[1], v[2]);
    };
    if (!json.contains("position")) {
        check.fail(child(path, "position"), "is missing, needs a list of 3 numbers [m]");
        return particle;
    }
    particle.position = vector(json["position"], "position", "m");
    if (json.contains("mass")) {
        particle.mass =
            check.not_negative(json["mass"], child(path, "mass"), "a number >= 0 [kg] (0 = a fixed particle)");
    }
    if (json.contains("velocity")) {
        particle.velocity = vector(json["velocity"], "velocity", "m/s");
    }
    return particle;
}

/// The particles that a constraint names: `arity` distinct ones that exist.
std::vector<int> read_indices(const Json& json, const std::string& path, std::size_t arity, std::size_t particle_count,
                              JsonCheck& check) {
    const std::string needed = "a list of " + std::to_string(arity) + " particle indices";
    if (!json.contains("particles")) {
        check.fail(child(path, "particles"), "is missing, needs " + needed);
        return {};
    }
    const Json& list = json["particles"];
    const std::string here = child(path, "particles");
    if (!list.is_array() || list.size() != arity) {
        check.fail(here, (list.is_array() ? "is a list of " + std::to_string(list.size()) : "is " + describe(list)) +
                             ", needs " + needed);
        return {};
    }
    std::vector<int> indices;
    const auto last = static_cast<std::int64_t>(particle_count) - 1;
    for (std::size_t i = 0; i < arity; ++i) {
        const auto index =
            static_cast<int>(check.whole(list[i], child(here, i), 0, last,
                                         "a particle index; there are " + std::to_string(particle_count) +
                                             " particles: 0 to " + std::to_string(last)));
        if (std::find(indices.begin(), indices.end(), index) != indices.end()) {
            check.fail(child(here, i), "names particle " + std::to_string(index) + " again, needs " +
                                           std::to_string(arity) + " distinct particles");
        }
        indices.push_back(index);
    }
    return indices;
}

CustomConstraint read_constraint(const Json& json, const std::string& path, std::string_view rest_key,
                                 std::size_t arity, std::size_t particle_count, JsonCheck& check) {
    CustomConstraint constraint;
    constraint.particles = read_indices(json, path, arity, particle_count, check);
    const bool is_length = rest_key == "rest";
    const auto optional = [&](std::string_view key, const std::string& needed) -> std::optional<double> {
        const auto found = json.find(std::string(key));
        return found == json.end() ? std::nullopt : std::optional(check.not_negative(*found, child(path, key), needed));
    };
    if (is_length) {
        constraint.rest = optional(rest_key, "a length >= 0 [m]");
    } else if (const auto found = json.find(std::string(rest_key)); found != json.end()) {
        constraint.rest = check.number(*found, child(path, rest_key), "an angle [rad]");
    }
    constraint.compliance = optional("compliance", is_length ? "a number >= 0 [m/N]" : "a number >= 0 [rad/(N m)]");
    constraint.damping = optional("damping", is_length ? "a number >= 0 [N s/m]" : "a number >= 0 [N m s]");
    const std::string stiffness_range = "a number in [0, 1]";
    constraint.stiffness = optional("stiffness", stiffness_range);
    if (constraint.stiffness && *constraint.stiffness > 1) {
        check.fail(child(path, "stiffness"),
                   "is " + format_number(*constraint.stiffness) + ", needs " + stiffness_range);
    }
    return constraint;
}

std::vector<CustomConstraint> read_constraints(const Json& scene, const std::string& path, std::string_view key,
                                               std::size_t particle_count, JsonCheck& check) {
    std::vector<CustomConstraint> constraints;
    const bool bending = key == "bending";
    const auto found = scene.find(std::string(key));
    const std::string here = child(path, key);
    if (found == scene.end() || !check.list(*found, here)) {
        return constraints;
    }
    const std::span<const std::string_view> keys =
        bending ? std::span<const std::string_view>(kBendingKeys) : std::span<const std::string_view>(kDistanceKeys);
    for (std::size_t i = 0; i < found->size() && !check.failed(); ++i) {
        const Json& json = (*found)[i];
        const std::string at = child(here, i);
        if (!check.object(json, at, keys)) {
            break;
        }
        if (json.contains("kind")) {
            const std::string kind = check.text(json["kind"], child(at, "kind"), "the text \"dihedral\"");
            if (!check.failed() && kind != "dihedral") {
                check.fail(child(at, "kind"), "this version has no \"" + kind + "\" bending, only \"dihedral\"");
            }
        }
        constraints.push_back(
            read_constraint(json, at, bending ? "rest_angle" : "rest", bending ? 4 : 2, particle_count, check));
    }
    return constraints;
}

/// Half-space with a normal of length one.
std::array<double, 4> read_plane(const Json& json, const std::string& path, JsonCheck& check) {
    const std::string needed = "a list of 4 numbers: normal x, y, z (not all 0) and offset [m]";
    std::array<double, 4> plane = check.numbers<4>(json, path, needed);
    const double length = std::hypot(plane[0], plane[1], plane[2]);
    if (!check.failed() && !(length > 0 && std::isfinite(length))) {
        check.fail(path, "has no direction, needs " + needed);
    }
    if (!check.failed() && std::abs(length - 1) > kUnitTolerance) {
        for (double& component : plane) {
            component /= length; // the offset too: the half-space stays the same
        }
    }
    return plane;
}

void read_collider(const Json& json, const std::string& path, CustomScene& custom, JsonCheck& check) {
    if (json.is_object() && json.contains("friction")) {
        check.fail(child(path, "friction"), "colliders share one friction: set scene.friction instead");
    }
    if (!check.object(json, path, kColliderKeys)) {
        return;
    }
    if (json.size() != 1) {
        check.fail(path, "needs exactly one of \"plane\" and \"sphere\"");
        return;
    }
    if (json.contains("plane")) {
        custom.planes.push_back(read_plane(json["plane"], child(path, "plane"), check));
        return;
    }
    const std::string needed = "a list of 4 numbers: centre x, y, z and radius > 0 [m]";
    custom.spheres.push_back(check.numbers<4>(json["sphere"], child(path, "sphere"), needed));
    if (!check.failed() && !(custom.spheres.back()[3] > 0)) {
        check.fail(child(path, "sphere[3]"),
                   "is " + format_number(custom.spheres.back()[3]) + ", needs a radius > 0 [m]");
    }
}

nlohmann::ordered_json vector_json(const Vec3& v) {
    return {v.x, v.y, v.z};
}

nlohmann::ordered_json constraint_json(const CustomConstraint& constraint, const char* rest_key) {
    nlohmann::ordered_json json{{"particles", constraint.particles}};
    const auto optional = [&](const char* key, const std::optional<double>& value) {
        if (value) {
            json[key] = *value;
        }
    };
    optional(rest_key, constraint.rest);
    optional("compliance", constraint.compliance);
    optional("stiffness", constraint.stiffness);
    optional("damping", constraint.damping);
    return json;
}

} // namespace

std::span<const std::string_view> custom_scene_keys() {
    return kSceneKeys;
}

CustomScene read_custom_scene(const Json& scene, const std::string& path, JsonCheck& check) {
    CustomScene custom;
    for (const std::string_view key : kLaterKeys) {
        if (scene.contains(std::string(key))) {
            check.fail(child(path, key), "this version has no \"" + std::string(key) +
                                             "\" constraints, only \"distance\" and \"bending\"");
            return custom;
        }
    }
    const std::string particles_path = child(path, "particles");
    if (!scene.contains("particles")) {
        check.fail(particles_path, "is missing, needs a list of particles");
        return custom;
    }
    const Json& particles = scene["particles"];
    if (!check.list(particles, particles_path)) {
        return custom;
    }
    if (particles.empty()) {
        check.fail(particles_path, "is empty, needs at least one particle");
    }
    for (std::size_t i = 0; i < particles.size() && !check.failed(); ++i) {
        custom.particles.push_back(read_particle(particles[i], child(particles_path, i), check));
    }
    if (check.failed()) {
        return custom;
    }
    custom.distance = read_constraints(scene, path, "distance", custom.particles.size(), check);
    custom.bending = read_constraints(scene, path, "bending", custom.particles.size(), check);
    if (scene.contains("colliders") && check.list(scene["colliders"], child(path, "colliders"))) {
        const Json& colliders = scene["colliders"];
        for (std::size_t i = 0; i < colliders.size() && !check.failed(); ++i) {
            read_collider(colliders[i], child(child(path, "colliders"), i), custom, check);
        }
    }
    if (scene.contains("friction")) {
        custom.friction = check.not_negative(scene["friction"], child(path, "friction"), "a number >= 0");
    }
    return custom;
}

void write_custom_scene(const CustomScene& custom, nlohmann::ordered_json& scene) {
    using nlohmann::ordered_json;
    scene["particles"] = ordered_json::array();
    for (const CustomParticle& particle : custom.particles) {
        scene["particles"].push_back({{"position", vector_json(particle.position)},
                                      {"mass", particle.mass},
                                      {"velocity", vector_json(particle.velocity)}});
    }
    scene["distance"] = ordered_json::array();
    for (const CustomConstraint& constraint : custom.distance) {
        scene["distance"].push_back(constraint_json(constraint, "rest"));
    }
    scene["bending"] = ordered_json::array();
    for (const CustomConstraint& constraint : custom.bending) {
        scene["bending"].push_back(constraint_json(constraint, "rest_angle"));
    }
    scene["colliders"] = ordered_json::array();
    for (const auto& plane : custom.planes) {
        scene["colliders"].push_back({{"plane", plane}});
    }
    for (const auto& sphere : custom.spheres) {
        scene["colliders"].push_back({{"sphere", sphere}});
    }
    scene["friction"] = custom.friction;
}

} // namespace xpbd::lab
