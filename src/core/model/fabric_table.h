#pragma once

// The table of measured fabrics.

#include "core/model/fabric.h"

#include <string_view>

namespace xpbd {

/// A measured fabric.
struct FabricInfo {
    std::string_view key;    ///< name in files and on the command line
    std::string_view label;  ///< name in the window
    std::string_view source; ///< who measured it, and how its numbers were converted
    double density;          ///< mass per area [kg/m^2]
    Fabric fabric;
};

namespace detail {

/// A fabric from W11's data. Stretching data at zero strain: d11, d12, d22, d33 [N/m] along and across the sample. The
/// code of W11 doubles all four and replaces a negative d12 by 0; its shear energy is 1/2 d33 (2 eps12)^2. The data do
/// not name the warp: the second side counts as the warp in all fabrics, because it is the stiffer side of the stretch
/// denim. Bending data: stiffness of a fold along the first side, at 45 degrees, and along the second side, at zero
/// curvature, in units of 1e-6; W11's hinge energy k |e|^2 theta^2/(8 (A0 + A1)) equals ours with B = k/4.
constexpr Fabric measured_by_wang(double d11, double d12, double d22, double d33, double fold_first, double fold_bias,
                                  double fold_second) {
    const double coupling = d12 > 0 ? d12 : 0;
    Fabric fabric;
    fabric.modulus_weft = 2 * (d11 - coupling * coupling / d22);
    fabric.modulus_warp = 2 * (d22 - coupling * coupling / d11);
    fabric.poisson = coupling / d11;
    fabric.shear_modulus = d33;
    fabric.rigidity_warp = fold_first * 1e-6 / 4; // a fold along the weft bends the warp
    fabric.rigidity_bias = fold_bias * 1e-6 / 4;
    fabric.rigidity_weft = fold_second * 1e-6 / 4;
    return fabric;
}

/// A fabric from P25's values, measured by the KES textile tester, in P25's units: stretch and shear in g/s^2 (1e-3
/// N/m), bending in g mm^2/s^2 (1e-9 N m). The stretch values are just below the tester's largest load, 490.33 N/m, and
/// are interpreted as this load over 1 + strain; the modulus is the secant load/strain at this load. Bias rigidity was
/// not measured: `bend_bias` is the geometric mean of warp and weft. Contraction was not measured: 0.
constexpr Fabric measured_by_petrak(double stretch_warp, double stretch_weft, double shear, double bend_warp,
                                    double bend_weft, double bend_bias) {
    constexpr double load = 490.33;
    const auto secant = [](double stretch) { return load / (load / (stretch * 1e-3) - 1); };
    Fabric fabric;
    fabric.modulus_warp = secant(stretch_warp);
    fabric.modulus_weft = secant(stretch_weft);
    fabric.shear_modulus = shear * 1e-3;
    fabric.rigidity_warp = bend_warp * 1e-9;
    fabric.rigidity_weft = bend_weft * 1e-9;
    fabric.rigidity_bias = bend_bias * 1e-9;
    return fabric;
}

} // namespace detail

/// Measured fabrics, in display order. THE table: a new fabric is one row, with the source of every number.
inline constexpr FabricInfo kFabrics[] = {
    {.key = "denim",
     .label = "Denim, 11 oz",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "11oz-black-denim, 99 % cotton, 1 % spandex",
     .density = 0.324,
     .fabric = detail::measured_by_wang(205.352005, 10.234077, 1013.88629, 53.387184, 64.196457, 73.384567, 96.951576)},
    {.key = "ponte",
     .label = "Ponte jersey",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "camel-ponte-roma, 60 % polyester, 40 % rayon",
     .density = 0.284,
     .fabric = detail::measured_by_wang(31.146198, -12.802702, 44.028667, 31.896357, 36.348366, 33.013252, 37.157593)},
    {.key = "interlock",
     .label = "Interlock jersey",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "gray-interlock, 60 % cotton, 40 % polyester",
     .density = 0.187,
     .fabric = detail::measured_by_wang(16.593832, -14.69599, 34.477123, 36.860302, 23.191698, 24.749964, 14.267624)},
    {.key = "rib_knit",
     .label = "Rib knit",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "ivory-rib-knit, 95 % cotton, 5 % spandex",
     .density = 0.276,
     .fabric = detail::measured_by_wang(42.871021, -0.234556, 65.166023, 83.175644, 46.237591, 30.01593, 32.243889)},
    {.key = "fleece",
     .label = "Fleece blanket",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "pink-ribbon-brown, polyester",
     .density = 0.228,
     .fabric =
         detail::measured_by_wang(151.503906, 106.02816, 244.830673, 30.250183, 117.070122, 87.509773, 59.774277)},
    {.key = "trousers",
     .label = "Trouser cloth",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "royal-target, 65 % cotton, 35 % polyester; its moduli are at the end of the fitted range: at least",
     .density = 0.22,
     .fabric =
         detail::measured_by_wang(2016.55456, 9.170511, 2034.97644, 104.759674, 125.409805, 107.997696, 125.409805)},
    {.key = "jacket",
     .label = "Jacket lining",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "tango-red-jet-set, polyester",
     .density = 0.113,
     .fabric = detail::measured_by_wang(43.067627, 54.373299, 171.424835, 14.3147, 14.293814, 21.9517, 20.345654)},
    {.key = "tablecloth",
     .label = "Tablecloth",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "white-dots-on-blk, polyester; its moduli are at the end of the fitted range: at least",
     .density = 0.128,
     .fabric = detail::measured_by_wang(2002.08618, 0.345588, 2027.48559, 19.189022, 51.713814, 40.65947, 31.282822)},
    {.key = "swimsuit",
     .label = "Swimsuit knit",
     .source = "Wang, O'Brien, Ramamoorthi, Data-Driven Elastic Models for Cloth, 2011; linearised at zero strain: "
               "white-swim-solid, 87 % polyamide, 13 % spandex",
     .density = 0.204,
     .fabric = detail::measured_by_wang(47.971176, 6.834521, 104.615456, 60.773663, 60.237942, 58.803211, 51.018833)},
    {.key = "light_polyester",
     .label = "Light polyester",
     .source = "Petrak et al., Sustainability 2025, 17, 1388, KES-FB, read at second hand; moduli are secants at 490 "
               "N/m: M2, polyester, plain weave",
     .density = 0.08366,
     .fabric = detail::measured_by_petrak(471944, 373515, 46000, 850, 330, 529.6)},
    {.key = "wool_twill",
     .label = "Wool twill",
     .source = "Petrak et al., Sustainability 2025, 17, 1388, KES-FB, read at second hand; moduli are secants at 490 "
               "N/m: M3, 75 % wool, 15 % polyester, 10 % elastane, twill 2/1",
     .density = 0.1787,
     .fabric = detail::measured_by_petrak(449656, 439815, 50000, 2140, 2000, 2068.8)},
    {.key = "polyester_plain",
     .label = "Polyester plain",
     .source = "Petrak et al., Sustainability 2025, 17, 1388, KES-FB, read at second hand; moduli are secants at 490 "
               "N/m: M5, 97 % polyester, 3 % elastane, plain weave",
     .density = 0.242,
     .fabric = detail::measured_by_petrak(407166, 415023, 57000, 3220, 3880, 3534.6)},
    {.key = "cotton_twill",
     .label = "Cotton twill",
     .source = "Petrak et al., Sustainability 2025, 17, 1388, KES-FB, read at second hand; moduli are secants at 490 "
               "N/m: M6, 65 % cotton, 31 % polyester, 4 % elastane, twill 2/1",
     .density = 0.25336,
     .fabric = detail::measured_by_petrak(473860, 404746, 126000, 7430, 3700, 5243.2)},
};

} // namespace xpbd
