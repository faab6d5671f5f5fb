#include "lab/files/session/custom_scene_json.h"

#include "core/base/excerpt.h"
#include "core/base/math/elementary.h"
#include "core/model/constraints/all.h"
#include "lab/files/session/motion_json.h"
#include "lab/files/session/shape_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace xpbd::lab {
namespace {

using scenes::CustomConstraint;
using scenes::CustomMaterial;
using scenes::CustomParticle;
using scenes::CustomRodJoint;
using scenes::CustomScene;
using scenes::CustomVolume;

/// Keys of a custom scene besides the lists of constraints.
constexpr std::string_view kSceneKeys[] = {"particles", "bend_twist", "volume",   "triangles",   "colliders",
                                           "motions",   "winches",    "friction", "restitution", "thickness"};
constexpr std::string_view kParticleKeys[] = {"position", "mass", "velocity"};
constexpr std::string_view kJointKeys[] = {"particles", "ghosts", "bend", "twist"};
constexpr std::string_view kMaterialKeys[] = {"compliance", "stiffness", "damping"};
constexpr std::string_view kVolumeKeys[] = {"triangles", "pressure", "compliance", "stiffness", "damping"};

/// A constraint type with a list in files.
struct ListedType {
    const ConstraintInfo* info = nullptr;
    std::size_t arity = 0;
    std::size_t place = 0; ///< index in CustomScene::constraints
};

/// A list of constraints in a file. If it has several types, the key "kind" of an entry chooses one.
struct List {
    std::string_view key;
    std::vector<ListedType> types;

