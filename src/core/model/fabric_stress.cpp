// Stresses in closed form, and the free sides of a woven strip by Newton's method.
#include "core/model/fabric_stress.h"

#include "core/model/constraints/auto_diff.h"
#include "core/model/constraints/woven.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

template <class S>
using Pair = std::array<S, 2>;

template <class S>
S dot(const Pair<S>& a, const Pair<S>& b) {
    return a[0] * b[0] + a[1] * b[1];
}

/// dW/da and dW/db of the energy per area W; a and b are the images of warp and weft.
template <class S>
struct YarnForces {
    Pair<S> warp;
    Pair<S> weft;
};

template <class S>
YarnForces<S> woven_forces(const Fabric& fabric, const Pair<S>& a, const Pair<S>& b) {
    using std::sqrt;
    const S length_a = sqrt(dot(a, a));
    const S length_b = sqrt(dot(b, b));
    const S sine = dot(a, b) / (length_a * length_b);
    const auto pull = [&](double modulus, const S& length) {
        const S strain = length - S(1);
        return S(strain < S(0) ? modulus * fabric.compression : modulus) * strain;
    };
    const S shear = S(fabric.shear_modulus) * sine;
    YarnForces<S> result;
    for (std::size_t i = 0; i < 2; ++i) {
        const S along_a = a[i] / length_a;
        const S along_b = b[i] / length_b;
        result.warp[i] = pull(fabric.modulus_warp, length_a) * along_a + shear * (along_b - sine * along_a) / length_a;
        result.weft[i] = pull(fabric.modulus_weft, length_b) * along_b + shear * (along_a - sine * along_b) / length_b;
    }
    return result;
}

YarnForces<double> green_forces(const Fabric& fabric, const Pair<double>& a, const Pair<double>& b) {
    const OrthotropicStiffness d = membrane_stiffness(fabric);
    const double e1 = (dot(a, a) - 1) / 2;
    const double e2 = (dot(b, b) - 1) / 2;
    const double s1 = d.d11 * e1 + d.d12 * e2;
    const double s2 = d.d12 * e1 + d.d22 * e2;
    const double s12 = d.d33 * dot(a, b);
    return {{s1 * a[0] + s12 * b[0], s1 * a[1] + s12 * b[1]}, {s12 * a[0] + s2 * b[0], s12 * a[1] + s2 * b[1]}};
}

/// Closed solution: under a uniaxial stress s the second Piola-Kirchhoff stress is s along y only, and Green's strain
/// is proportional to s.
std::optional<FreePull> green_pull(const Fabric& fabric, const Pair<double>& warp, double stretch) {
    const double c = warp[1]; // cosine between warp and y
    const double s = warp[0];
    const double nu = fabric.poisson / fabric.modulus_warp;
    // Strains along warp and weft, and the shear strain between warp and weft, for a stress of 1 N/m along y.
    const double e1 = c * c / fabric.modulus_warp - nu * s * s;
    const double e2 = s * s / fabric.modulus_weft - nu * c * c;
    const double e12 =
        -c * s / (2 * fabric.shear_modulus); // in components of warp and weft, y is (c, -s) and x is (s, c)
    const double along = c * c * e1 + s * s * e2 - 2 * c * s * e12;
    const double across = s * s * e1 + c * c * e2 + 2 * c * s * e12;
    const double between = c * s * (e1 - e2) + (c * c - s * s) * e12;
    const double stress = (stretch * stretch - 1) / (2 * along);
    const double slant = 2 * between * stress / stretch;
    const double square = 1 + 2 * across * stress - slant * slant;
    if (!(square > 0)) {
        return std::nullopt;
    }
    return FreePull{stretch * stress, std::sqrt(square), slant};
}

/// Gradient and Hessian of a woven strip's energy per area with respect to `side`, (width, slant).
struct SideForce {
    Pair<double> slope;
    double h11, h12, h22;
};
SideForce side_force(const Fabric& fabric, const Pair<double>& warp, double stretch, const Pair<double>& side) {
    using Number = AutoDiff<double, 2>;
    const Pair<Number> q{Number::variable(side[0], 0), Number::variable(side[1], 1)};
    const Number y(stretch);
    const Pair<Number> a{Number(warp[0]) * q[0], Number(warp[0]) * q[1] + Number(warp[1]) * y};
    const Pair<Number> b{Number(warp[1]) * q[0], Number(warp[1]) * q[1] - Number(warp[0]) * y};
    const YarnForces<Number> force = woven_forces(fabric, a, b);
    const Number across = Number(warp[0]) * force.warp[0] + Number(warp[1]) * force.weft[0];
    const Number along = Number(warp[0]) * force.warp[1] + Number(warp[1]) * force.weft[1];
    return {{across.value, along.value}, across.partial[0], across.partial[1], along.partial[1]};
}

