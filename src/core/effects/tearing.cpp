#include "core/effects/tearing.h"

#include "core/methods.h"

#include <algorithm>
#include <set>
#include <utility>

namespace xpbd {
namespace {

using Pair = std::pair<int, int>;

Pair pair_of(int a, int b) {
    return std::minmax(a, b);
}

/// The torn edges, each as its two particles.
std::set<Pair> torn_pairs(const Model& model, const State& state) {
    std::set<Pair> pairs;
    if (state.torn.empty()) {
        return pairs;
    }
    const auto& array = model.of_type<Distance>();
    for (std::size_t c = 0; c < array.size(); ++c) {
        if (state.torn[c] != 0) { // Distance is the first type of the list: c is the index in model order too
            pairs.insert(pair_of(array.particles[c][0], array.particles[c][1]));
        }
    }
    return pairs;
}

/// True where any two of the particles are a torn pair.
template <class Particles>
bool crosses(const std::set<Pair>& pairs, const Particles& particles) {
    for (std::size_t i = 0; i < particles.size(); ++i) {
        for (std::size_t j = i + 1; j < particles.size(); ++j) {
            if (pairs.contains(pair_of(particles[i], particles[j]))) {
                return true;
            }
        }
    }
    return false;
}

template <class Element>
std::vector<Element> without_torn(const std::vector<Element>& elements, const std::set<Pair>& pairs) {
    std::vector<Element> whole;
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(whole),
                 [&](const Element& e) { return !crosses(pairs, e); });
    return whole;
}

} // namespace

bool tears(const Settings& settings) {
    return settings.tear_strain > 0 || settings.tear_force > 0;
}

int tear(const Model& model, State& state, const Settings& settings) {
    if (!tears(settings)) {
        return 0;
    }
    const auto& array = model.of_type<Distance>();
    const double tear_force = no_forces_reason(settings).empty() ? settings.tear_force : 0;
    int torn_now = 0;
    for (std::size_t c = 0; c < array.size(); ++c) {
        const auto at = [&](std::size_t i) { return xyz(state.particles.position[index_of(array.particles[c][i])]); };
        const double rest = rest_length(array, c);
        const double strain = rest > 0 ? glm::length(at(1) - at(0)) / rest - 1 : 0;
        const double tension = -state.lambda[c] * state.force_scale;
        const bool too_long = settings.tear_strain > 0 && strain > settings.tear_strain;
        const bool too_tight = tear_force > 0 && tension > tear_force;
        if (too_long || too_tight) {
            state.torn.resize(model.constraint_count(), 0);
            if (state.torn[c] == 0) {
                state.torn[c] = 1;
                ++torn_now;
            }
        }
    }
    if (torn_now > 0) {
        const std::set<Pair> pairs = torn_pairs(model, state);
        for_each_type(model, [&](const auto& others, std::size_t first) {
            for (std::size_t c = 0; c < others.size(); ++c) {
                if (state.torn[first + c] == 0 && crosses(pairs, others.particles[c])) {
                    state.torn[first + c] = 1;
                    ++torn_now;
                }
            }
        });
        for (std::size_t v = 0; v < model.volumes.size(); ++v) {
            const auto& triangles = model.volumes[v].triangles; // a torn balloon holds no air
            const bool burst = std::any_of(triangles.begin(), triangles.end(),
                                           [&](const auto& triangle) { return crosses(pairs, triangle); });
            auto& flag = state.torn[model.typed_count() + v];
            flag = burst ? std::uint8_t{1} : flag;
        }
    }
    return torn_now;
}

std::vector<std::array<int, 3>> whole_triangles(const Model& model, const State& state) {
    return without_torn(model.triangles, torn_pairs(model, state));
}

std::vector<std::array<int, 2>> whole_segments(const Model& model, const State& state) {
    return without_torn(model.segments, torn_pairs(model, state));
}

} // namespace xpbd
