// Rows of membranes and plates for triangles of fabric (derivation: core/FORMULAS.md, "Fabrics").
#include "core/model/fabric.h"

#include "core/base/math/positive_part.h"
#include "core/model/constraints/dihedral.h"
#include "core/model/constraints/membrane.h"
#include "core/model/constraints/triangle_curvature.h"
#include "core/model/constraints/woven.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// nu21 = nu12 E2/E1
double coupling(const Fabric& fabric) {
    return fabric.poisson * fabric.modulus_weft / fabric.modulus_warp;
}

/// Converts the quadratic form m11 a.a + 2 m12 a.b + m22 b.b of warp a and weft b to the edges of a triangle, q11 e1.e1
/// + 2 q12 e1.e2 + q22 e2.e2 (FabricTriangle::inverse). The last number of the result is half the form's value at rest.
Membrane::Rest<double> green_row(const std::array<double, 4>& inverse, double m11, double m12, double m22) {
    const auto [s1, t1, s2, t2] = inverse;
    return {m11 * s1 * s1 + 2 * m12 * s1 * s2 + m22 * s2 * s2,
            m11 * s1 * t1 + m12 * (s1 * t2 + t1 * s2) + m22 * s2 * t2,
            m11 * t1 * t1 + 2 * m12 * t1 * t2 + m22 * t2 * t2, 0.5 * (m11 + m22)};
}

/// Material of a row whose C is a strain: the energy is area * stiffness C^2/2, the viscous force area * viscosity
/// dC/dt.
Material row_of(Role role, double area, double stiffness) {
    return {role, 1 / (area * stiffness), {}, {}, area};
}

using Matrix3 = SquareMatrix<3>;

Matrix3 product(const Matrix3& a, const Matrix3& b) {
    Matrix3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 3; ++k) {
                result[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    return result;
}

Matrix3 transposed(const Matrix3& a) {
    Matrix3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            result[i][j] = a[j][i];
        }
    }
    return result;
}

/// a = L diag(d) L', L with ones on its diagonal, for a positive semidefinite a. Columns of L with d = 0 have zeros
/// below the diagonal.
struct Squares {
    Matrix3 l{};
    std::array<double, 3> d{};
};
Squares squares_of(const Matrix3& a) {
    Squares result;
    for (std::size_t j = 0; j < 3; ++j) {
        result.l[j][j] = 1;
        for (std::size_t i = j; i < 3; ++i) {
            double rest = a[i][j];
            for (std::size_t k = 0; k < j; ++k) {
                rest -= result.l[i][k] * result.d[k] * result.l[j][k];
            }
            if (i == j) {
                result.d[j] = std::max(rest, 0.0);
            } else {
                result.l[i][j] = result.d[j] > 0 ? rest / result.d[j] : 0;
            }
        }
    }
    return result;
}

/// Least share of a stiffness that is kept. Without it a zigzag, every other particle out of plane, has no resistance.
constexpr double kLeastShare = 0.05;

/// D - N' D N; D is `stiffness`, N is `beside`. Where a plate has the curvature kappa, a triangle measures kappa + N
/// kappa. N alternates in sign between neighbours, so that it would on average add the stiffness N' D N. The result has
/// at least kLeastShare of D in every direction.
Matrix3 less_of_zigzag(const Matrix3& stiffness, const Matrix3& beside) {
    const Squares squares = squares_of(stiffness);
    if (!(*std::min_element(squares.d.begin(), squares.d.end()) > 0)) {
        return stiffness; // no stiffness in some direction: shares are undefined
    }
    Matrix3 root{};    // D = root root'
    Matrix3 inverse{}; // of root
    for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = j; i < 3; ++i) {
            root[i][j] = squares.l[i][j] * std::sqrt(squares.d[j]);
            double rest = i == j ? 1 : 0;
            for (std::size_t k = j; k < i; ++k) {
                rest -= root[i][k] * inverse[k][j];
            }
            inverse[i][j] = rest / std::sqrt(squares.d[i]);
        }
    }
    // N' D N in units of D = root root' is inverse N' D N inverse' = mapped mapped', with mapped = inverse N' root.
    const Matrix3 mapped = product(inverse, product(transposed(beside), root));
    const Eigensystem<3> system = eigensystem(product(mapped, transposed(mapped)));
    Matrix3 less = stiffness;
    for (std::size_t k = 0; k < 3; ++k) {
        const double share = std::clamp(system.values[k], 0.0, 1 - kLeastShare);
        std::array<double, 3> side{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                side[i] += root[i][j] * system.vectors[k][j];
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                less[i][j] -= share * side[i] * side[j];
            }
        }
    }
    return less;
}

