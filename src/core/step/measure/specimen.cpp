// Evaluates the textile tests.
#include "core/step/measure/specimen.h"

#include "core/base/math/elementary.h"
#include "core/model/fold.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace xpbd {
namespace {

/// Least angle of the chord [rad]: the bending length goes to infinity as the strip becomes level.
constexpr double kLeastChord = 0.5 * std::numbers::pi / 180;

Vec3 place(const State& state, int particle) {
    return xyz(state.particles.position[index_of(particle)]);
}

/// Force per width of the constraints on a grip, opposite to `direction` [N/m]. In most methods a constraint that moves
/// no free particle has no multiplier: its force is computed from its strain.
double force_on_grip(const Model& model, const State& state, const std::vector<int>& grip, const Vec3& direction) {
    std::vector<bool> held(model.particle_count(), false);
    for (const int particle : grip) {
        held[index_of(particle)] = true;
    }
    double force = 0;
    for_each_constraint(model, [&](const auto& constraint) {
        const auto& particles = constraint.particles();
        if (is_torn(state, constraint.index) ||
            std::none_of(particles.begin(), particles.end(), [&](int p) { return held[index_of(p)]; })) {
            return;
        }
        const auto evaluation = constraint.evaluate(state.particles.position);
        double weight = 0;
        double along = 0;
        for (std::size_t i = 0; i < particles.size(); ++i) {
            weight += state.particles.position[index_of(particles[i])].w *
                      glm::dot(evaluation.gradient[i], evaluation.gradient[i]);
            along += held[index_of(particles[i])] ? glm::dot(evaluation.gradient[i], direction) : 0;
        }
        const double alpha = constraint.material().compliance.value_or(0);
        const double multiplier =
            weight > 0 || !(alpha > 0) ? state.lambda[constraint.index] * state.force_scale : -evaluation.value / alpha;
        force -= multiplier * along;
    });
    return force / model.specimen.width;
}

/// Drape coefficient from the rasterised shadow: a cell counts if its middle is covered.
double drape_coefficient(const Model& model, const State& state) {
    constexpr int side = 300;
    const double reach = 1.02 * model.specimen.length;
    const double cell = 2 * reach / side;
    std::vector<bool> dark(static_cast<std::size_t>(side) * side, false);
    const auto to_cell = [&](double x) { return (x + reach) / cell - 0.5; };
    for (const auto& [a, b, c] : model.triangles) {
        std::array<double, 3> x{}, y{};
        for (std::size_t i = 0; const int p : {a, b, c}) {
            const Vec3 at = place(state, p);
            x[i] = to_cell(at.x);
            y[i] = to_cell(at.z);
            ++i;
        }
        const auto [left, right] = std::minmax_element(x.begin(), x.end());
        const auto [low, high] = std::minmax_element(y.begin(), y.end());
        const double least = std::min(*left, *low);
        const double most = std::max(*right, *high);
        if (!(least > -side) || !(most < 2 * side)) {
            continue; // the triangle is far away
        }
        const double twice = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
        for (int row = std::max(0, static_cast<int>(std::ceil(*low))); row <= std::min<double>(side - 1, *high);
             ++row) {
            for (int column = std::max(0, static_cast<int>(std::ceil(*left)));
                 column <= std::min<double>(side - 1, *right); ++column) {
                bool inside = twice != 0;
                for (std::size_t i = 0; i < 3 && inside; ++i) {
                    const std::size_t next = (i + 1) % 3;
                    const double turn = (x[next] - x[i]) * (row - y[i]) - (column - x[i]) * (y[next] - y[i]);
                    inside = turn * twice >= 0;
                }
                if (inside) {
                    dark[static_cast<std::size_t>(row) * side + static_cast<std::size_t>(column)] = true;
                }
            }
        }
    }
    const double shadow = static_cast<double>(std::count(dark.begin(), dark.end(), true)) * cell * cell;
    const auto disc = [](double radius) { return std::numbers::pi * radius * radius; };
    const double below = disc(model.specimen.support);
    return (shadow - below) / (disc(model.specimen.length) - below);
}

/// Number of waves of the rim: maxima of its distance from the axis, between which the distance falls by at least a
/// tenth of the overhang.
double folds(const Model& model, const State& state) {
    constexpr std::size_t kBins = 180; // bins of the angle about the axis, in the flat cloth
    std::array<double, kBins> radius{};
    for (std::size_t i = 0; i < model.particle_count(); ++i) {
        const auto [u, v] = model.flat[i];
        const double from_axis = std::sqrt(u * u + v * v);
        if (from_axis < 0.999 * model.specimen.length) {
            continue;
        }
        const double turn = math::atan2(v, u) / (2 * std::numbers::pi) + 0.5;
        const auto bin = std::min(kBins - 1, static_cast<std::size_t>(turn * kBins));
        const Vec3 at = place(state, static_cast<int>(i));
        radius[bin] = std::max(radius[bin], std::sqrt(at.x * at.x + at.z * at.z));
    }
    std::vector<double> rim;
    std::copy_if(radius.begin(), radius.end(), std::back_inserter(rim), [](double r) { return r > 0; });
    const double step = 0.1 * (model.specimen.length - model.specimen.support);
    // Goes once round from the maximum: a fold is a rise by `step` after a fall by `step`.
    if (rim.empty()) {
        return 0;
    }
    std::rotate(rim.begin(), std::max_element(rim.begin(), rim.end()), rim.end());
    rim.push_back(rim.front());
    int count = 0;
    bool falls = true;
    double extreme = rim.front();
    for (const double r : rim) {
        extreme = falls ? std::min(extreme, r) : std::max(extreme, r);
        if (falls && r > extreme + step) {
            falls = false;
            extreme = r;
            ++count;
        } else if (!falls && r < extreme - step) {
            falls = true;
            extreme = r;
        }
    }
    return count;
}

} // namespace

