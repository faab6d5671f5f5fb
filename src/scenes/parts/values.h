// Reads scene parameters with their types, and holds the parameter rows that several scenes share.
#pragma once

#include "scenes/parts/scene.h"

#include <cstddef>
#include <span>

namespace xpbd::scenes {

/// @name Typed reading of scene parameters, for builders
/// @{
inline double number(const SceneSpec& spec, std::string_view key) {
    return scene_value(spec, key)[0];
}
inline int whole(const SceneSpec& spec, std::string_view key) {
    return static_cast<int>(number(spec, key));
}
inline bool toggled(const SceneSpec& spec, std::string_view key) {
    return number(spec, key) != 0;
}
inline Vec3 vector(const SceneSpec& spec, std::string_view key) {
    const Value v = scene_value(spec, key);
    return {v[0], v[1], v[2]};
}
/// @}

/// The row of `table` that `material` chooses; null for the first `first` choices, which are not in the table.
template <class Row, std::size_t N>
const Row* chosen_row(const SceneSpec& spec, std::size_t first, const Row (&table)[N]) {
    const int place = whole(spec, "material") - static_cast<int>(first);
    return place >= 0 && place < static_cast<int>(N) ? &table[place] : nullptr;
}

/// Finalises a model that a builder has filled.
inline Result<Model> finished(Model model) {
    const Status status = finalise(model);
    if (!status) {
        return status.error();
    }
    return model;
}

/// @name Rows that several scenes share
/// @{
constexpr std::string_view kBendingChoices[] = {"skip_one", "dihedral", "none", "arccos", "isometric", "plate"};

/// Row of `material`: springs, the scene's own numbers, or a measured material.
constexpr ParameterInfo material_row(std::span<const std::string_view> choices,
                                     std::span<const std::string_view> labels, std::string_view tooltip) {
    return {.key = "material",
            .label = "Material",
            .unit = "",
            .scale = Scale::choice,
            .min = 0,
            .max = static_cast<double>(choices.size() - 1),
            .default_value = {0, 0, 0},
            .choices = choices,
            .choice_labels = labels,
            .tooltip = tooltip};
}
/// Row of a material's number. Its scale is logarithmic, because values span many powers of ten.
constexpr ParameterInfo material_number_row(std::string_view key, std::string_view label, std::string_view symbol,
                                            std::string_view unit, double min, double max, double value,
                                            std::string_view tooltip) {
    return {.key = key,
            .label = label,
            .symbol = symbol,
            .unit = unit,
            .scale = Scale::logarithmic,
            .min = min,
            .max = max,
            .default_value = {value, 0, 0},
            .tooltip = tooltip};
}
/// Allows 0 in a material's row: the body lacks this stiffness. 0 is shown as `zero_label`.
constexpr ParameterInfo or_zero(ParameterInfo row, std::string_view zero_label) {
    row.zero_allowed = true;
    row.zero_label = zero_label;
    return row;
}

constexpr ParameterInfo resolution_row(double columns, double rows) {
    return {.key = "resolution",
            .label = "Resolution",
            .unit = "",
            .scale = Scale::integer,
            .min = 2,
            .max = 512,
            .slider_max = 128, // larger cloths can be typed in; they take hundreds of MB in a window
            .slider_middle = 32,
            .default_value = {columns, rows, 0},
            .components = 2,
            .tooltip = "Particles along the top edge and down a side. At equal compliance per edge a finer cloth is a "
                       "softer one: compliance belongs to an edge, not to the cloth."};
}
constexpr ParameterInfo size_row(double width, double height) {
    return {.key = "size",
            .label = "Size",
            .unit = "m",
            .scale = Scale::logarithmic,
            .min = 0.01,
            .max = 100,
            .default_value = {width, height, 0},
            .components = 2,
            .tooltip = "Width and height of the cloth when flat."};
}
constexpr ParameterInfo mass_row(double mass) {
    return {.key = "mass",
            .label = "Mass",
            .unit = "kg",
            .scale = Scale::logarithmic,
            .min = 1e-3,
            .max = 1e4,
            .default_value = {mass, 0, 0},
            .tooltip =
                "Of the whole body, shared equally by all particles. A heavier one stretches more with XPBD; PBD "
                "does not feel it."};
}
constexpr ParameterInfo bending_row(double choice) {
    return {
        .key = "bending",
        .label = "Bending",
        .unit = "",
        .scale = Scale::choice,
        .min = 0,
        .max = static_cast<double>(std::size(kBendingChoices) - 1),
        .default_value = {choice, 0, 0},
        .choices = kBendingChoices,
        .tooltip =
            "skip_one: distances between particles two apart (compliance in m/N); dihedral: the angle across "
            "every inner edge (rad/(N m)); arccos: the same as first published, to see it fail; isometric: quadratic "
            "bending of a flat sheet (1/(N m)); plate: of a fabric in a grid, the curvature of every triangle, right "
            "where hinges are a fifth too soft, at three times their work (else dihedral); none."};
}
/// Row of `bending` for bodies that are not a grid: without the choice "plate".
constexpr ParameterInfo hinge_row(double choice) {
    ParameterInfo row = bending_row(choice);
    row.max -= 1;
    row.choices = row.choices.first(row.choices.size() - 1);
    row.tooltip = "dihedral: the angle across every inner edge (rad/(N m)), skip_one too; arccos: the same as first "
                  "published, to see it fail; isometric: quadratic bending of a flat sheet (1/(N m)); none.";
    return row;
}
constexpr ParameterInfo seed_row() {
    return {.key = "seed",
            .label = "Seed",
            .unit = "",
            .scale = Scale::integer,
            .min = 0,
            .max = 1000000,
            .default_value = {1, 0, 0},
            .tooltip = "Of the small unevenness in the start shape: the same seed gives the same run, to the bit."};
}
constexpr ParameterInfo restitution_row() {
    return {.key = "restitution",
            .label = "Restitution",
            .unit = "",
            .scale = Scale::linear,
            .min = 0,
            .max = 1,
            .default_value = {0, 0, 0},
            .tooltip = "Share of its speed with which a particle bounces off what it hits.",
            .formula = "v_n' = -e v_n"};
}
constexpr ParameterInfo friction_row() {
    return {.key = "friction",
            .label = "Friction",
            .unit = "",
            .scale = Scale::linear,
            .min = 0,
            .max = 2,
            .default_value = {0.3, 0, 0},
            .tooltip = "Coulomb coefficient mu between the body and what it touches.",
            .formula = "|f_t| <= mu f_n"};
}
/// @}

} // namespace xpbd::scenes
