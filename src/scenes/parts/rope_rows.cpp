#include "scenes/parts/rope_rows.h"

#include "core/base/find_key.h"

#include <algorithm>
#include <cmath>

namespace xpbd::scenes {
namespace {

/// Parameter key of a stiffness in Rope.
struct Stiffness {
    std::string_view key;
    double Rope::*field;
};
constexpr Stiffness kStiffnesses[] = {
    {"axial_stiffness", &Rope::axial},
    {"bending_stiffness", &Rope::bending},
    {"torsional_stiffness", &Rope::torsion},
};
/// Parameters that replace the stiffnesses for a round rod.
constexpr std::string_view kOfRound[] = {"diameter", "young", "poisson"};

RopeChoice choice_of(const SceneSpec& spec) {
    return static_cast<RopeChoice>(whole(spec, "material"));
}

bool is_stiffness(std::string_view key) {
    return find_key(kStiffnesses, key) != nullptr;
}

bool is_of_round(std::string_view key) {
    return std::find(std::begin(kOfRound), std::end(kOfRound), key) != std::end(kOfRound);
}

/// Material of a piece of this length [m]. The pane's damping is a viscosity of the rope's section, so a piece has the
/// damping divided by its length. std::nullopt if the compliance is infinite.
std::optional<Material> material_of(Role role, double compliance, double length) {
    return std::isfinite(compliance) ? std::optional(Material{role, compliance, {}, {}, 1 / length}) : std::nullopt;
}

} // namespace

bool takes_rope(const SceneInfo& scene) {
    return find_scene_parameter(scene, "axial_stiffness") != nullptr;
}

std::optional<double> rope_number(const RopeInfo& rope, std::string_view key) {
    if (key == "linear_density") {
        return rope.density;
    }
    const Stiffness* found = find_key(kStiffnesses, key);
    return found == nullptr ? std::nullopt : std::optional(rope.rope.*found->field);
}

bool is_rope_number(std::string_view key) {
    return key == "linear_density" || is_stiffness(key) || is_of_round(key);
}

const RopeInfo* chosen_rope(const SceneSpec& spec) {
    return chosen_row(spec, std::size(kRopeKeys), kRopes);
}

std::optional<RopeOfSpec> rope_of(const SceneSpec& spec) {
    const RopeChoice choice = choice_of(spec);
    if (choice == RopeChoice::springs) {
        return std::nullopt;
    }
    RopeOfSpec result;
    if (choice == RopeChoice::round) {
        result.rope = round_rod(number(spec, "diameter"), number(spec, "young"), number(spec, "poisson"));
    } else {
        for (const auto& [key, field] : kStiffnesses) {
            result.rope.*field = number(spec, key);
        }
    }
    result.density = number(spec, "linear_density");
    return result;
}

std::string_view unused_of_rope(const SceneSpec& spec, std::string_view key) {
    const RopeChoice choice = choice_of(spec);
    if (choice == RopeChoice::springs) {
        return is_rope_number(key) ? "the rope is made of springs" : "";
    }
    if (key == "mass") {
        return "a rope has a density";
    }
    if (key == "bending") {
        return "a rope has a bending stiffness";
    }
    if (choice == RopeChoice::round ? is_stiffness(key) : is_of_round(key)) {
        return choice == RopeChoice::round ? "they follow from diameter and modulus" : "only a round rod has it";
    }
    return "";
}

void set_rope(Model& model, const std::optional<RopeOfSpec>& rope) {
    if (rope) {
        model.rope = rope->rope;
    }
}

double rope_mass(const SceneSpec& spec) {
    const auto rope = rope_of(spec);
    return rope ? rope->density * number(spec, "length") : number(spec, "mass");
}

Material stretch_material(const std::optional<RopeOfSpec>& rope, double length) {
    return rope ? Material{Role::stretch, axial_compliance(rope->rope, length), {}, {}, 1 / length}
                : Material{Role::stretch, {}, {}, {}};
}

std::optional<Material> bend_material(const std::optional<RopeOfSpec>& rope, double length) {
    return rope ? material_of(Role::bend, bending_compliance(rope->rope, length), length)
                : Material{Role::bend, {}, {}, {}};
}

std::optional<Material> twist_material(const std::optional<RopeOfSpec>& rope, double length) {
    return rope ? material_of(Role::twist, torsion_compliance(rope->rope, length), length)
                : Material{Role::twist, {}, {}, {}};
}

} // namespace xpbd::scenes