SpecimenReading read_specimen(const Model& model, const State& state, bool forces) {
    const Specimen& specimen = model.specimen;
    SpecimenReading reading;
    switch (specimen.test) {
    case Specimen::Test::none:
        break;
    case Specimen::Test::strip:
    case Specimen::Test::shear:
        if (forces && state.force_scale > 0) {
            reading.grip_force = force_on_grip(model, state, specimen.grip, specimen.direction);
            reading.far_grip_force = force_on_grip(model, state, specimen.far_grip, -specimen.direction);
            reading.secant_modulus =
                specimen.strain != 0 ? reading.grip_force / specimen.strain : std::numeric_limits<double>::quiet_NaN();
        }
        reading.asked_force = specimen.asked;
        if (specimen.gauge[0] >= 0 && specimen.strain != 0) {
            const double now = glm::distance(place(state, specimen.gauge[0]), place(state, specimen.gauge[1]));
            reading.contraction = (1 - now / specimen.gauge_length) / specimen.strain;
        }
        break;
    case Specimen::Test::cantilever: {
        Vec3 tip(0);
        for (const int particle : specimen.grip) {
            tip += place(state, particle) / static_cast<double>(specimen.grip.size());
        }
        const double angle =
            math::atan2(-tip.y, std::sqrt(tip.x * tip.x + tip.z * tip.z)); // the strip is clamped at the origin
        if (angle > kLeastChord) {
            const double share = math::cos(angle / 2) * math::cos(angle) / (8 * math::sin(angle));
            reading.bending_length = share > 0 ? specimen.length * math::pow(share, 1.0 / 3) : 0;
        }
        reading.asked_bending_length = specimen.asked;
        break;
    }
    case Specimen::Test::drape:
        reading.drape_coefficient = drape_coefficient(model, state);
        reading.folds = folds(model, state);
        break;
    }
    return reading;
}

} // namespace xpbd