/// Twice the signed area of a flat triangle [m^2].
double twice_area(const std::array<double, 2>& a, const std::array<double, 2>& b, const std::array<double, 2>& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// How a triangle measures the curvature (kappa_warp, kappa_weft, 2 kappa_shear) from the angles across its edges.
struct PatchReading {
    Matrix3 of_angles{}; ///< column k: curvature for an angle of 1 rad across the edge opposite to corner k [1/m]
    std::array<std::array<double, 6>, 3> of_heights{}; ///< column i: curvature for particle i raised by 1 m [1/m]
    Matrix3 beside{}; ///< N; column j: measured minus true curvature of a plate with unit curvature j [1]

    Matrix3 of_plate() const {
        Matrix3 result = beside;
        for (std::size_t k = 0; k < 3; ++k) {
            result[k][k] += 1;
        }
        return result;
    }
};
PatchReading reading_of(const FlatPatch& flat) {
    PatchReading reading;
    for (std::size_t k = 0; k < 3; ++k) {
        reading.beside[k][k] = -1;
    }
    const double twice = twice_area(flat[0], flat[1], flat[2]);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto& from = flat[(k + 1) % 3];
        const auto& to = flat[(k + 2) % 3];
        const auto& far = flat[3 + k];
        const double du = to[0] - from[0];
        const double dv = to[1] - from[1];
        const double length = std::sqrt(du * du + dv * dv);
        const double scale = 1 / (length * std::abs(twice));
        const std::array<double, 3> reads{dv * dv * scale, du * du * scale, -2 * du * dv * scale};
        // For small angles: the far corner's height above the triangle's plane, over its distance from the edge.
        const std::array<double, 3> weight{twice_area(flat[1], flat[2], far) / twice,
                                           twice_area(flat[2], flat[0], far) / twice,
                                           twice_area(flat[0], flat[1], far) / twice};
        // A surface of curvature kappa has the height 1/2 x' kappa x above its tangent plane at the first corner.
        std::array<double, 3> height{};
        const auto add_height = [&](const std::array<double, 2>& at, double factor) {
            const double u = at[0] - flat[0][0];
            const double v = at[1] - flat[0][1];
            height[0] += factor * u * u / 2;
            height[1] += factor * v * v / 2;
            height[2] += factor * u * v / 2;
        };
        add_height(far, 1);
        for (std::size_t i = 0; i < 3; ++i) {
            add_height(flat[i], -weight[i]);
        }
        const double away = std::abs(twice_area(from, to, far)) / length;
        for (std::size_t i = 0; i < 3; ++i) {
            reading.of_angles[i][k] = reads[i];
            reading.of_heights[i][3 + k] += reads[i] / away;
            for (std::size_t j = 0; j < 3; ++j) {
                reading.beside[i][j] += reads[i] * height[j] / away;
                reading.of_heights[i][j] -= weight[j] * reads[i] / away;
            }
        }
    }
    return reading;
}

using Vector3 = std::array<double, 3>;

double dot(const Vector3& a, const Vector3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector3 times(const Matrix3& a, const Vector3& v) {
    return {dot(a[0], v), dot(a[1], v), dot(a[2], v)};
}
Matrix3 inverse_of(const Matrix3& a) {
    const auto cofactor = [&](std::size_t i, std::size_t j) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        return a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1];
    };
    const double determinant = a[0][0] * cofactor(0, 0) + a[0][1] * cofactor(0, 1) + a[0][2] * cofactor(0, 2);
    Matrix3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            result[i][j] = cofactor(j, i) / determinant;
        }
    }
    return result;
}

