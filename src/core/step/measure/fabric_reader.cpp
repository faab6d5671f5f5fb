// Strains, tensions and moduli of fabrics.
#include "core/step/measure/fabric_reader.h"

#include "core/model/constraints/all.h"
#include "core/model/fold.h"
#include "core/step/measure/median.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// Strains below this are too small to compute a stiffness from.
constexpr double kNoise = 1e-7;

/// The eigenvalues of a symmetric 2 x 2 matrix, and the unit eigenvector of the higher one.
struct PrincipalAxes {
    Principal value;
    std::array<double, 2> direction{1, 0};
};
PrincipalAxes principal(double first, double second, double mixed) {
    const double middle = 0.5 * (first + second);
    const double half = 0.5 * (first - second);
    const double radius = std::sqrt(half * half + mixed * mixed);
    PrincipalAxes result{{middle + radius, middle - radius}};
    if (radius > 0) {
        // (radius + half, mixed) and (mixed, radius - half) are parallel: the longer one is more precise.
        const double along = half >= 0 ? radius + half : mixed;
        const double across = half >= 0 ? mixed : radius - half;
        const double length = std::sqrt(along * along + across * across);
        result.direction = {along / length, across / length};
    }
    return result;
}

/// Moduli from row stiffnesses k1, k2 and k3: d11 = k1, d12 = r k1, d22 = k2 + r^2 k1, G = k3. Without coupling (r = 0)
/// each row gives the modulus of its direction, even if the other one is NaN.
FabricModuli moduli_of(double k1, double k2, double k3, double r) {
    const double d22 = k2 + r * r * k1;
    return {r != 0 ? k1 * k2 / d22 : k1, k2, k3, r != 0 || std::isnan(k1) ? r * k1 / d22 : 0};
}

/// Calls f(array, c, first) for row k of a triangle: constraint c of its type; `first` is the index of the type's first
/// constraint in State::lambda.
template <class F>
auto with_row(const Model& model, const FirstRows& first, const FabricTriangle& triangle, std::size_t k, const F& f) {
    return triangle.is_woven ? f(model.of_type<Woven>(), triangle.row + k, first.woven)
                             : f(model.of_type<Membrane>(), triangle.row + k, first.membrane);
}

/// Nominal stiffness of row k of a triangle, 1/(alpha A) [N/m].
double asked_of_row(const Model& model, const FabricTriangle& triangle, std::size_t k) {
    return with_row(model, {}, triangle, k, [&](const auto& array, std::size_t c, std::size_t) {
        return 1 / (*array.material[c].compliance * triangle.area);
    });
}

} // namespace

FabricReader::FabricReader(const Model& model, const State& state)
    : model_(model), state_(state), first_{first_of<Membrane>(model), first_of<Woven>(model)} {}

std::size_t FabricReader::row(const FabricTriangle& triangle, std::size_t k) const {
    return with_row(model_, first_, triangle, k,
                    [](const auto&, std::size_t c, std::size_t first) { return first + c; });
}

bool FabricReader::is_torn(const FabricTriangle& triangle) const {
    const auto row_is = [&](std::size_t k) { return xpbd::is_torn(state_, row(triangle, k)); };
    return !state_.torn.empty() && (row_is(0) || row_is(1) || row_is(2));
}

std::array<Vec3, 2> FabricReader::yarns(const FabricTriangle& triangle) const {
    const auto at = [&](std::size_t i) { return xyz(state_.particles.position[index_of(triangle.particles[i])]); };
    const Vec3 e1 = at(1) - at(0);
    const Vec3 e2 = at(2) - at(0);
    const auto [s1, t1, s2, t2] = triangle.inverse;
    return {s1 * e1 + t1 * e2, s2 * e1 + t2 * e2};
}

Principal FabricReader::strains(const FabricTriangle& triangle) const {
    if (is_torn(triangle)) {
        return {};
    }
    const auto [a, b] = yarns(triangle);
    const auto [high, low] = principal(glm::dot(a, a), glm::dot(b, b), glm::dot(a, b)).value;
    return {std::sqrt(std::max(high, 0.0)) - 1, std::sqrt(std::max(low, 0.0)) - 1};
}

