// Parameter rows of scenes with ropes, rods and single particles.
#pragma once

#include "scenes/parts/scene.h"

namespace xpbd::scenes {

/// @name Rows that ropes, rods and single particles share
/// @{
constexpr ParameterInfo segments_row(double segments) {
    return {.key = "segments",
            .label = "Segments",
            .unit = "",
            .scale = Scale::integer,
            .min = 1,
            .max = 2000,
            .slider_middle = 30,
            .default_value = {segments, 0, 0},
            .tooltip =
                "Pieces of the rope. More pieces need more iterations: Gauss-Seidel carries a force one piece per "
                "sweep against its order."};
}
constexpr ParameterInfo length_row(double length) {
    return {.key = "length",
            .label = "Length",
            .unit = "m",
            .scale = Scale::logarithmic,
            .min = 0.05,
            .max = 100,
            .default_value = {length, 0, 0},
            .tooltip = "Of the whole rope, unstretched."};
}
constexpr ParameterInfo radius_row(double radius) {
    return {.key = "radius",
            .label = "Radius",
            .unit = "m",
            .scale = Scale::logarithmic,
            .min = 0.001,
            .max = 0.2,
            .default_value = {radius, 0, 0},
            .tooltip = "Thickness to draw the rope with; it does not enter the forces."};
}
constexpr ParameterInfo angle_row(double degrees) {
    return {.key = "angle",
            .label = "Start angle",
            .unit = "deg",
            .scale = Scale::linear,
            .min = 0,
            .max = 180,
            .default_value = {degrees, 0, 0},
            .tooltip = "From hanging straight down: 90 is level."};
}
constexpr ParameterInfo tip_mass_row(double mass) {
    return {.key = "tip_mass",
            .label = "Tip mass",
            .unit = "kg",
            .scale = Scale::logarithmic,
            .min = 1e-3,
            .max = 1e5,
            .default_value = {mass, 0, 0},
            .tooltip = "Of the last particle. A large ratio of masses is what iterative solvers are worst at."};
}
/// @}

} // namespace xpbd::scenes
