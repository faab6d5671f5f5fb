#pragma once

#include "core/choices.h"
#include "core/fabric_table.h"
#include "scenes/parts/triangulation.h"
#include "scenes/parts/values.h"

#include <array>
#include <cstddef>
#include <optional>

namespace xpbd::scenes {

/// The first choices of `material`; measured fabrics follow.
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

/// What a cloth is made of, and how it is cut into triangles: the rows behind those of every cloth scene.
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

/// The row of a mesh that says where its warp comes from.
inline constexpr std::string_view kWarpAxis = "warp_axis";

/// Whether a scene's row is one of kFabricRows, and not one of its own with the same key.
constexpr bool is_fabric_row(const ParameterInfo& info) {
    for (const ParameterInfo& row : kFabricRows) {
        if (row.key == info.key && row.tooltip == info.tooltip) {
            return true;
        }
    }
    return false;
}

/// A cloth scene's own rows and, behind them, kFabricRows; made of springs, or of the measured fabric of this key where
/// nothing else is said.
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

/// The number of a fabric that stands in this row; none for rows that are not a fabric's numbers.
std::optional<double> fabric_number(const FabricInfo& fabric, std::string_view key);

/// True where a scene's material is a fabric's.
bool takes_fabric(const SceneInfo& scene);

/// The measured fabric that a spec chooses, or null.
const FabricInfo* measured_fabric(const SceneSpec& spec);

/// A fabric and its mass per area.
struct FabricOfSpec {
    Fabric fabric;
    double density; ///< [kg/m^2]
};
/// What a spec's cloth is made of; nothing where it is made of springs.
std::optional<FabricOfSpec> fabric_of(const SceneSpec& spec);

/// Why a row has no effect in a scene of cloths, in a few words; empty where it has one.
std::string_view unused_of_fabric(const SceneSpec& spec, std::string_view key);

} // namespace xpbd::scenes
