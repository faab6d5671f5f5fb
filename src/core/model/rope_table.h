#pragma once

// The table of ropes and rods.

#include "core/model/rope.h"

#include <string_view>

namespace xpbd {

/// A rope or rod with published data.
struct RopeInfo {
    std::string_view key;    ///< name in files and on the command line
    std::string_view label;  ///< name in the window
    std::string_view source; ///< who published the data, and how they were converted
    double diameter;         ///< [m]
    double density;          ///< mass per length [kg/m]
    Rope rope;
};

namespace detail {

inline constexpr double kStandardGravity = 9.80665; ///< [m/s^2]

/// A rope without data on bending and torsion.
constexpr Rope limp(double axial) {
    return {axial, 0, 0};
}

/// A climbing rope by its static elongation (EN 892), the strain between loads of 5 kg and 80 kg. Bending is not
/// measured.
constexpr Rope climbing_rope(double static_elongation) {
    return limp(75 * kStandardGravity / static_elongation);
}

/// A line with a measured strain under the weight of a mass [kg]. Torsion is not measured.
constexpr Rope loaded_line(double diameter, double mass, double strain) {
    const double axial = mass * kStandardGravity / strain;
    return {axial, axial * diameter * diameter / 16, 0}; // solid round cross-section: EI = EA d^2/16
}

/// A solid round rod with measured Young's and shear moduli [Pa].
constexpr Rope measured_rod(double diameter, double young, double shear) {
    Rope rope = round_rod(diameter, young, 0);
    rope.torsion = 2 * rope.bending * shear / young; // GJ = G pi d^4/32
    return rope;
}

constexpr double round_area(double diameter) {
    return std::numbers::pi / 4 * diameter * diameter;
}

} // namespace detail

/// Ropes and rods, in display order. THE table: a new rope is one row, with the source of every number. A stiffness
/// without data is 0, and `source` names this stiffness.
inline constexpr RopeInfo kRopes[] = {
    {.key = "climbing_9_8",
     .label = "Climbing rope, 9.8 mm",
     .source = "Edelrid Eagle, 62 g/m, static elongation 7.6 % (makers' data of 2011, R package plsdepot); EA is the "
               "secant between 5 and 80 kg; EI and GJ not measured: 0",
     .diameter = 0.0098,
     .density = 0.062,
     .rope = detail::climbing_rope(0.076)},
    {.key = "climbing_10_5",
     .label = "Climbing rope, 10.5 mm",
     .source = "Mammut Apex, 70 g/m, static elongation 6.8 % (makers' data of 2011, R package plsdepot); EA is the "
               "secant between 5 and 80 kg; EI and GJ not measured: 0",
     .diameter = 0.0105,
     .density = 0.07,
     .rope = detail::climbing_rope(0.068)},
    {.key = "nylon",
     .label = "Nylon rope, 10 mm",
     .source = "OrcaFlex's rule for mooring lines, 647.6 d^2 kg/m and 1.18e8 d^2 N, as NREL's MoorPy has it, here far "
               "below the sizes it is for; its strain is not said; EI and GJ not given: 0",
     .diameter = 0.01,
     .density = 647.6e-4,
     .rope = detail::limp(1.18e4)},
    {.key = "polyester",
     .label = "Polyester rope, 10 mm",
     .source =
         "OrcaFlex's rule for mooring lines, 797.8 d^2 kg/m and 1.09e9 d^2 N, as NREL's MoorPy has it, here far below "
         "the sizes it is for; its strain is not said, and MoorPy's own fit has 4 times the EA; EI and GJ not given: 0",
     .diameter = 0.01,
     .density = 797.8e-4,
     .rope = detail::limp(1.09e5)},
    {.key = "polypropylene",
     .label = "Polypropylene rope, 10 mm",
     .source = "OrcaFlex's rule for mooring lines, 452.6 d^2 kg/m and 1.06e9 d^2 N, as NREL's MoorPy has it, here far "
               "below the sizes it is for; its strain is not said; EI and GJ not given: 0",
     .diameter = 0.01,
     .density = 452.6e-4,
     .rope = detail::limp(1.06e5)},
    {.key = "hmpe",
     .label = "HMPE rope, 10 mm",
     .source = "NREL's MoorPy for mooring lines: 495.72 d^2 kg/m, breaking load 579.5e6 d^2 + 650.65e6 d^3 N, "
               "quasi-static EA 56.54 times that; here far below the sizes it is for; EI and GJ not given: 0",
     .diameter = 0.01,
     .density = 495.72e-4,
     .rope = detail::limp(56.54 * (579.5e6 * 1e-4 + 650.65e6 * 1e-6))},
    {.key = "wire_rope_6",
     .label = "Wire rope 6x19, 6 mm",
     .source =
         "Fibre core: 0.359 kg/100 m per mm^2 (Vornbaeumen's technical notes), EA 3.67e10 d^2 N (OrcaFlex's rule); EI "
         "is between 0.027 N m^2, if wires slide freely, and 2.97, if not at all; it is not measured, nor is GJ: 0",
     .diameter = 0.006,
     .density = 0.359e-2 * 36,
     .rope = detail::limp(3.67e10 * 36e-6)},
    {.key = "wire_rope_10",
     .label = "Wire rope 6x19, 10 mm",
     .source =
         "Steel core: 0.4 kg/100 m per mm^2 (Vornbaeumen's technical notes), EA 4.04e10 d^2 N (OrcaFlex's rule); EI is "
         "between 0.29 N m^2, if wires slide freely, and 25, if not at all; it is not measured, nor is GJ: 0",
     .diameter = 0.01,
     .density = 0.4,
     .rope = detail::limp(4.04e6)},
    {.key = "music_wire_1",
     .label = "Music wire, 1 mm",
     .source = "ASTM A228 (makeitfrom.com): E 190 GPa, G 72 GPa, 7800 kg/m^3; of a solid round wire",
     .diameter = 0.001,
     .density = 7800 * detail::round_area(0.001),
     .rope = detail::measured_rod(0.001, 190e9, 72e9)},
    {.key = "music_wire_2",
     .label = "Music wire, 2 mm",
     .source = "ASTM A228 (makeitfrom.com): E 190 GPa, G 72 GPa, 7800 kg/m^3; of a solid round wire",
     .diameter = 0.002,
     .density = 7800 * detail::round_area(0.002),
     .rope = detail::measured_rod(0.002, 190e9, 72e9)},
    {.key = "nylon_line",
     .label = "Nylon line, 0.33 mm",
     .source = "Maxima, 10 lb, 0.013 in: 750 g stretched 307.4 cm by 14 cm (measured in 2019 by the author of RHex, "
               "casts of fly lines); EA is the secant at 4.6 %, EI of a solid round line; nylon of 1140 kg/m^3 "
               "(MoorPy); GJ not measured: 0",
     .diameter = 0.0003302,
     .density = 1140 * detail::round_area(0.0003302),
     .rope = detail::loaded_line(0.0003302, 0.75, 14 / 307.4)},
    {.key = "rubber_cord",
     .label = "Rubber cord, 5 mm",
     .source = "Vulcanised natural rubber (MatWeb): G 0.5 MPa, 950 kg/m^3; E = 3 G, as of what keeps its volume; of a "
               "solid round cord whose diameter is our choice",
     .diameter = 0.005,
     .density = 950 * detail::round_area(0.005),
     .rope = detail::measured_rod(0.005, 1.5e6, 0.5e6)},
    {.key = "glass_fibre_rod",
     .label = "Glass fibre rod, 3 mm",
     .source = "Pultruded (tencom.com): tensile and flexural modulus from 20.6 to 41.4 GPa, specific gravity from 1.9 "
               "to 2: the lower ends; of a solid round rod whose diameter is our choice; GJ not given: 0",
     .diameter = 0.003,
     .density = 1900 * detail::round_area(0.003),
     .rope = detail::measured_rod(0.003, 20.6e9, 0)},
};

} // namespace xpbd