/// The curvature of a plate for which a quarter measures zero while the middles of the cells are raised by 1 m. A
/// quarter is one of the four triangles of a cell of a crossed grid; its third corner is the middle of the cell.
Vector3 hidden_by_middles(const PatchReading& reading) {
    Vector3 raised{};
    for (std::size_t i = 0; i < 3; ++i) {
        raised[i] = -(reading.of_heights[i][2] + reading.of_heights[i][5]);
    }
    return times(inverse_of(reading.of_plate()), raised);
}

/// The stiffness D' of one quarter. A grid of cells cut into four then bends as a plate with stiffness D, when the
/// middles of the cells are in equilibrium. Formulas: core/FORMULAS.md, "Bending as a rigidity".
Matrix3 of_quarter(const Matrix3& stiffness, const FlatPatch& flat, const PatchReading& reading) {
    const auto beyond = [&](std::size_t i) { // the middle of the next cell, across the edge from flat[1] to flat[3]
        return flat[1][i] + flat[3][i] - flat[2][i];
    };
    const PatchReading other = reading_of({flat[1], flat[3], flat[2], flat[4], flat[0], {beyond(0), beyond(1)}});
    const Vector3 own = hidden_by_middles(reading);
    const Vector3 its = hidden_by_middles(other);
    // twist: the twist along the legs, which the two kinds of quarters measure differently; mean: the mean of the
    // curvatures that raised middles hide from the two kinds.
    Vector3 twist{};
    Vector3 mean{};
    for (std::size_t i = 0; i < 3; ++i) {
        twist[i] = (its[i] - own[i]) / 2;
        mean[i] = (its[i] + own[i]) / 2;
    }
    const Squares squares = squares_of(stiffness);
    if (!(*std::min_element(squares.d.begin(), squares.d.end()) > 0)) {
        return stiffness; // no stiffness in some direction: shares are undefined
    }
    const double stiff = dot(twist, times(stiffness, twist));
    const double left = stiff - dot(mean, times(stiffness, mean)); // -own' D its
    // q: the stiffness of the middles, at least a share of the twist's stiffness.
    const double middles = std::max(left, kLeastShare * stiff);
    // w has product 1 with the twist and 0 with the mean.
    const Vector3 to_mean = times(stiffness, mean);
    const double square = dot(mean, to_mean);
    const double share = square > 0 ? dot(twist, to_mean) / square : 0;
    Vector3 w = times(stiffness, twist);
    for (std::size_t i = 0; i < 3; ++i) {
        w[i] -= share * to_mean[i];
    }
    const double norm =
        dot(w, twist); // 1/norm = w' D^-1 w: D + share norm w w' exceeds D nowhere by more than this share
    const double tied = std::sqrt(middles * std::max(0.0, middles - left - kLeastShare * norm));
    // Both kinds of triangles must use the same one of two possible signs; their twists have opposite signs.
    const double tie = dot(twist, {1, 0.3, 0.17}) < 0 ? -tied : tied;
    Matrix3 whole = stiffness; // the part of Q that acts on curvature only
    for (std::size_t i = 0; i < 3; ++i) {
        w[i] /= norm;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            whole[i][j] += (middles - left) * w[i] * w[j];
        }
    }
    // own' Q its = 0, so that Q is the sum of two forms: one vanishes on own, the other on its.
    Matrix3 part = whole;
    for (const auto& [hidden, sign] : {std::pair(its, 1.0), std::pair(own, -1.0)}) {
        Vector3 to = times(whole, hidden);
        for (std::size_t i = 0; i < 3; ++i) {
            to[i] += tie * w[i];
        }
        const double full = dot(hidden, to) + tie * dot(w, hidden) + middles;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                part[i][j] += sign * to[i] * to[j] / full;
            }
        }
    }
    const Matrix3 inverse = inverse_of(reading.of_plate());
    return product(transposed(inverse), product(part, inverse));
}

} // namespace

