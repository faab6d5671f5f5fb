#include "core/measure/fabric.h"

#include "core/measure/median.h"

#include <algorithm>
#include <cmath>

namespace xpbd {
namespace {

/// A strain below this tells nothing about a stiffness.
constexpr double kNoise = 1e-7;

/// Of the two eigenvalues of a symmetric 2 x 2 matrix.
struct Principal {
    double high;
    double low;
};
Principal principal(double first, double second, double mixed) {
    const double middle = 0.5 * (first + second);
    const double half = 0.5 * (first - second);
    const double radius = std::sqrt(half * half + mixed * mixed);
    return {middle + radius, middle - radius};
}

double larger(double a, double b) {
    return std::abs(a) >= std::abs(b) ? a : b;
}

/// Rows of stiffnesses k1, k2 and k3 as moduli: d11 = k1, d12 = r k1, d22 = k2 + r^2 k1, G = k3.
FabricModuli moduli_of(double k1, double k2, double k3, double r) {
    const double d22 = k2 + r * r * k1;
    return {k1 * k2 / d22, k2, k3, r * k1 / d22};
}

} // namespace

FabricReader::FabricReader(const Model& model, const State& state, bool with_forces)
    : model_(model), state_(state), force_scale_(with_forces ? state.force_scale : 0) {
    for_each_type(model, [&](const auto& array, std::size_t first) {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        if constexpr (std::is_same_v<Type, Membrane>) {
            first_membrane_ = first;
        } else if constexpr (std::is_same_v<Type, Yarn>) {
            first_yarn_ = first;
        } else if constexpr (std::is_same_v<Type, YarnShear>) {
            first_shear_ = first;
        }
    });
}

FabricReader::Row FabricReader::row(const FabricTriangle& triangle, std::size_t k) const {
    const auto read = [&](const auto& array, std::size_t first, std::size_t c) -> Row {
        using Type = typename std::remove_cvref_t<decltype(array)>::Type;
        Points<double, 3> points;
        for (std::size_t i = 0; i < 3; ++i) {
            points[i] = xyz(state_.particles.position[index_of(array.particles[c][i])]);
        }
        const std::size_t index = first + c;
        return {Type::template eval<double>(points, array.rest[c]).value, array.material[c].compliance.value_or(0),
                state_.lambda.empty() ? 0 : state_.lambda[index], xpbd::is_torn(state_, index)};
    };
    if (!triangle.is_woven) {
        return read(model_.of_type<Membrane>(), first_membrane_, triangle.row + k);
    }
    return k < 2 ? read(model_.of_type<Yarn>(), first_yarn_, triangle.row + k)
                 : read(model_.of_type<YarnShear>(), first_shear_, triangle.row / 2);
}

FabricReading FabricReader::read(const FabricTriangle& triangle) const {
    FabricReading reading;
    std::array<double, 3> force{}; // conjugate to the rows
    for (std::size_t k = 0; k < 3; ++k) {
        const Row r = row(triangle, k);
        if (r.is_torn) {
            FabricReading torn;
            torn.is_torn = true;
            return torn;
        }
        force[k] = -r.lambda * force_scale_ / triangle.area;
    }
    const auto at = [&](std::size_t i) { return xyz(state_.particles.position[index_of(triangle.particles[i])]); };
    const Vec3 e1 = at(1) - at(0);
    const Vec3 e2 = at(2) - at(0);
    const auto [s1, t1, s2, t2] = triangle.inverse;
    const Vec3 a = s1 * e1 + t1 * e2;
    const Vec3 b = s2 * e1 + t2 * e2;
    const double aa = glm::dot(a, a);
    const double bb = glm::dot(b, b);
    const double ab = glm::dot(a, b);
    if (triangle.is_woven) {
        const double size = std::sqrt(aa * bb);
        reading.strain = {std::sqrt(aa) - 1, std::sqrt(bb) - 1, size > 0 ? ab / size : 0};
        reading.tension = force;
    } else {
        reading.strain = {0.5 * (aa - 1), 0.5 * (bb - 1), ab};
        reading.tension = {force[0], force[1] + triangle.coupling * force[0], force[2]};
    }
    const auto [high, low] = principal(aa, bb, ab);
    reading.principal_strain = larger(std::sqrt(std::max(high, 0.0)) - 1, std::sqrt(std::max(low, 0.0)) - 1);
    const auto [most, least] = principal(reading.tension[0], reading.tension[1], reading.tension[2]);
    reading.principal_tension = larger(most, least);
    return reading;
}

std::optional<double> FabricReader::row_stiffness(const FabricTriangle& triangle, std::size_t k) const {
    const Row r = row(triangle, k);
    if (r.is_torn || !(std::abs(r.value) > kNoise)) {
        return std::nullopt;
    }
    return -r.lambda * force_scale_ / (r.value * triangle.area);
}

double FabricReader::nominal_row_stiffness(const FabricTriangle& triangle, std::size_t k) const {
    return 1 / (row(triangle, k).alpha * triangle.area);
}

FabricModuli measure_moduli(const Model& model, const State& state) {
    FabricModuli moduli;
    if (model.fabric.empty() || !(state.force_scale > 0)) {
        return moduli;
    }
    const FabricReader reader(model, state, true);
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
    return moduli_of(k[0], k[1], k[2], model.fabric.front().coupling);
}

FabricModuli nominal_moduli(const Model& model) {
    if (model.fabric.empty()) {
        return {};
    }
    const State state = initial_state(model);
    const FabricReader reader(model, state, false);
    const FabricTriangle& first = model.fabric.front();
    return moduli_of(reader.nominal_row_stiffness(first, 0), reader.nominal_row_stiffness(first, 1),
                     reader.nominal_row_stiffness(first, 2), first.coupling);
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
