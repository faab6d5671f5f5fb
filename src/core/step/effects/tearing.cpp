// Finds the constraints to tear, and with them all constraints across the same particles.
#include "core/step/effects/tearing.h"

#include "core/model/method_traits.h"
#include "core/step/measure/fabric_reader.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace xpbd {
namespace {

using Pair = std::array<int, 2>;
using Triple = std::array<int, 3>;

template <class Particles>
Particles sorted(Particles particles) {
    std::sort(particles.begin(), particles.end());
    return particles;
}

/// The torn edges and the torn triangles of fabric, as sorted particle indices.
class Tears {
public:
    Tears(const Model& model, const State& state) {
        if (state.torn.empty()) {
            return;
        }
        const auto& array = model.of_type<Distance>();
        for (std::size_t c = 0; c < array.size(); ++c) {
            if (state.torn[c] != 0) { // Distance is the first type of the list: c is the index in model order too
                edges_.insert(sorted(array.particles[c]));
            }
        }
        const FabricReader reader(model, state);
        for (const FabricTriangle& triangle : model.fabric) {
            if (reader.is_torn(triangle)) {
                triangles_.insert(sorted(triangle.particles));
            }
        }
    }

    /// True if both ends of a torn edge, or all corners of a torn triangle, are among the particles.
    template <class Particles>
    bool cross(const Particles& particles) const {
        const std::size_t n = particles.size();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j) {
                if (edges_.contains(sorted(Pair{particles[i], particles[j]}))) {
                    return true;
                }
                for (std::size_t k = j + 1; k < n && !triangles_.empty(); ++k) {
                    if (triangles_.contains(sorted(Triple{particles[i], particles[j], particles[k]}))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

private:
    std::set<Pair> edges_;
    std::set<Triple> triangles_;
};

template <class Element>
std::vector<Element> whole(const std::vector<Element>& elements, const Tears& tears) {
    std::vector<Element> result;
    std::copy_if(elements.begin(), elements.end(), std::back_inserter(result),
                 [&](const Element& e) { return !tears.cross(e); });
    return result;
}

} // namespace

bool tears(const Settings& settings) {
    return settings.tear_strain > 0 || settings.tear_force > 0;
}

int tear(const Model& model, State& state, const Settings& settings) {
    if (!tears(settings)) {
        return 0;
    }
    const double tear_force = no_forces_reason(settings).empty() ? settings.tear_force : 0;
    int torn_now = 0;
    const auto tear_above = [&](std::size_t c, double strain, double tension) {
        const bool too_long = settings.tear_strain > 0 && strain > settings.tear_strain;
        const bool too_tight = tear_force > 0 && tension > tear_force;
        if (too_long || too_tight) {
            state.torn.resize(model.constraint_count(), 0);
            if (state.torn[c] == 0) {
                state.torn[c] = 1;
                ++torn_now;
            }
        }
    };
    const auto& array = model.of_type<Distance>();
    for (std::size_t c = 0; c < array.size(); ++c) {
        const auto at = [&](std::size_t i) { return xyz(state.particles.position[index_of(array.particles[c][i])]); };
        const double rest = rest_length(array, c);
        const double strain = rest > 0 ? glm::length(at(1) - at(0)) / rest - 1 : 0;
        tear_above(c, strain, -state.lambda[c] * state.force_scale);
    }
    const FabricReader reader(model, state);
    for (const FabricTriangle& triangle : model.fabric) {
        tear_above(reader.row(triangle, 0), reader.strains(triangle).high, reader.tensions(triangle).high);
    }
    if (torn_now > 0) {
        const Tears now(model, state);
        for_each_type(model, [&](const auto& others, std::size_t first) {
            for (std::size_t c = 0; c < others.size(); ++c) {
                if (state.torn[first + c] == 0 && now.cross(others.particles[c])) {
                    state.torn[first + c] = 1;
                    ++torn_now;
                }
            }
        });
        for (std::size_t v = 0; v < model.volumes.size(); ++v) {
            const auto& triangles = model.volumes[v].triangles; // a torn balloon holds no air
            const bool burst = std::any_of(triangles.begin(), triangles.end(),
                                           [&](const auto& triangle) { return now.cross(triangle); });
            auto& flag = state.torn[model.typed_count() + v];
            flag = burst ? std::uint8_t{1} : flag;
        }
    }
    return torn_now;
}

std::vector<std::array<int, 3>> whole_triangles(const Model& model, const State& state) {
    return whole(model.triangles, Tears(model, state));
}

std::vector<std::array<int, 2>> whole_segments(const Model& model, const State& state) {
    return whole(model.segments, Tears(model, state));
}

} // namespace xpbd