OrthotropicStiffness membrane_stiffness(const Fabric& fabric) {
    const double nu21 = fabric.law == FabricLaw::stvk ? coupling(fabric) : 0;
    const double share = fabric.law == FabricLaw::stvk ? 1 - fabric.poisson * nu21 : 1;
    return {fabric.modulus_warp / share, nu21 * fabric.modulus_warp / share, fabric.modulus_weft / share,
            fabric.shear_modulus};
}

OrthotropicStiffness bending_stiffness(const Fabric& fabric) {
    const double warp = fabric.rigidity_warp;
    const double weft = fabric.rigidity_weft;
    const double mixed = 4 * fabric.rigidity_bias - warp - weft; // 2 d12 + 4 d33
    const double least = std::min({warp, weft, fabric.rigidity_bias});
    const double shear = std::max(mixed / 4, least / 4);
    constexpr double kMostCoupling = 0.9; // share of the coupling at which D would become indefinite
    return {warp, std::max(mixed / 2 - 2 * shear, -kMostCoupling * std::sqrt(warp * weft)), weft, shear};
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

double mean_rigidity(const Fabric& fabric) {
    return (fabric.rigidity_warp + fabric.rigidity_weft) / 4 + fabric.rigidity_bias / 2;
}

double bending_damping_scale(const Fabric& fabric, double compliance) {
    return 1 / (compliance * mean_rigidity(fabric));
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
        auto& rows = model.of_type<Woven>();
        triangle.row = rows.size();
        const double share = std::sqrt(fabric.compression);
        rows.add(corners, {s1, t1, 0, 0, share}, row_of(Role::stretch, triangle.area, fabric.modulus_warp));
        rows.add(corners, {s2, t2, 0, 0, share}, row_of(Role::stretch, triangle.area, fabric.modulus_weft));
        rows.add(corners, {s1, t1, s2, t2, 1}, shear);
    } else {
        // eps' D eps = d11 (eps1 + nu21 eps2)^2 + E2 eps2^2 + G (2 eps12)^2: exact. Under Gauss-Seidel these rows
        // converge almost as fast as one 3 x 3 system per triangle (core/FORMULAS.md, "Fabrics").
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

void add_fabric_curvature(Model& model, const std::array<int, 6>& particles, const FlatPatch& flat,
                          const Fabric& fabric, bool is_quarter) {
    const PatchReading reading = reading_of(flat);
    const OrthotropicStiffness d = bending_stiffness(fabric);
    const Matrix3 plate{{{d.d11, d.d12, 0}, {d.d12, d.d22, 0}, {0, 0, d.d33}}};
    const Squares squares =
        squares_of(is_quarter ? of_quarter(plate, flat, reading) : less_of_zigzag(plate, reading.beside));
    const Matrix3 rows = product(transposed(squares.l), reading.of_angles);
    const double to_angle = std::sqrt(std::abs(twice_area(flat[0], flat[1], flat[2])));
    for (std::size_t k = 0; k < 3; ++k) {
        const double compliance = 2 / squares.d[k]; // A/2 d kappa^2 = d/4 C^2
        if (std::isfinite(compliance)) {
            model.of_type<TriangleCurvature>().add(
                particles, {to_angle * rows[k][0], to_angle * rows[k][1], to_angle * rows[k][2], 0},
                {Role::bend, compliance, {}, {}, bending_damping_scale(fabric, compliance)});
        }
    }
}

double hinge_compliance(const Fabric& fabric, const std::array<double, 2>& edge, double area0, double area1) {
    const double bends = rigidity(fabric, edge[1], -edge[0]); // the direction of curvature is across the edge
    const double length2 = edge[0] * edge[0] + edge[1] * edge[1];
    return (area0 + area1) / (bends * length2);
}

} // namespace xpbd