/// Energy per area of a woven strip [J/m^2].
double woven_energy(const Fabric& fabric, const Pair<double>& warp, double stretch, const Pair<double>& side) {
    const Pair<double> a{warp[0] * side[0], warp[0] * side[1] + warp[1] * stretch};
    const Pair<double> b{warp[1] * side[0], warp[1] * side[1] - warp[0] * stretch};
    const double length_a = std::sqrt(dot(a, a));
    const double length_b = std::sqrt(dot(b, b));
    const double sine = dot(a, b) / (length_a * length_b);
    const auto yarn = [&](double modulus, double length) {
        return (length < 1 ? fabric.compression : 1) * modulus * (length - 1) * (length - 1) / 2;
    };
    return yarn(fabric.modulus_warp, length_a) + yarn(fabric.modulus_weft, length_b) +
           fabric.shear_modulus * sine * sine / 2;
}

/// Minimises woven_energy() over `side` by Newton's method; false if it does not reach an equilibrium.
bool relax_side(const Fabric& fabric, const Pair<double>& warp, double stretch, Pair<double>& side) {
    constexpr int kMostSteps = 100;
    constexpr double kEven = 1e-13; // largest remaining force on a free side, as a share of the sum of the moduli
    const double scale = fabric.modulus_warp + fabric.modulus_weft + fabric.shear_modulus;
    for (int step = 0; step < kMostSteps; ++step) {
        const SideForce force = side_force(fabric, warp, stretch, side);
        const double left = std::sqrt(dot(force.slope, force.slope));
        if (!std::isfinite(left)) {
            return false;
        }
        if (left <= kEven * scale) {
            return true;
        }
        // Makes the Hessian positive definite by adding a multiple of the identity.
        const double middle = (force.h11 + force.h22) / 2;
        const double half = (force.h11 - force.h22) / 2;
        const double least = middle - std::sqrt(half * half + force.h12 * force.h12);
        const double more = std::max(0.0, 1e-12 * scale - least);
        const double h11 = force.h11 + more;
        const double h22 = force.h22 + more;
        const double determinant = h11 * h22 - force.h12 * force.h12;
        const Pair<double> move{-(h22 * force.slope[0] - force.h12 * force.slope[1]) / determinant,
                                -(h11 * force.slope[1] - force.h12 * force.slope[0]) / determinant};
        const double energy = woven_energy(fabric, warp, stretch, side);
        const double falls = dot(force.slope, move);
        double share = std::min(1.0, 0.2 / std::sqrt(dot(move, move)));
        Pair<double> next{};
        for (int halving = 0; halving < 60; ++halving, share /= 2) {
            next = {side[0] + share * move[0], side[1] + share * move[1]};
            const SideForce there = side_force(fabric, warp, stretch, next);
            if (next[0] > 0 && (woven_energy(fabric, warp, stretch, next) <= energy + 1e-4 * share * falls ||
                                dot(there.slope, there.slope) <
                                    0.25 * left * left)) { // near the minimum, energies differ by rounding only
                break;
            }
        }
        side = next;
    }
    return false;
}

std::optional<FreePull> woven_pull(const Fabric& fabric, const Pair<double>& warp, double stretch) {
    constexpr double kMostSine2 = 0.99; // same as Woven::kMostSine2
    constexpr int kSteps = 16;          // steps of the strain, to follow the equilibrium that starts at the flat cloth
    Pair<double> side{1, 0};
    for (int step = 1; step <= kSteps; ++step) {
        if (!relax_side(fabric, warp, 1 + (stretch - 1) * step / kSteps, side)) {
            return std::nullopt;
        }
    }
    const Pair<double> a{warp[0] * side[0], warp[0] * side[1] + warp[1] * stretch};
    const Pair<double> b{warp[1] * side[0], warp[1] * side[1] - warp[0] * stretch};
    const double mixed = dot(a, b);
    if (!(mixed * mixed < kMostSine2 * dot(a, a) * dot(b, b))) {
        return std::nullopt;
    }
    return FreePull{stress_of(fabric, warp, {side[0], 0, side[1], stretch}).yy, side[0], side[1]};
}

} // namespace

PlaneMap stress_of(const Fabric& fabric, const std::array<double, 2>& warp, const PlaneMap& f) {
    const Pair<double> weft{warp[1], -warp[0]};
    const auto image = [&](const Pair<double>& v) {
        return Pair<double>{f.xx * v[0] + f.xy * v[1], f.yx * v[0] + f.yy * v[1]};
    };
    const Pair<double> a = image(warp);
    const Pair<double> b = image(weft);
    const auto [to_a, to_b] = fabric.law == FabricLaw::stvk ? green_forces(fabric, a, b) : woven_forces(fabric, a, b);
    return {to_a[0] * warp[0] + to_b[0] * weft[0], to_a[0] * warp[1] + to_b[0] * weft[1],
            to_a[1] * warp[0] + to_b[1] * weft[0], to_a[1] * warp[1] + to_b[1] * weft[1]};
}

std::optional<FreePull> free_pull(const Fabric& fabric, const std::array<double, 2>& warp, double stretch) {
    if (!(stretch > 0)) {
        return std::nullopt;
    }
    return fabric.law == FabricLaw::stvk ? green_pull(fabric, warp, stretch) : woven_pull(fabric, warp, stretch);
}

} // namespace xpbd