    bool has_kinds() const { return !types.front().info->format.kind.empty(); }
};

template <class... ConstraintType>
std::vector<List> make_lists(ConstraintList<ConstraintType...>) {
    std::vector<List> lists;
    const auto add = [&](const ListedType& type) {
        const std::string_view key = type.info->format.list;
        if (key.empty()) {
            return;
        }
        auto list = std::find_if(lists.begin(), lists.end(), [&](const List& l) { return l.key == key; });
        if (list == lists.end()) {
            list = lists.insert(lists.end(), List{key, {}});
        }
        list->types.push_back(type);
    };
    (add({&ConstraintType::info, ConstraintType::arity, ConstraintTypes::place_of<ConstraintType>}), ...);
    return lists;
}

/// The lists of constraints that a custom scene can have, in the order of ConstraintTypes.
const std::vector<List>& lists() {
    static const std::vector<List> all = make_lists(ConstraintTypes{});
    return all;
}

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

/// Reads `count` distinct indices of existing particles.
std::vector<int> read_indices(const Json& list, const std::string& path, std::size_t count, std::size_t particle_count,
                              JsonCheck& check) {
    std::vector<int> indices;
    if (!check.list(list, path, count, count, "a list of " + std::to_string(count) + " particle indices")) {
        return indices;
    }
    const auto last = static_cast<std::int64_t>(particle_count) - 1;
    for (std::size_t i = 0; i < count; ++i) {
        const auto index =
            static_cast<int>(check.whole(list[i], child(path, i), 0, last,
                                         "a particle index; there are " + std::to_string(particle_count) +
                                             " particles: 0 to " + std::to_string(last)));
        if (std::find(indices.begin(), indices.end(), index) != indices.end()) {
            check.fail(child(path, i), "names particle " + std::to_string(index) + " again, needs " +
                                           std::to_string(count) + " distinct particles");
        }
        indices.push_back(index);
    }
    return indices;
}

/// Reads `count` distinct indices of existing particles under a required key.
std::vector<int> read_indices_of(const Json& json, const std::string& path, const char* key, std::size_t count,
                                 std::size_t particle_count, JsonCheck& check) {
    if (!json.contains(key)) {
        check.fail(child(path, key), "is missing, needs a list of " + std::to_string(count) + " particle indices");
        return {};
    }
    return read_indices(json[key], child(path, key), count, particle_count, check);
}

CustomMaterial read_material(const Json& json, const std::string& path, std::string_view compliance_unit,
                             std::string_view damping_unit, JsonCheck& check) {
    const auto optional = [&](const char* key, const std::string& needed) -> std::optional<double> {
        const auto found = json.find(key);
        return found == json.end() ? std::nullopt : std::optional(check.not_negative(*found, child(path, key), needed));
    };
    const std::string stiffness_range = "a number in [0, 1]";
    const CustomMaterial material{optional("compliance", "a number >= 0 [" + std::string(compliance_unit) + "]"),
                                  optional("stiffness", stiffness_range),
                                  optional("damping", "a number >= 0 [" + std::string(damping_unit) + "]")};
    if (material.stiffness && *material.stiffness > 1) {
        check.fail(child(path, "stiffness"), "is " + format_number(*material.stiffness) + ", needs " + stiffness_range);
    }
    return material;
}

/// Text like "one of \"dihedral\", \"arccos\" and \"isometric\"".
std::string kinds_of(const List& list) {
    std::string text = "one of ";
    for (std::size_t i = 0; i < list.types.size(); ++i) {
        text += (i == 0 ? "\"" : i + 1 < list.types.size() ? ", \"" : " and \"");
        text += std::string(list.types[i].info->format.kind) + "\"";
    }
    return text;
}

const ListedType& read_kind(const List& list, const Json& json, const std::string& path, JsonCheck& check) {
    const std::string needed = kinds_of(list);
    const std::string kind = check.text(json, path, needed);
    const auto found = std::find_if(list.types.begin(), list.types.end(),
                                    [&](const ListedType& type) { return type.info->format.kind == kind; });
    if (found == list.types.end()) {
        check.fail(path, "is \"" + excerpt(kind) + "\", needs " + needed);
        return list.types.front();
    }
    return *found;
}

/// The keys that an entry of the list may have.
std::vector<std::string_view> keys_of(const List& list) {
    std::vector<std::string_view> keys{"particles"};
    for (const ListedType& type : list.types) {
        const std::string_view rest = type.info->format.rest_key;
        if (!rest.empty() && std::find(keys.begin(), keys.end(), rest) == keys.end()) {
            keys.push_back(rest);
        }
    }
    keys.insert(keys.end(), {"compliance", "stiffness", "damping"});
    if (list.has_kinds()) {
        keys.push_back("kind");
    }
    return keys;
}

/// Reads one entry of a list and adds it to the constraints of its type.
void read_constraint(const List& list, const Json& json, const std::string& path, CustomScene& custom,
                     JsonCheck& check) {
    if (!check.object(json, path, keys_of(list))) {
        return;
    }
    const auto kind = json.find("kind");
    const std::string kind_path = child(path, "kind");
    const ListedType& type = kind == json.end() ? list.types.front() : read_kind(list, *kind, kind_path, check);
    const ConstraintFormat& format = type.info->format;
    CustomConstraint constraint;
    constraint.particles = read_indices_of(json, path, "particles", type.arity, custom.particles.size(), check);
    if (const auto rest = json.find(std::string(format.rest_key)); rest != json.end()) {
        const std::string here = child(path, format.rest_key);
        const std::string needed(format.rest_needed);
        if (needed.empty()) {
            check.fail(here, std::string(format.rest_refused));
        } else {
            constraint.rest =
                format.rest_has_sign ? check.number(*rest, here, needed) : check.not_negative(*rest, here, needed);
        }
    }
    constraint.material = read_material(json, path, type.info->compliance_unit, format.damping_unit, check);
    custom.constraints[type.place].push_back(std::move(constraint));
}

CustomRodJoint read_joint(const Json& json, const std::string& path, std::size_t particle_count, JsonCheck& check) {
    CustomRodJoint joint;
    if (!check.object(json, path, kJointKeys)) {
        return joint;
    }
    const std::vector<int> rod = read_indices_of(json, path, "particles", 3, particle_count, check);
    const std::vector<int> ghosts = read_indices_of(json, path, "ghosts", 2, particle_count, check);
    if (check.failed()) {
        return joint;
    }
    std::copy(rod.begin(), rod.end(), joint.particles.begin());
    std::copy(ghosts.begin(), ghosts.end(), joint.ghosts.begin());
    for (const auto& [key, material] : {std::pair("bend", &joint.bend), std::pair("twist", &joint.twist)}) {
        if (const auto found = json.find(key); found != json.end()) {
            const std::string here = child(path, key);
            if (check.object(*found, here, kMaterialKeys)) {
                *material = read_material(*found, here, "rad/(N m)", "N m s", check);
            }
        }
    }
    return joint;
}

std::vector<std::array<int, 3>> read_triangles(const Json& json, const std::string& path, std::size_t particle_count,
                                               JsonCheck& check) {
    std::vector<std::array<int, 3>> triangles;
    if (!check.list(json, path)) {
        return triangles;
    }
    for (std::size_t i = 0; i < json.size() && !check.failed(); ++i) {
        const std::vector<int> corners = read_indices(json[i], child(path, i), 3, particle_count, check);
        if (!check.failed()) {
            triangles.push_back({corners[0], corners[1], corners[2]});
        }
    }
    return triangles;
}

CustomVolume read_volume(const Json& json, const std::string& path, std::size_t particle_count, JsonCheck& check) {
    CustomVolume volume;
    if (!check.object(json, path, kVolumeKeys)) {
        return volume;
    }
    if (!json.contains("triangles")) {
        check.fail(child(path, "triangles"), "is missing, needs a list of lists of 3 particle indices");
        return volume;
    }
    volume.triangles = read_triangles(json["triangles"], child(path, "triangles"), particle_count, check);
    if (json.contains("pressure")) {
        volume.pressure = check.not_negative(json["pressure"], child(path, "pressure"),
                                             "a number >= 0 (volume asked for over the one at rest)");
    }
    volume.material = read_material(json, path, "m^5/N", "N s/m^5", check);
    return volume;
}

/// Calls read(item, path of the item) for every item of the list under a key, until the first error.
template <class Read>
void read_list(const Json& scene, const std::string& path, std::string_view key, JsonCheck& check, Read read) {
    const auto found = scene.find(std::string(key));
    const std::string here = child(path, key);
    if (found == scene.end() || !check.list(*found, here)) {
        return;
    }
    for (std::size_t i = 0; i < found->size() && !check.failed(); ++i) {
        read((*found)[i], child(here, i));
    }
}

void read_collider(const Json& json, const std::string& path, CustomScene& custom, JsonCheck& check) {
    for (const char* shared : {"friction", "restitution"}) {
        if (json.is_object() && json.contains(shared)) {
            check.fail(child(path, shared),
                       "colliders share one " + std::string(shared) + ": set scene." + shared + " instead");
        }
    }
    if (!check.object(json, path, kShapeKeys)) {
        return;
    }
    const Shape shape = read_shape(json, path, check);
    if (const auto* plane = std::get_if<Plane>(&shape)) {
        custom.planes.push_back(numbers_of(*plane));
    } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        custom.spheres.push_back(numbers_of(*sphere));
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        custom.capsules.push_back(numbers_of(*capsule));
    } else {
        custom.boxes.push_back(numbers_of(std::get<Box>(shape)));
    }
}