std::array<double, 3> FabricReader::stress(const FabricTriangle& triangle) const {
    if (is_torn(triangle) || !(state_.force_scale > 0)) {
        return {};
    }
    const auto force = [&](std::size_t k) { // stress conjugate to row k
        return -state_.lambda[row(triangle, k)] * state_.force_scale / triangle.area;
    };
    const double warp = force(0);
    if (triangle.is_woven) { // no coupling; C of compressed yarns is strain times root of the share of stiffness
        const auto [a, b] = yarns(triangle);
        const auto root = [&](std::size_t k, const Vec3& yarn) {
            return glm::dot(yarn, yarn) < 1 ? model_.of_type<Woven>().rest[triangle.row + k][4] : 1.0;
        };
        return {root(0, a) * warp, root(1, b) * force(1), force(2)};
    }
    return {warp, force(1) + triangle.coupling * warp, force(2)};
}

std::array<double, 3> FabricReader::tension(const FabricTriangle& triangle) const {
    const auto [warp, weft, shear] = stress(triangle);
    if (triangle.is_woven) { // rows of yarns use engineering strain: stress is tension
        return {warp, weft, shear};
    }
    const auto [a, b] = yarns(triangle);
    return {warp * glm::length(a), weft * glm::length(b), shear};
}

Principal FabricReader::tensions(const FabricTriangle& triangle) const {
    const auto [warp, weft, shear] = stress(triangle);
    const auto [value, along] = principal(warp, weft, shear);
    if (triangle.is_woven) {
        return value;
    }
    const auto [a, b] = yarns(triangle);
    const auto [c, s] = along;
    return {value.high * glm::length(c * a + s * b), value.low * glm::length(c * b - s * a)};
}

std::optional<double> FabricReader::row_stiffness(const FabricTriangle& triangle, std::size_t k) const {
    return with_row(model_, first_, triangle, k,
                    [&](const auto& array, std::size_t c, std::size_t first) -> std::optional<double> {
                        const auto row = constraint_of(array, first, c);
                        const double value = row.evaluate(state_.particles.position).value;
                        if (xpbd::is_torn(state_, row.index) || !(std::abs(value) > kNoise)) {
                            return std::nullopt;
                        }
                        return -state_.lambda[row.index] * state_.force_scale / (value * triangle.area);
                    });
}

FabricModuli measure_moduli(const Model& model, const State& state) {
    FabricModuli moduli;
    if (model.fabric.empty() || !(state.force_scale > 0)) {
        return moduli;
    }
    const FabricReader reader(model, state);
    std::array<double, 3> k{};
    for (std::size_t row = 0; row < 3; ++row) {
        std::vector<double> all;
        all.reserve(model.fabric.size());
        for (const FabricTriangle& triangle : model.fabric) {
            if (const auto stiffness = reader.row_stiffness(triangle, row)) {
                all.push_back(*stiffness);
            }
        }
        k[row] = all.empty() ? std::numeric_limits<double>::quiet_NaN() : median(all);
    }
    const FabricTriangle& first = model.fabric.front();
    FabricModuli moduli_of_rows = moduli_of(k[0], k[1], k[2], first.coupling);
    if (std::isnan(k[1]) &&
        !std::isnan(k[0])) { // an unstrained weft: computes the other moduli with its nominal stiffness
        moduli_of_rows = moduli_of(k[0], asked_of_row(model, first, 1), k[2], first.coupling);
        moduli_of_rows.weft = k[1];
    }
    return moduli_of_rows;
}

FabricModuli nominal_moduli(const Model& model) {
    if (model.fabric.empty()) {
        return {};
    }
    const FabricTriangle& first = model.fabric.front();
    return moduli_of(asked_of_row(model, first, 0), asked_of_row(model, first, 1), asked_of_row(model, first, 2),
                     first.coupling);
}

std::vector<std::array<int, 2>> shown_lines(const Model& model) {
    std::vector<std::array<int, 2>> lines = model.of_type<Distance>().particles;
    lines.reserve(shown_line_count(model));
    for (const FabricTriangle& triangle : model.fabric) {
        const auto [a, b, c] = triangle.particles;
        lines.insert(lines.end(), {{a, b}, {b, c}, {c, a}});
    }
    return lines;
}

std::size_t shown_line_count(const Model& model) {
    return model.of_type<Distance>().size() + 3 * model.fabric.size();
}

} // namespace xpbd
