#include "core/methods/position_based/lanes.h"

#include <algorithm>
#include <type_traits>

namespace xpbd {
namespace {

/// A larger coefficient only means "very soft". The limit keeps a * lambda far from overflow.
constexpr double kSoftest = 1e18;

template <class S>
S limited(double coefficient) {
    return static_cast<S>(std::min(coefficient, kSoftest));
}

template <class ConstraintType, class S>
void fill_lanes(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
                const State& state, const ConstraintArray<ConstraintType>& array, Lanes<S>& lanes) {
    lanes.damped = false;
    for (std::size_t i = 0; i < lanes.slots->size(); ++i) {
        const int slot = (*lanes.slots)[i];
        if (slot < 0) {
            continue;
        }
        const std::size_t c = index_of(slot);
        Coefficients k = table(array.material[c]);
        k.relax *= sweep_relaxation(substep.settings, crowding.empty() ? 1 : crowding[lanes.first + c]);
        if (is_torn(state, lanes.first + c)) {
            k.relax = 0;
        }
        lanes.relax[i] = static_cast<S>(k.relax);
        lanes.a[i] = limited<S>(k.a);
        lanes.g[i] = limited<S>(k.g);
        lanes.damped = lanes.damped || k.g != 0;
        if constexpr (std::is_same_v<ConstraintType, Distance>) {
            const auto [a, b] = array.particles[c];
            const double weight = state.particles.position[index_of(a)].w + state.particles.position[index_of(b)].w;
            lanes.gain[i] = weight > 0 ? static_cast<S>(k.relax / ((1 + k.g) * weight + k.a)) : S(0);
        }
    }
}

} // namespace

template <class S>
template <class ConstraintType>
Lanes<S> LaneLayout<S>::make_lanes(const ConstraintArray<ConstraintType>& array, std::size_t first,
                                   const Order::Run& run, std::size_t part, const PackedParticles<S>& particles) {
    Lanes<S> lanes;
    lanes.type = run.type;
    lanes.first = first;
    lanes.slots = &run.slots;
    const std::size_t size = padded(run.slots.size());
    for (std::vector<S>* numbers : {&lanes.relax, &lanes.a, &lanes.g, &lanes.gain}) {
        numbers->assign(size, S(0));
    }
    lanes.begin = lambda.size();
    lambda.resize(lanes.begin + size, S(0));
    if constexpr (ConstraintType::branchless) {
        static_assert(ConstraintType::arity <= PackedParticles<S>::kSpares,
                      "an empty lane needs as many spare particles");
        for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
            lanes.offset.emplace_back(size, particles.spare_offset(part, k));
        }
        lanes.rest.assign(std::tuple_size_v<typename ConstraintType::template Rest<double>>,
                          std::vector<S>(size, S(1)));
    }
    for (std::size_t i = 0; i < run.slots.size(); ++i) {
        if (run.slots[i] < 0) {
            continue;
        }
        const std::size_t c = index_of(run.slots[i]);
        lane_of[first + c] = static_cast<std::uint32_t>(lanes.begin + i);
        if constexpr (ConstraintType::branchless) {
            for (std::size_t k = 0; k < ConstraintType::arity; ++k) {
                lanes.offset[k][i] = particles.offset(index_of(array.particles[c][k]));
            }
            const auto numbers = as_scalar<S>(array.rest[c]);
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                lanes.rest[k][i] = numbers[k];
            }
        }
    }
    return lanes;
}

template <class S>
bool LaneLayout<S>::lay_out(const Model& model, const Order& order, const PackedParticles<S>& particles,
                            const StopToken& stop) {
    phases.clear();
    lambda.clear();
    lane_of.assign(model.typed_count(), 0);
    for (const Order::Phase& phase : order.phases) {
        std::vector<Part>& parts = phases.emplace_back();
        for (const Order::Part& runs : phase) {
            Part& part = parts.emplace_back();
            for (const Order::Run& run : runs) {
                if (stop.stop_requested()) {
                    return false;
                }
                with_type(model, run.type, [&](const auto& array, std::size_t first) {
                    part.push_back(make_lanes(array, first, run, parts.size() - 1, particles));
                });
            }
        }
    }
    return true;
}

template <class S>
void LaneLayout<S>::fill(const Substep& substep, const CoefficientTable& table, const std::vector<double>& crowding,
                         const State& state) {
    for (std::vector<Part>& parts : phases) {
        for (Part& part : parts) {
            for (Lanes<S>& lanes : part) {
                with_type(substep.model, lanes.type, [&](const auto& array, std::size_t) {
                    fill_lanes(substep, table, crowding, state, array, lanes);
                });
            }
        }
    }
}

template <class S>
bool LaneLayout<S>::is_damped() const {
    for (const std::vector<Part>& parts : phases) {
        for (const Part& part : parts) {
            if (std::any_of(part.begin(), part.end(), [](const Lanes<S>& lanes) { return lanes.damped; })) {
                return true;
            }
        }
    }
    return false;
}

template struct LaneLayout<float>;
template struct LaneLayout<double>;

} // namespace xpbd
