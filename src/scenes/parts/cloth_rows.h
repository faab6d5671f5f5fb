// Parameter rows of cloth scenes, and functions that read them into a GridCloth.
#pragma once

#include "scenes/parts/fabric_rows.h"
#include "scenes/parts/grid.h"
#include "scenes/parts/values.h"

#include <algorithm>

namespace xpbd::scenes {

/// @name Rows that hanging cloths share
/// @{
constexpr ParameterInfo gather_row(double share) {
    return {.key = "gather",
            .label = "Gathered width",
            .unit = "",
            .scale = Scale::linear,
            .min = 0,
            .max = 0.9,
            .default_value = {share, 0, 0},
            .tooltip = "Share of the width by which the pins are moved together, so that the cloth drapes in folds."};
}
constexpr ParameterInfo folds_row(double folds) {
    return {.key = "folds",
            .label = "Folds",
            .unit = "",
            .scale = Scale::integer,
            .min = 1,
            .max = 12,
            .default_value = {folds, 0, 0},
            .tooltip = "Waves that take up the gathered width at the start."};
}
constexpr ParameterInfo tilt_row(double degrees) {
    return {.key = "tilt",
            .label = "Tilt",
            .unit = "deg",
            .scale = Scale::linear,
            .min = 0,
            .max = 180,
            .default_value = {degrees, 0, 0},
            .tooltip = "Start pose: 0 hangs straight down, 90 lies level and swings down, 180 stands above its pins."};
}
constexpr ParameterInfo thickness_row(double edges) {
    return {.key = "thickness",
            .label = "Thickness",
            .unit = "edges",
            .scale = Scale::linear,
            .min = 0,
            .max = 1.5,
            .default_value = {edges, 0, 0},
            .tooltip =
                "Distance that parts of the cloth keep from each other, in lengths of an edge; 0 lets it pass through "
                "itself. From about 1 on nothing fits through."};
}
/// @}

/// The value of thickness_row() in metres: the longer side of a cell is an edge.
inline double thickness_of(const SceneSpec& spec, const GridCloth& cloth) {
    return number(spec, "thickness") * std::max(cloth.width / (cloth.columns - 1), cloth.height / (cloth.rows - 1));
}

/// Reads the parameters of kFabricRows. A fabric's mass per area replaces `cloth.mass`.
inline void read_fabric(const SceneSpec& spec, GridCloth& cloth) {
    cloth.triangulation = static_cast<Triangulation>(whole(spec, "triangulation"));
    cloth.warp_angle = number(spec, "warp_angle");
    if (const auto material = fabric_of(spec)) {
        cloth.fabric = material->fabric;
        cloth.mass = material->density * cloth.width * cloth.height;
    }
}

/// A grid cloth from the rows of cloth scenes: resolution, size, mass, bending, kFabricRows and, if the scene has it,
/// seed (else 0).
inline GridCloth grid_cloth(const SceneSpec& spec) {
    GridCloth cloth;
    const Value resolution = scene_value(spec, "resolution");
    const Value size = scene_value(spec, "size");
    cloth.columns = static_cast<int>(resolution[0]);
    cloth.rows = static_cast<int>(resolution[1]);
    cloth.width = size[0];
    cloth.height = size[1];
    cloth.mass = number(spec, "mass");
    cloth.bending = static_cast<Bending>(whole(spec, "bending"));
    cloth.seed = static_cast<std::uint64_t>(number(spec, "seed"));
    read_fabric(spec, cloth);
    return cloth;
}

/// grid_cloth() plus the rows of hanging cloths: gather, folds and tilt.
inline GridCloth hanging_cloth(const SceneSpec& spec) {
    GridCloth cloth = grid_cloth(spec);
    cloth.gather = number(spec, "gather");
    cloth.folds = whole(spec, "folds");
    cloth.tilt = number(spec, "tilt");
    return cloth;
}

} // namespace xpbd::scenes