/// Per entry of the list of colliders: its place when they are sorted by shape, as CustomScene and its model have them.
std::vector<std::size_t> collider_places(const Json& scene) {
    std::vector<std::size_t> places;
    if (!scene.contains("colliders")) {
        return places;
    }
    const Json& listed = scene["colliders"];
    places.resize(listed.size());
    std::size_t next = 0;
    for (const std::string_view shape : kShapeKinds) {
        for (std::size_t i = 0; i < listed.size(); ++i) {
            if (listed[i].contains(std::string(shape))) {
                places[i] = next++;
            }
        }
    }
    return places;
}

void write_material(const CustomMaterial& material, nlohmann::ordered_json& json) {
    for (const auto& [key, value] :
         {std::pair("compliance", &material.compliance), std::pair("stiffness", &material.stiffness),
          std::pair("damping", &material.damping)}) {
        if (*value) {
            json[key] = **value;
        }
    }
}

nlohmann::ordered_json constraint_json(const ConstraintFormat& format, const CustomConstraint& constraint) {
    nlohmann::ordered_json json{{"particles", constraint.particles}};
    if (constraint.rest) {
        json[std::string(format.rest_key)] = *constraint.rest;
    }
    if (!format.kind.empty()) {
        json["kind"] = format.kind;
    }
    write_material(constraint.material, json);
    return json;
}

nlohmann::ordered_json joint_json(const CustomRodJoint& joint) {
    nlohmann::ordered_json json{{"particles", joint.particles}, {"ghosts", joint.ghosts}};
    for (const auto& [key, material] : {std::pair("bend", &joint.bend), std::pair("twist", &joint.twist)}) {
        json[key] = nlohmann::ordered_json::object();
        write_material(*material, json[key]);
    }
    return json;
}

