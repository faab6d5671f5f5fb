#include "core/fabric.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// nu21 = nu12 E2/E1
double coupling(const Fabric& fabric) {
    return fabric.poisson * fabric.modulus_weft / fabric.modulus_warp;
}

/// The form of edges m11 a.a + 2 m12 a.b + m22 b.b as q11 e1.e1 + 2 q12 e1.e2 + q22 e2.e2, and the value of half of it
/// at rest.
Membrane::Rest<double> green_row(const std::array<double, 4>& inverse, double m11, double m12, double m22) {
    const auto [s1, t1, s2, t2] = inverse;
    return {m11 * s1 * s1 + 2 * m12 * s1 * s2 + m22 * s2 * s2,
            m11 * s1 * t1 + m12 * (s1 * t2 + t1 * s2) + m22 * s2 * t2,
            m11 * t1 * t1 + 2 * m12 * t1 * t2 + m22 * t2 * t2, 0.5 * (m11 + m22)};
}

Material row_of(Role role, double area, double stiffness) {
    return {role, 1 / (area * stiffness), {}, {}};
}

} // namespace

MembraneStiffness membrane_stiffness(const Fabric& fabric) {
    const double nu21 = fabric.law == FabricLaw::stvk ? coupling(fabric) : 0;
    const double share = fabric.law == FabricLaw::stvk ? 1 - fabric.poisson * nu21 : 1;
    return {fabric.modulus_warp / share, nu21 * fabric.modulus_warp / share, fabric.modulus_weft / share,
            fabric.shear_modulus};
}

std::string fault_in(const Fabric& fabric) {
    const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
    const auto not_negative = [](double v) { return v >= 0 && std::isfinite(v); };
    if (!positive(fabric.modulus_warp) || !positive(fabric.modulus_weft) || !positive(fabric.shear_modulus)) {
        return "the moduli of a fabric must be finite numbers above zero [N/m]";
    }
    if (!not_negative(fabric.rigidity_warp) || !not_negative(fabric.rigidity_weft) ||
        !not_negative(fabric.rigidity_bias)) {
        return "the bending rigidities of a fabric must be finite numbers, not negative [N m]";
    }
    if (!(fabric.poisson * coupling(fabric) < 1)) {
        return "Poisson's ratio is too large for these moduli: nu^2 E_weft/E_warp must be below 1";
    }
    if (!(fabric.compression >= 0 && fabric.compression <= 1)) {
        return "the share of stiffness under compression must lie in [0, 1]";
    }
    return "";
}

double rigidity(const Fabric& fabric, double along, double across) {
    const double cos2 = along * along / (along * along + across * across);
    const double sin2 = 1 - cos2;
    const double bias = 4 * fabric.rigidity_bias - fabric.rigidity_warp - fabric.rigidity_weft;
    const double least = std::min({fabric.rigidity_warp, fabric.rigidity_weft, fabric.rigidity_bias});
    return std::max(least,
                    fabric.rigidity_warp * cos2 * cos2 + fabric.rigidity_weft * sin2 * sin2 + bias * cos2 * sin2);
}

void add_fabric_triangle(Model& model, const std::array<int, 3>& corners, const FlatTriangle& flat,
                         const Fabric& fabric) {
    const double u1 = flat[1][0] - flat[0][0], v1 = flat[1][1] - flat[0][1];
    const double u2 = flat[2][0] - flat[0][0], v2 = flat[2][1] - flat[0][1];
    const double twice = u1 * v2 - v1 * u2;
    if (!(std::abs(twice) > 1e-12 * std::max(u1 * u1 + v1 * v1, u2 * u2 + v2 * v2))) {
        return;
    }
    FabricTriangle triangle;
    triangle.particles = corners;
    triangle.inverse = {v2 / twice, -v1 / twice, -u2 / twice, u1 / twice};
    triangle.area = std::abs(twice) / 2;
    triangle.is_woven = fabric.law == FabricLaw::woven;
    const auto [s1, t1, s2, t2] = triangle.inverse;
    const Material shear = row_of(Role::shear, triangle.area, fabric.shear_modulus);
    if (triangle.is_woven) {
        auto& yarns = model.of_type<Yarn>();
        triangle.row = yarns.size();
        const double share = std::sqrt(fabric.compression);
        yarns.add(corners, {s1, t1, share}, row_of(Role::stretch, triangle.area, fabric.modulus_warp));
        yarns.add(corners, {s2, t2, share}, row_of(Role::stretch, triangle.area, fabric.modulus_weft));
        model.of_type<YarnShear>().add(corners, triangle.inverse, shear);
    } else {
        // eps' D eps = d11 (eps1 + nu21 eps2)^2 + E2 eps2^2 + G (2 eps12)^2: exact, without a 3 x 3 system, and under
        // Gauss-Seidel as quick as one (core/README.md, "Fabrics").
        auto& rows = model.of_type<Membrane>();
        triangle.row = rows.size();
        triangle.coupling = coupling(fabric);
        const double d11 = membrane_stiffness(fabric).d11;
        rows.add(corners, green_row(triangle.inverse, 1, 0, triangle.coupling),
                 row_of(Role::stretch, triangle.area, d11));
        rows.add(corners, green_row(triangle.inverse, 0, 0, 1),
                 row_of(Role::stretch, triangle.area, fabric.modulus_weft));
        rows.add(corners, green_row(triangle.inverse, 0, 1, 0), shear);
    }
    model.fabric.push_back(triangle);
}

double hinge_compliance(const Fabric& fabric, const std::array<double, 2>& edge, double area0, double area1) {
    const double bends = rigidity(fabric, edge[1], -edge[0]); // the curvature runs across the edge
    const double length2 = edge[0] * edge[0] + edge[1] * edge[1];
    return (area0 + area1) / (bends * length2);
}

} // namespace xpbd
