// Parameter rows for the material of a cloth, and functions that read them into a Fabric.
#pragma once

#include "core/base/choices.h"
#include "core/model/fabric_table.h"
#include "scenes/parts/triangulation.h"
#include "scenes/parts/values.h"

#include <array>
#include <cstddef>
#include <optional>

namespace xpbd::scenes {

/// The first choices of `material`. The rows of kFabrics follow.
enum class MaterialChoice { springs, own };
inline constexpr std::string_view kMaterialKeys[] = {"springs", "own"};
inline constexpr std::string_view kMaterialLabels[] = {"Springs", "A fabric of its own"};
inline constexpr auto kMaterialChoices = and_rows(kMaterialKeys, kFabrics, &FabricInfo::key);
inline constexpr auto kMaterialChoiceLabels = and_rows(kMaterialLabels, kFabrics, &FabricInfo::label);
inline constexpr std::string_view kLawChoices[] = {"woven", "stvk"};
inline constexpr std::string_view kLawLabels[] = {"Woven yarns", "Green strain"};
inline constexpr std::string_view kTriangulationChoices[] = {"alternating", "one_way", "crossed", "irregular"};

constexpr ParameterInfo modulus_row(std::string_view key, std::string_view label, std::string_view symbol,
                                    double modulus, std::string_view tooltip) {
    return material_number_row(key, label, symbol, "N/m", 1e-2, 1e7, modulus, tooltip);
}
constexpr ParameterInfo rigidity_row(std::string_view key, std::string_view label, std::string_view symbol,
                                     std::string_view tooltip) {
    return or_zero(material_number_row(key, label, symbol, "N m", 1e-9, 10, 1e-5, tooltip), "limp");
}

/// Material and triangulation of a cloth. Every cloth scene appends these rows to its own.
inline constexpr std::array kFabricRows = {
    material_row(kMaterialChoices, kMaterialChoiceLabels,
                 "Springs: a lattice of distances with the pane's compliances; another mesh is another material. A "
                 "fabric: a membrane and hinges with stiffnesses per width, the same on every mesh; the pane's "
                 "compliances do not act on it, PBD's stiffnesses do."),
    ParameterInfo{.key = "law",
                  .label = "Law",
                  .unit = "",
                  .scale = Scale::choice,
                  .min = 0,
                  .max = 1,
                  .default_value = {1, 0, 0},
                  .choices = kLawChoices,
                  .choice_labels = kLawLabels,
                  .tooltip = "woven: each direction of the yarns alone, in proportion to its length; stvk: Green "
                             "strain, which contracts across a pull and stiffens in large strains."},
    modulus_row("modulus_warp", "Modulus, warp", "E1", 1000,
                "Force per width over strain, along the warp: down the cloth unless the warp is turned."),
    modulus_row("modulus_weft", "Modulus, weft", "E2", 1000, "The same across the cloth."),
    ParameterInfo{.key = "poisson",
                  .label = "Poisson's ratio",
                  .symbol = "nu",
                  .unit = "",
                  .scale = Scale::linear,
                  .min = 0,
                  .max = 2,
                  .slider_max = 0.5,
                  .default_value = {0, 0, 0},
                  .tooltip = "Contraction along the weft over the stretch along the warp, when pulled along the warp. "
                             "nu^2 E2/E1 must stay below 1."},
    modulus_row("shear_modulus", "Shear modulus", "G", 100,
                "Shear force per width over the change of the angle between warp and weft."),
    ParameterInfo{.key = "compression",
                  .label = "Kept under compression",
                  .unit = "",
                  .scale = Scale::linear,
                  .min = 0,
                  .max = 1,
                  .default_value = {1, 0, 0},
                  .tooltip = "Share of their stiffness that yarns keep where they are compressed: they buckle before "
                             "the mesh does. 1: the same both ways."},
    rigidity_row("rigidity_warp", "Bending rigidity, warp", "B1",
                 "Energy per area of a fold of curvature kappa is B kappa^2/2: of a fold that bends the "
                 "warp."),
    rigidity_row("rigidity_weft", "Bending rigidity, weft", "B2", "Of a fold that bends the weft."),
    rigidity_row("rigidity_bias", "Bending rigidity, bias", "B45", "Of a fold at 45 degrees to both."),
    ParameterInfo{.key = "density",
                  .label = "Density",
                  .unit = "kg/m^2",
                  .scale = Scale::logarithmic,
                  .min = 1e-3,
                  .max = 1e3,
                  .default_value = {0.2, 0, 0},
                  .tooltip = "Mass per area of the cloth."},
    ParameterInfo{.key = "warp_angle",
                  .label = "Warp turned by",
                  .unit = "deg",
                  .scale = Scale::linear,
                  .min = -90,
                  .max = 90,
                  .default_value = {0, 0, 0},
                  .tooltip = "From down the cloth towards its width: 45 is cut on the bias, 90 across."},
    ParameterInfo{.key = "triangulation",
                  .label = "Triangles",
                  .unit = "",
                  .scale = Scale::choice,
                  .min = 0,
                  .max = 3,
                  .default_value = {0, 0, 0},
                  .choices = kTriangulationChoices,
                  .tooltip = "How the rectangle is cut: diagonals like a chessboard, all one way, both with a particle "
                             "in the middle of every cell, or an irregular mesh (its seed is the scene's)."},
};

/// Parameter of the mesh scene: the source of the warp direction.
inline constexpr std::string_view kWarpAxis = "warp_axis";

/// True for the rows of kFabricRows, false for a scene's own row with the same key.
constexpr bool is_fabric_row(const ParameterInfo& info) {
    for (const ParameterInfo& row : kFabricRows) {
        if (row.key == info.key && row.tooltip == info.tooltip) {
            return true;
        }
    }
    return false;
}

/// A cloth scene's own rows followed by kFabricRows. `fabric`: default of `material`, a key of kMaterialChoices.
template <std::size_t N>
constexpr std::array<ParameterInfo, N + kFabricRows.size()> with_fabric(const ParameterInfo (&own)[N],
                                                                        std::string_view fabric = "springs") {
    std::array<ParameterInfo, N + kFabricRows.size()> rows{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = i < N ? own[i] : kFabricRows[i - N];
    }
    for (std::size_t choice = 0; choice < kMaterialChoices.size(); ++choice) {
        if (kMaterialChoices[choice] == fabric) {
            rows[N].default_value = {static_cast<double>(choice), 0, 0};
        }
    }
    return rows;
}

/// The fabric's number for the parameter `key`; std::nullopt if `key` is not a number of fabrics.
std::optional<double> fabric_number(const FabricInfo& fabric, std::string_view key);

/// True if `material` of this scene chooses a fabric.
bool takes_fabric(const SceneInfo& scene);

/// The measured fabric that a spec chooses, or null.
const FabricInfo* measured_fabric(const SceneSpec& spec);

/// A fabric and its mass per area.
struct FabricOfSpec {
    Fabric fabric;
    double density; ///< [kg/m^2]
};
/// The fabric of a spec's cloth; std::nullopt if the cloth is made of springs.
std::optional<FabricOfSpec> fabric_of(const SceneSpec& spec);

/// A few words on why the parameter `key` has no effect in a cloth scene; empty if it has an effect.
std::string_view unused_of_fabric(const SceneSpec& spec, std::string_view key);

} // namespace xpbd::scenes
