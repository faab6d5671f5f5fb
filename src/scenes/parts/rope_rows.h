// Parameter rows for the material of a rope, and functions that read them into a Rope and its constraints.
#pragma once

#include "core/base/choices.h"
#include "core/model/rope_table.h"
#include "scenes/parts/values.h"

#include <array>
#include <cstddef>
#include <optional>

namespace xpbd::scenes {

/// The first choices of a rope's `material`. The rows of kRopes follow.
enum class RopeChoice { springs, own, round };
inline constexpr std::string_view kRopeKeys[] = {"springs", "own", "round"};
inline constexpr std::string_view kRopeLabels[] = {"Springs", "A rope of its own", "A round rod of its own"};
inline constexpr auto kRopeChoices = and_rows(kRopeKeys, kRopes, &RopeInfo::key);
inline constexpr auto kRopeChoiceLabels = and_rows(kRopeLabels, kRopes, &RopeInfo::label);

/// Row of a stiffness that may be 0: a rope without this stiffness.
constexpr ParameterInfo limp_row(std::string_view key, std::string_view label, std::string_view symbol,
                                 std::string_view zero_label, std::string_view tooltip) {
    return or_zero(material_number_row(key, label, symbol, "N m^2", 1e-12, 1e6, 0, tooltip), zero_label);
}

/// Material of a rope. Every rope scene appends these rows to its own; scenes without twist omit the torsion rows.
inline constexpr std::array kRopeRows = {
    material_row(
        kRopeChoices, kRopeChoiceLabels,
        "Springs: segments and joints with the pane's compliances; more segments are another material. A rope: "
        "stiffnesses of its cross-section, the same for any number of segments; the pane's compliances do not "
        "act on it, PBD's stiffnesses do."),
    material_number_row("axial_stiffness", "Axial stiffness", "EA", "N", 1e-3, 1e9, 1e4, "Force over strain."),
    limp_row("bending_stiffness", "Bending stiffness", "EI", "limp", "Moment over curvature. 0: perfectly flexible."),
    limp_row("torsional_stiffness", "Torsional stiffness", "GJ", "free",
             "Torque over twist per length. 0: it turns freely."),
    material_number_row("diameter", "Diameter", "d", "m", 1e-5, 1, 0.01,
                        "Of a solid round rod: EA = E pi d^2/4, EI = E pi d^4/64."),
    material_number_row("young", "Young's modulus", "E", "Pa", 1e3, 1e12, 1e9, "Of the material of a solid round rod."),
    ParameterInfo{.key = "poisson",
                  .label = "Poisson's ratio",
                  .symbol = "nu",
                  .unit = "",
                  .scale = Scale::linear,
                  .min = 0,
                  .max = 0.5,
                  .default_value = {0.3, 0, 0},
                  .tooltip = "Of the material of a solid round rod: GJ = E pi d^4/(64 (1 + nu))."},
    material_number_row("linear_density", "Linear density", "", "kg/m", 1e-7, 1e3, 0.1, "Mass per length."),
};

/// A rope and its mass per length.
struct RopeOfSpec {
    Rope rope;
    double density = 0; ///< [kg/m]
};

namespace detail {

constexpr bool is_of_torsion(const ParameterInfo& row) {
    return row.key == "torsional_stiffness" || row.key == "poisson";
}

constexpr std::size_t torsion_row_count() {
    std::size_t count = 0;
    for (const ParameterInfo& row : kRopeRows) {
        count += is_of_torsion(row) ? 1u : 0u;
    }
    return count;
}

/// The row's default in a scene whose own rope starts as `start`.
constexpr double start_of(const ParameterInfo& row, const RopeOfSpec& start) {
    return row.key == "axial_stiffness"       ? start.rope.axial
           : row.key == "bending_stiffness"   ? start.rope.bending
           : row.key == "torsional_stiffness" ? start.rope.torsion
           : row.key == "linear_density"      ? start.density
                                              : row.default_value[0];
}

template <bool with_torsion, std::size_t N>
constexpr auto with_rope_rows(const ParameterInfo (&own)[N], const RopeOfSpec& start) {
    std::array<ParameterInfo, N + kRopeRows.size() - (with_torsion ? 0 : torsion_row_count())> rows{};
    std::size_t count = 0;
    for (const ParameterInfo& row : own) {
        rows[count++] = row;
    }
    for (const ParameterInfo& row : kRopeRows) {
        if (with_torsion || !is_of_torsion(row)) {
            rows[count] = row;
            rows[count++].default_value[0] = start_of(row, start);
        }
    }
    return rows;
}

} // namespace detail

/// A scene's own rows followed by kRopeRows without the torsion rows. `start`: defaults of the rope's numbers.
template <std::size_t N>
constexpr auto with_rope(const ParameterInfo (&own)[N], const RopeOfSpec& start) {
    return detail::with_rope_rows<false>(own, start);
}
/// A scene's own rows followed by all of kRopeRows, including the torsion rows, for joints that twist.
template <std::size_t N>
constexpr auto with_rod(const ParameterInfo (&own)[N], const RopeOfSpec& start) {
    return detail::with_rope_rows<true>(own, start);
}

/// True if `material` of this scene chooses a rope.
bool takes_rope(const SceneInfo& scene);

/// The rope's number for the parameter `key`; std::nullopt if `key` is not a number of ropes.
std::optional<double> rope_number(const RopeInfo& rope, std::string_view key);

/// True for parameters that are numbers of a rope, whichever choice of `material` uses them.
bool is_rope_number(std::string_view key);

/// The row of kRopes that a spec chooses, or null.
const RopeInfo* chosen_rope(const SceneSpec& spec);

/// The rope of a spec; std::nullopt if the rope is made of springs.
std::optional<RopeOfSpec> rope_of(const SceneSpec& spec);

/// A few words on why the parameter `key` has no effect in a rope scene; empty if it has an effect.
std::string_view unused_of_rope(const SceneSpec& spec, std::string_view key);

/// @name How a rope's material becomes constraints; `rope` is std::nullopt for springs
/// @{
/// Records the rope's stiffnesses in the model.
void set_rope(Model& model, const std::optional<RopeOfSpec>& rope);
/// Mass of the whole rope [kg].
double rope_mass(const SceneSpec& spec);
/// Material of a segment of this length [m].
Material stretch_material(const std::optional<RopeOfSpec>& rope, double length);
/// Material of a joint; `length` [m] is the sum of the two half segments beside it. See bending_compliance().
/// std::nullopt if the rope has no such stiffness.
std::optional<Material> bend_material(const std::optional<RopeOfSpec>& rope, double length);
std::optional<Material> twist_material(const std::optional<RopeOfSpec>& rope, double length);
/// @}

} // namespace xpbd::scenes