nlohmann::ordered_json volume_json(const CustomVolume& volume) {
    nlohmann::ordered_json json{{"triangles", volume.triangles}, {"pressure", volume.pressure}};
    write_material(volume.material, json);
    return json;
}

} // namespace

std::span<const std::string_view> custom_scene_keys() {
    static const std::vector<std::string_view> keys = [] {
        std::vector<std::string_view> all(std::begin(kSceneKeys), std::end(kSceneKeys));
        std::transform(lists().begin(), lists().end(), std::inserter(all, all.begin() + 1),
                       [](const List& list) { return list.key; });
        return all;
    }();
    return keys;
}

CustomScene read_custom_scene(const Json& scene, const std::string& path, JsonCheck& check) {
    CustomScene custom;
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
    const std::size_t count = custom.particles.size();
    for (const List& list : lists()) {
        read_list(scene, path, list.key, check,
                  [&](const Json& json, const std::string& at) { read_constraint(list, json, at, custom, check); });
    }
    read_list(scene, path, "bend_twist", check, [&](const Json& json, const std::string& at) {
        custom.bend_twist.push_back(read_joint(json, at, count, check));
    });
    read_list(scene, path, "volume", check, [&](const Json& json, const std::string& at) {
        custom.volume.push_back(read_volume(json, at, count, check));
    });
    if (scene.contains("triangles")) {
        custom.triangles = read_triangles(scene["triangles"], child(path, "triangles"), count, check);
    }
    read_list(scene, path, "colliders", check,
              [&](const Json& json, const std::string& at) { read_collider(json, at, custom, check); });
    if (!check.failed()) {
        const Driveable known{count, custom.of<Distance>().size(), collider_places(scene)};
        read_list(scene, path, "motions", check, [&](const Json& json, const std::string& at) {
            custom.motions.push_back(read_motion(json, at, known, check));
        });
        read_list(scene, path, "winches", check, [&](const Json& json, const std::string& at) {
            custom.winches.push_back(read_winch(json, at, known, check));
        });
    }
    const auto scalar = [&](const char* key, double& value, const std::string& needed) {
        if (scene.contains(key)) {
            value = check.not_negative(scene[key], child(path, key), needed);
        }
    };
    scalar("friction", custom.friction, "a number >= 0");
    scalar("thickness", custom.thickness, "a number >= 0 [m] (0 = passes through itself)");
    scalar("restitution", custom.restitution, "a number in [0, 1]");
    if (custom.restitution > 1) {
        check.fail(child(path, "restitution"),
                   "is " + format_number(custom.restitution) + ", needs a number in [0, 1]");
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
    const auto list = [&](std::string_view key, const auto& items, auto&& json_of) {
        ordered_json& written = scene[std::string(key)] = ordered_json::array();
        for (const auto& item : items) {
            written.push_back(json_of(item));
        }
    };
    for (const List& each : lists()) {
        ordered_json& written = scene[std::string(each.key)] = ordered_json::array();
        for (const ListedType& type : each.types) {
            for (const CustomConstraint& constraint : custom.constraints[type.place]) {
                written.push_back(constraint_json(type.info->format, constraint));
            }
        }
    }
    list("bend_twist", custom.bend_twist, joint_json);
    list("volume", custom.volume, volume_json);
    scene["triangles"] = custom.triangles;
    ordered_json& colliders = scene["colliders"] = ordered_json::array();
    const auto collide = [&](const char* key, const auto& shapes) {
        for (const auto& shape : shapes) {
            colliders.push_back({{key, shape}});
        }
    };
    collide("plane", custom.planes);
    collide("sphere", custom.spheres);
    collide("capsule", custom.capsules);
    for (const auto& box : custom.boxes) {
        colliders.push_back(box_json(box));
    }
    if (!custom.motions.empty()) {
        list("motions", custom.motions, motion_json);
    }
    if (!custom.winches.empty()) {
        list("winches", custom.winches, winch_json);
    }
    scene["friction"] = custom.friction;
    scene["restitution"] = custom.restitution;
    scene["thickness"] = custom.thickness;
}

} // namespace xpbd::lab
